import { heldOrderStatements } from '#src/bank/orders/held-orders.ts';

/** The statements about held refunds. */
export const HELD_REFUNDS = heldOrderStatements('refunds');
