import type { FastifyRequest } from 'fastify';
import { CLOSED_TO_MEMBERS } from '#src/ground/access/member-access.ts';
import { memberAccessIn } from '#src/ground/http/operation.ts';
import { OPERATIONS } from '../operations.ts';

/**
 * The access rules of the merchants' panel, by `operationId`. An operation without a rule is
 * refused to everyone.
 */
export const MEMBER_ACCESS = memberAccessIn(OPERATIONS);

/** The access rule of a request to the merchants' panel, by its operation and environment. */
export function memberAccessOf({ routeOptions, params }: FastifyRequest) {
  const access = MEMBER_ACCESS[routeOptions.schema?.operationId ?? ''] ?? CLOSED_TO_MEMBERS;
  const environment = Object(params).environment === 'test' ? 'test' : 'live';
  return {
    roles: access.roles[environment],
    codeRule: access.code[environment],
    needsCode: access.needsCode ?? (() => true),
  };
}
