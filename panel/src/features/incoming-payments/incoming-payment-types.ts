import type { Answer } from '#panel/api/answer.ts';

/** A payment that waits for an operator. */
export type IncomingPayment = Answer<'/api/operator/incoming-payments'>['data'][number];
