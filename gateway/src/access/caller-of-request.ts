import type { FastifyRequest } from 'fastify';
import type { Caller } from './merchant.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated merchant; set by the guard of the merchants' API. */
    caller: Caller | null;
  }
}

/** The merchant who calls the API. Throws if the route has no guard. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('this route has no guard');
  return request.caller;
}
