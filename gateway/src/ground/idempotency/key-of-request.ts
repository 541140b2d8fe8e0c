import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors/problems.ts';
import { type IdempotencyKey, isIdempotencyKey } from './idempotency-key.ts';
import { type DigestedField, digestRequest } from './request-digest.ts';

const HEADER = 'idempotency-key';

/**
 * A hook for routes that take a key. Before the body is read it refuses `idempotency_key_invalid`
 * for a malformed key, and `idempotency_key_missing` when a key is required and missing.
 */
export function checkIdempotencyHeader(isRequired: boolean) {
  return (request: FastifyRequest, _reply: unknown, done: (refusal?: Refusal) => void): void => {
    const header = request.headers[HEADER];
    if (header === undefined) done(isRequired ? new Refusal('idempotency_key_missing') : undefined);
    else if (isIdempotencyKey(String(header))) done();
    else done(new Refusal('idempotency_key_invalid'));
  };
}

/** An operation that takes a key, and the fields whose difference is named in a refusal. */
export interface KeyedOperation {
  readonly name: string;
  readonly fields: readonly DigestedField[];
}

/**
 * The key of a request, with the digest of its operation and content; undefined when no key was
 * sent. A repeat must have the same content: by default the whole body. Refuses `invalid_json` for
 * content of more than 100 levels.
 */
export function idempotencyOf(
  request: FastifyRequest,
  { name, fields }: KeyedOperation,
  content: unknown = request.body,
): IdempotencyKey | undefined {
  const key = request.headers[HEADER];
  if (key === undefined) return undefined;
  return { key: String(key), requestDigest: digestRequest(name, content, fields), fields };
}
