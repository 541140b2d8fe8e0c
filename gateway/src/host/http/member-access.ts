import type { FastifyRequest } from 'fastify';
import {
  CLOSED_TO_MEMBERS,
  CODE_IN_LIVE,
  type MemberAccess,
  memberRules,
} from '#src/ground/access/member-access.ts';
import { memberAccessIn } from '#src/ground/http/operation.ts';
import { OPERATIONS } from '../operations.ts';

const { readIntegration, integration, keys } = memberRules;

/**
 * The access rules of the merchants' panel, by `operationId`: those that stand at operations, and
 * those of plain routes. An operation without a rule is refused to everyone.
 */
export const MEMBER_ACCESS: Readonly<Record<string, MemberAccess>> = {
  ...memberAccessIn(OPERATIONS),

  getApiPixSettings: readIntegration,
  setApiPixKeys: integration,
  // A split sends a part of each payment to other merchants.
  setSplitOfKey: { ...keys, code: CODE_IN_LIVE },
  // A certificate is as good as the secret of its key.
  addClientCertificate: { ...keys, code: CODE_IN_LIVE },
  removeClientCertificate: keys,
};

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
