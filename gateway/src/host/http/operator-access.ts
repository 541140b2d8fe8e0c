import type { FastifyRequest } from 'fastify';
import { CLOSED_TO_OPERATORS, type OperatorAccess } from '#src/ground/access/operator-access.ts';
import { operatorAccessIn } from '#src/ground/http/operation.ts';
import { OPERATIONS } from '../operations.ts';

/**
 * The access rules of the operators' panel, by `operationId`. An operation without a rule is
 * refused to everyone.
 */
export const OPERATOR_ACCESS = operatorAccessIn(OPERATIONS);

/** The access rule of a request to the operators' panel. */
export function operatorAccessOf({ routeOptions }: FastifyRequest): OperatorAccess {
  return OPERATOR_ACCESS[routeOptions.schema?.operationId ?? ''] ?? CLOSED_TO_OPERATORS;
}
