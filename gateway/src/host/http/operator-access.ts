import type { FastifyRequest } from 'fastify';
import {
  CLOSED_TO_OPERATORS,
  type OperatorAccess,
  operatorRules,
} from '#src/ground/access/operator-access.ts';
import { operatorAccessIn } from '#src/ground/http/operation.ts';
import { OPERATIONS } from '../operations.ts';

const { read, books, money } = operatorRules;

/**
 * The access rules of the operators' panel, by `operationId`: those that stand at operations, and
 * those of plain routes. An operation without a rule is refused to everyone.
 */
export const OPERATOR_ACCESS: Readonly<Record<string, OperatorAccess>> = {
  ...operatorAccessIn(OPERATIONS),

  getPlatformLedger: read,
  listVerifications: read,
  verifyLedger: books,
  listSuspendedIncomingPayments: read,
  countSuspendedIncomingPayments: read,
  assignIncomingPayment: money,
  returnIncomingPayment: money,
  reviewChargePayment: read,
  payChargeWithIncomingPayment: money,
  listOtherAmounts: read,
  listUnreadableIncomingPayments: read,
  resolveUnreadableIncomingPayment: books,
  listHeldOrders: read,
  decideHeldOrder: money,
  listLatePayments: read,
  acknowledgeLatePayment: books,
  listAssignedIncomingPayments: read,
  unassignIncomingPayment: money,
  listUnrequestedRefunds: read,
  acknowledgeFailedRefund: books,
  listReconciliations: read,
  getReconciliation: read,
  reconcileDay: books,

  getSubscriptionsOfAll: read,
};

/** The access rule of a request to the operators' panel. */
export function operatorAccessOf({ routeOptions }: FastifyRequest): OperatorAccess {
  return OPERATOR_ACCESS[routeOptions.schema?.operationId ?? ''] ?? CLOSED_TO_OPERATORS;
}
