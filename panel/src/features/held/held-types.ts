import type { Answer } from '#panel/api/answer.ts';

/** A payout or refund of a suspended merchant that has not left yet. */
export type HeldOrder = Answer<'/api/operator/held-orders'>['data'][number];

/** A payout or refund that the bank did after it had failed here. */
export type LatePayment = Answer<'/api/operator/late-payments'>['data'][number];
