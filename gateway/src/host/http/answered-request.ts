import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#src/ground/access/merchant.ts';
import {
  type AnsweredRequest,
  type RequestLog,
  shownPath,
} from '#src/ground/http/answered-request.ts';
import { routeOf } from '#src/ground/http/route-of.ts';
import { UNKNOWN_FIELDS_HEADER } from './unknown-names.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The text of the answer to a request with a merchant's key. */
    answerText: string | undefined;
  }
}

/** Makes the function that logs an answered request of a key for the panel. */
export function loggedRequest(log: RequestLog) {
  return (caller: Caller, request: FastifyRequest, reply: FastifyReply): void =>
    log.add({ ...caller, status: reply.statusCode }, () => ({
      facts: answeredRequest(caller, request, reply),
      bodies: { request: request.body, answer: reply.answerText },
    }));
}

/** The record of an answered request of a key. */
export function answeredRequest(
  { merchantId, clientId, environment }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): AnsweredRequest {
  const { is404, method, routeOptions } = request;
  return {
    merchantId,
    clientId,
    environment,
    id: request.id,
    method,
    path: shownPath(request.url, routeOf(request)),
    operation: is404 ? undefined : routeOptions.schema?.operationId,
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime),
    isReplay: reply.hasHeader('idempotency-replayed'),
    code: reply.problemCode ?? undefined,
    unknownFields: loggedNames(reply.getHeader(UNKNOWN_FIELDS_HEADER)?.toString()),
  };
}

// A program may send any text as the name of a field, also a person's name or document.
function loggedNames(names: string | undefined): string | undefined {
  return names?.replaceAll(/[^., ]+/g, (part) => (FIELD_NAME.test(part) ? part : '…'));
}

const FIELD_NAME = /^([a-z][A-Za-z0-9_]{0,39}|\d{1,4})$/;
