import type { FastifyRequest } from 'fastify';
import type { Actor } from './actor.ts';
import type { Environment, LedgerScope } from './ledger-scope.ts';
import type { Caller, Merchant } from './merchant.ts';

/** Somebody who is logged in to the panel. */
export interface PanelUser {
  readonly userId: string;
  readonly sessionId: string;
  readonly name: string;
  readonly email: string;
  readonly hasSecondFactor: boolean;
}

/** A merchant's person at the panel. */
export interface Member extends PanelUser {
  readonly merchant: Merchant;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard of the merchants' side of the panel. */
    member: Member | null;
    /** Set by the guard of the operators' side of the panel. */
    operator: PanelUser | null;
  }
  interface FastifyContextConfig {
    /** A change that a merchant may make before it is approved, and when it is suspended. */
    isOpenToUnapproved?: boolean;
    /** A change that the public sandbox account may make. */
    isOpenToSandbox?: boolean;
    /** A read that holds what the visitors of the public sandbox must not see of each other. */
    isClosedToSandbox?: boolean;
  }
}

/** Who is logged in. Throws when the route stands outside the merchants' side: a bug. */
export function memberOf(request: FastifyRequest): Member {
  if (!request.member) throw new Error('this route has no guard');
  return request.member;
}

/** Which operator is logged in. Throws when the route stands outside the operators' side: a bug. */
export function operatorOf(request: FastifyRequest): PanelUser {
  if (!request.operator) throw new Error('this route has no guard');
  return request.operator;
}

/** The member's book of the environment in the path (`/api/panel/:environment/…`). */
export function memberScope(
  request: FastifyRequest<{ Params: { environment: Environment } }>,
): LedgerScope {
  return {
    merchantId: memberOf(request).merchant.merchantId,
    environment: request.params.environment,
  };
}

/** The member as the verbs of the merchants' API take a caller. */
export function callerOfMember(
  request: FastifyRequest<{ Params: { environment: Environment } }>,
): Caller {
  return {
    ...memberOf(request).merchant,
    clientId: 'panel',
    environment: request.params.environment,
    rateLimitPerMinute: undefined,
  };
}

/** Who makes the change that a request of the panel asks for: for the audit log. */
export function actorOf(request: FastifyRequest): Actor {
  const kind = request.operator ? 'operator' : 'merchant';
  const user = request.operator ?? memberOf(request);
  return { kind, id: user.userId, name: user.email, address: request.ip };
}
