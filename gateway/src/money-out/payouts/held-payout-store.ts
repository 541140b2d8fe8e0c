import { heldOrderStatements } from '#src/bank/orders/held-orders.ts';

/** The statements about held payouts. */
export const HELD_PAYOUTS = heldOrderStatements('payouts');
