import type { FastifyRequest } from 'fastify';
import type { Caller } from './merchant.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls: set by the guard of the merchants' door. */
    caller: Caller | null;
  }
}

/** Who calls. Throws when the route stands outside the guarded door: a bug. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('this route has no guard');
  return request.caller;
}
