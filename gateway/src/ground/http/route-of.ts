import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The pattern of a path that is known, but not with the method of the request. */
    refusedUrl: string | undefined;
  }
}

/** The pattern of the path of a request; undefined if the path is unknown. */
export function routeOf(request: FastifyRequest): string | undefined {
  return request.is404 ? request.refusedUrl : request.routeOptions.url;
}
