import type { Answer } from './answer.ts';

/** A charge or a payout with all data of its page. */
export type Transaction = Answer<'/api/panel/{environment}/transactions/{id}'>;
export type Charge = Extract<Transaction, { type: 'charge' }>;
export type Payout = Extract<Transaction, { type: 'payout' }>;
