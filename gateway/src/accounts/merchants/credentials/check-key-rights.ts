import {
  canonicalScopes,
  isKeyScope,
  KEY_ADDRESSES_MAX,
  type KeyRights,
} from '#src/ground/access/key-rights.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { parseAddressRange } from '#src/ground/http/address-range.ts';

/** Rights as a person wrote them. A part that is absent is not changed. */
export interface UncheckedRights {
  readonly scopes?: readonly string[] | null | undefined;
  readonly addresses?: readonly string[] | null | undefined;
}

/**
 * Checks rights and writes them in their shortest form; absent parts are those of `before`. Refuses
 * `key_scopes_invalid` and `key_addresses_invalid`.
 */
export function checkRights(unchecked: UncheckedRights, before: KeyRights): KeyRights {
  const { scopes, addresses } = unchecked;
  return {
    scopes: scopes === undefined ? before.scopes : checkScopes(scopes),
    addresses: addresses === undefined ? before.addresses : checkAddresses(addresses),
  };
}

function checkScopes(scopes: readonly string[] | null): KeyRights['scopes'] {
  if (scopes === null) return null;
  const valid = scopes.filter(isKeyScope);
  if (valid.length === 0 || valid.length < scopes.length) throw new Refusal('key_scopes_invalid');
  return canonicalScopes(valid);
}

function checkAddresses(addresses: readonly string[] | null): KeyRights['addresses'] {
  if (addresses === null) return null;
  const ranges = new Set<string>();
  for (const text of addresses) {
    const range = parseAddressRange(text);
    if (range === undefined) throw new Refusal('key_addresses_invalid');
    ranges.add(range);
  }
  const isRight = ranges.size > 0 && ranges.size <= KEY_ADDRESSES_MAX;
  if (!isRight) throw new Refusal('key_addresses_invalid');
  return [...ranges];
}

/** Rights as details of the audit log and of answers of commands. */
export function rightsDetails({ scopes, addresses }: KeyRights) {
  return { scopes: scopes?.join(' ') ?? 'all', addresses: addresses?.join(' ') ?? 'all' };
}
