import type { FastifyRequest } from 'fastify';
import type { Actor } from './actor.ts';
import type { Merchant } from './merchant.ts';
import type { MemberRole, OperatorRole } from './roles.ts';

/** A user who is logged in to the panel. */
export interface PanelUser {
  readonly userId: string;
  readonly sessionId: string;
  readonly name: string;
  readonly email: string;
  readonly hasSecondFactor: boolean;
}

/** A user of a merchant, with the merchant. */
export interface Member extends PanelUser {
  readonly merchant: Merchant;
  readonly memberRole: MemberRole;
}

/** A user who runs the platform. */
export interface Operator extends PanelUser {
  readonly operatorRole: OperatorRole;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard of the merchants' panel. */
    member: Member | null;
    /** Set by the guard of the operators' panel. */
    operator: Operator | null;
  }
  interface FastifyContextConfig {
    /** Allows a change to merchants that are not approved yet or are suspended. */
    isOpenToUnapproved?: boolean;
    /** Allows a change to merchants that are not approved yet: what it makes stays a draft. */
    isOpenToDrafts?: boolean;
    /** Allows a change to the public sandbox account. */
    isOpenToSandbox?: boolean;
    /** Refuses a read to the sandbox account: its visitors must not see each other's data. */
    isClosedToSandbox?: boolean;
  }
}

/** The merchant's user who is logged in. Throws if the route has no guard for merchants. */
export function memberOf(request: FastifyRequest): Member {
  if (!request.member) throw new Error('this route has no guard');
  return request.member;
}

/** The operator who is logged in. Throws if the route has no guard for operators. */
export function operatorOf(request: FastifyRequest): Operator {
  if (!request.operator) throw new Error('this route has no guard');
  return request.operator;
}

/** The actor of a change at the panel, for the audit log. Throws if the route has no guard. */
export function actorOf(request: FastifyRequest): Actor {
  const kind = request.operator ? 'operator' : 'merchant';
  const user = request.operator ?? memberOf(request);
  const isVisitor = !request.operator && request.member?.merchant.isSandbox === true;
  const { userId: id, email: name, name: person } = user;
  const actor = { kind, id, name, person, address: request.ip } as const;
  return isVisitor ? { ...actor, isVisitor } : actor;
}
