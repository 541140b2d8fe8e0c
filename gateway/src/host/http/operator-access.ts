import type { FastifyRequest } from 'fastify';
import {
  CLOSED_TO_OPERATORS,
  type OperatorAccess,
  operatorRules,
} from '#src/ground/access/operator-access.ts';
import { operatorAccessIn } from '#src/ground/http/operation.ts';
import { OPERATIONS } from '../operations.ts';

const { read, books } = operatorRules;

/**
 * The access rules of the operators' panel, by `operationId`: those that stand at operations, and
 * those of plain routes. An operation without a rule is refused to everyone.
 */
export const OPERATOR_ACCESS: Readonly<Record<string, OperatorAccess>> = {
  ...operatorAccessIn(OPERATIONS),

  getPlatformLedger: read,
  listVerifications: read,
  verifyLedger: books,
};

/** The access rule of a request to the operators' panel. */
export function operatorAccessOf({ routeOptions }: FastifyRequest): OperatorAccess {
  return OPERATOR_ACCESS[routeOptions.schema?.operationId ?? ''] ?? CLOSED_TO_OPERATORS;
}
