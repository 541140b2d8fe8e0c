import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#src/access/merchant.ts';
import { type AnsweredRequest, shownPath } from '#src/request-records/request-record.ts';

/** What is recorded of an answered request of a key. */
export function answeredRequest(
  { merchantId, clientId, environment }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): AnsweredRequest {
  const { is404, method, routeOptions } = request;
  return {
    ...{ merchantId, clientId, environment, id: request.id, method },
    path: shownPath(request.url, is404 ? undefined : routeOptions.url),
    operation: is404 ? undefined : routeOptions.schema?.operationId,
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime),
    isReplay: reply.hasHeader('idempotency-replayed'),
    code: reply.problemCode ?? undefined,
  };
}
