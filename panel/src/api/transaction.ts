import type { paths } from './schema.d.ts';

/** A charge or a payout with all that its page shows. */
export type Transaction =
  paths['/api/panel/{environment}/transactions/{id}']['get']['responses'][200]['content']['application/json'];
export type Charge = Extract<Transaction, { type: 'charge' }>;
export type Payout = Extract<Transaction, { type: 'payout' }>;
