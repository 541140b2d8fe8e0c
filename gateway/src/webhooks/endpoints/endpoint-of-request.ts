import type { FastifyRequest } from 'fastify';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { isoTime } from '#src/ground/clock.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import type { Endpoint } from './endpoint.ts';
import type { EndpointToChange } from './manage-endpoints.ts';

/** The path of webhooks in the merchants' API. */
export const ENDPOINTS_PATH = '/v1/webhook-endpoints';

/** The error answers of a change of an endpoint. */
export function changeResponses(codes: readonly ProblemCode[]) {
  return guardedResponses([
    ...codes,
    'invalid_json',
    'payload_too_large',
    'unsupported_media_type',
    'sandbox_forbidden',
    'overloaded',
  ]);
}

/** The ledger scope of the key. */
export function scopeOf(request: FastifyRequest): LedgerScope {
  const { merchantId, environment } = callerOf(request);
  return { merchantId, environment };
}

/** The endpoint to change. Refuses `sandbox_forbidden` for the sandbox. */
export function toChange(request: FastifyRequest<{ Params: { id: string } }>): EndpointToChange {
  refuseSandbox(callerOf(request));
  return { id: request.params.id, scope: scopeOf(request) };
}

/** An endpoint as the merchants' API shows it. */
export function endpointView({ id, url, events, pixKey, status, createdAt }: Endpoint) {
  const shown = { id, url, events: [...events], pix_key: pixKey };
  return { ...shown, status, created_at: isoTime(createdAt) };
}
