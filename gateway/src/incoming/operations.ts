import { chargePaymentOperations } from './payments/charge-payment-operations.ts';
import { incomingPaymentOperations } from './payments/incoming-payment-operations.ts';
import { heldOrderOperations } from './reconciliation/held-order-operations.ts';
import { reconciliationOperations } from './reconciliation/reconciliation-operations.ts';
import { unrequestedRefundOperations } from './reconciliation/unrequested-refund-operations.ts';

/** The operations on incoming payments, for their routes and the access rules of operators. */
export const incomingOperations = [
  ...incomingPaymentOperations,
  ...chargePaymentOperations,
  ...reconciliationOperations,
  ...unrequestedRefundOperations,
  ...heldOrderOperations,
];
