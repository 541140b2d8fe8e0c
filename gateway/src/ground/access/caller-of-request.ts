import type { FastifyRequest } from 'fastify';
import type { Actor } from './actor.ts';
import type { KeyScope } from './key-rights.ts';
import type { Caller } from './merchant.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated merchant; set by the guard of the merchants' API. */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /**
     * The scope that a key pair needs for a route of the merchants' API. In a list, any of the
     * scopes is enough. A route without a scope is refused at start.
     */
    keyScope?: KeyScope | readonly KeyScope[];
    /** Whether a request without a body is read as an empty object. */
    isBodyOptional?: boolean;
  }
}

/** The merchant who calls the API. Throws if the route has no guard. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('this route has no guard');
  return request.caller;
}

/** The actor of a change by a key pair, for the audit log. Throws if the route has no guard. */
export function actorOfKey(request: FastifyRequest): Actor {
  return { kind: 'merchant', id: null, name: callerOf(request).clientId, address: request.ip };
}
