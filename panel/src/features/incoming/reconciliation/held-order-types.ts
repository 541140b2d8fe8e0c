import type { Answer } from '#panel/api/answer.ts';

/** A held payout or refund: its merchant is suspended and it has not been sent. */
export type HeldOrder = Answer<'/api/operator/held-orders'>['data'][number];

/** A payout or refund that the bank made after it had failed here. */
export type LatePayment = Answer<'/api/operator/late-payments'>['data'][number];
