import type { LedgerScope } from '#src/access/ledger-scope.ts';
import { sha256 } from '#src/platform/encryption/encryption.ts';
import { Refusal } from '#src/platform/errors/problems.ts';

const KEY = /^[A-Za-z0-9_-]{8,128}$/;
const NESTING_MAX = 100;

/** A key that a caller chose, with the digest of its request. */
export interface IdempotencyKey {
  readonly key: string;
  /** SHA-256 over the operation and the canonical JSON of the body. */
  readonly requestSha256: Buffer;
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
 * The SHA-256 of an operation and its parsed body; spacing and the order of fields don't matter.
 * Refuses `invalid_json` for a body of more than 100 levels.
 */
export function digestRequest(operation: string, body: unknown): Buffer {
  return sha256(`${operation}\n${canonicalJson(body, 0)}`);
}

function canonicalJson(value: unknown, nesting: number): string {
  if (nesting > NESTING_MAX) throw new Refusal('invalid_json');
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) {
    return `[${value.map((item) => canonicalJson(item, nesting + 1)).join(',')}]`;
  }
  let members = '';
  for (const name of Object.keys(value).sort()) {
    const member = canonicalJson((value as Record<string, unknown>)[name], nesting + 1);
    members += `${members === '' ? '' : ','}${JSON.stringify(name)}:${member}`;
  }
  return `{${members}}`;
}
