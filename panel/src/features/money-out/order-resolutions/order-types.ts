import type { Answer } from '#panel/api/answer.ts';

/** A payout or refund that was sent and has no result after the quarantine. */
export type StuckOrder = Answer<'/api/operator/stuck-orders'>['data'][number];

/** An order that operators resolved as paid and that the bank did not pay. */
export type ReversedOrder = Answer<'/api/operator/reversed-orders'>['data'][number];
