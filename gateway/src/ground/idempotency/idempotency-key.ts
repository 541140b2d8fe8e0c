import type { LedgerScope } from '../access/ledger-scope.ts';
import { Refusal } from '../errors/problems.ts';
import { fieldText } from '../errors/texts/field-text.ts';
import { type DigestedField, differingFields, isSameRequest } from './request-digest.ts';

const KEY = /^[A-Za-z0-9_-]{8,128}$/;

/** A key that a caller chose, with the digest of its request. */
export interface IdempotencyKey {
  readonly key: string;
  /** The digest of the operation and its content (`digestRequest`). */
  readonly requestDigest: Buffer;
  /** The fields that have a mark in the digest. */
  readonly fields: readonly DigestedField[];
}

/** A request under a key, with the ledger scope in which the key is unique. */
export interface KeyedRequest extends LedgerScope, IdempotencyKey {}

/** The name of a key in a Map: unique over all ledger scopes. */
export function nameOfKey({ merchantId, environment, key }: KeyedRequest): string {
  return `${merchantId} ${environment} ${key}`;
}

/** Whether a key has the form of the contract: 8 to 128 letters, digits, "_" or "-". */
export function isIdempotencyKey(unchecked: string): boolean {
  return KEY.test(unchecked);
}

/**
 * Compares a request with the first request of its key. Undefined when they are equal, otherwise
 * the refusal `idempotency_key_reused` with the names of the fields that differ. It has no values,
 * because a caller with the key may not be the sender of the first request.
 */
export function refusalOfReuse(sent: IdempotencyKey, first: Buffer): Refusal | undefined {
  const { requestDigest, fields } = sent;
  if (isSameRequest(requestDigest, first)) return undefined;
  const names = differingFields(requestDigest, first, fields);
  const message = fieldText((texts) => texts.differsFromFirst);
  const faults = names.map((field) => ({ field, message }));
  return new Refusal('idempotency_key_reused', faults.length > 0 ? { fields: faults } : {});
}
