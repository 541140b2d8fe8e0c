import type { Answer } from '#panel/api/answer.ts';

/** A payment in suspense. */
export type IncomingPayment = Answer<'/api/operator/incoming-payments'>['data'][number];
