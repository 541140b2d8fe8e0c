import type { Answer } from '#panel/api/answer.ts';

/** The automatic payout of the current environment, and its newest runs. */
export type Automatic = Answer<'/api/panel/{environment}/automatic-payout'>;
