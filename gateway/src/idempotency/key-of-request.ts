import type { FastifyRequest } from 'fastify';
import { Refusal } from '#src/platform/errors/problems.ts';
import { digestRequest, type IdempotencyKey, isIdempotencyKey } from './idempotency-key.ts';

const HEADER = 'idempotency-key';

/**
 * A hook for routes that take a key: refuses a malformed one before the body is looked at, and a
 * missing one where the operator demands it.
 */
export function checkIdempotencyHeader(isRequired: boolean) {
  return async (request: FastifyRequest): Promise<void> => {
    const header = request.headers[HEADER];
    if (header === undefined) {
      if (isRequired) throw new Refusal('idempotency_key_missing');
    } else if (!isIdempotencyKey(String(header))) {
      throw new Refusal('idempotency_key_invalid');
    }
  };
}

/**
 * The key of a request and what it stands for, or undefined when none was sent. `content` is what
 * is compared at a repeat: the whole body unless told otherwise.
 */
export function idempotencyOf(
  request: FastifyRequest,
  operation: string,
  content: unknown = request.body,
): IdempotencyKey | undefined {
  const key = request.headers[HEADER];
  if (key === undefined) return undefined;
  return { key: String(key), requestSha256: digestRequest(operation, content) };
}
