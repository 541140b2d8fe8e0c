import type { Answer } from '#panel/api/answer.ts';

/** A registered webhook, without its secret. */
export type Webhook = Answer<'/api/panel/{environment}/webhooks'>['data'][number];
