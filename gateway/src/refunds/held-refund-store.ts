import { heldOrderStatements } from '#src/banking/held-orders.ts';

/** The statements about held refunds. */
export const HELD_REFUNDS = heldOrderStatements('refunds');
