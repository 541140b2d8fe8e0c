/** The scopes of key pairs. A `write` scope includes the `read` scope of the same name. */
export const KEY_SCOPES = [
  'charges:read',
  'charges:write',
  'refunds:read',
  'refunds:write',
  'payouts:read',
  'payouts:write',
  'transfers:read',
  'transfers:write',
  'disputes:read',
  'disputes:write',
  'webhooks:read',
  'webhooks:write',
  'balance:read',
  'payment_links:read',
  'payment_links:write',
  'customers:read',
  'customers:write',
] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];

/** The most addresses of a key pair. */
export const KEY_ADDRESSES_MAX = 50;

/** The scopes of a key pair and the addresses that may use it. */
export interface KeyRights {
  /** null: every scope, also those of later versions. */
  readonly scopes: readonly KeyScope[] | null;
  /** IP addresses and networks as `parseAddressRange` writes them; null: every address. */
  readonly addresses: readonly string[] | null;
}

/** The rights of a key pair without restrictions. */
export const ALL_RIGHTS: KeyRights = { scopes: null, addresses: null };

/** A set of scopes with a bit for each, so that a request's check is one operation. */
export type ScopeSet = number & { readonly unit: 'scopes' };

/** The set of all scopes. */
export const ALL_SCOPES = (2 ** KEY_SCOPES.length - 1) as ScopeSet;

const BITS = new Map<string, number>(KEY_SCOPES.map((scope, index) => [scope, 2 ** index]));

/** Whether a text is the name of a scope. */
export function isKeyScope(text: string): text is KeyScope {
  return BITS.has(text);
}

/** The set of a key pair's scopes, with `read` added for each `write`. */
export function grantedScopes(scopes: KeyRights['scopes']): ScopeSet {
  if (scopes === null) return ALL_SCOPES;
  return setOf(scopes.flatMap((scope) => [scope, scope.replace(':write', ':read')]));
}

/** Whether a set has the needed scope, or any of several needed scopes. */
export function hasScope(granted: ScopeSet, needed: KeyScope | readonly KeyScope[]): boolean {
  const bits = typeof needed === 'string' ? bitOf(needed) : setOf(needed);
  return (granted & bits) !== 0;
}

function setOf(scopes: readonly string[]): ScopeSet {
  return scopes.reduce((bits, scope) => bits | bitOf(scope), 0) as ScopeSet;
}

function bitOf(scope: string): number {
  return BITS.get(scope) ?? 0;
}

/**
 * The scopes in the order of the list, each once and without a `read` that a `write` includes; null
 * for all of them.
 */
export function canonicalScopes(scopes: readonly KeyScope[]): KeyRights['scopes'] {
  const granted = grantedScopes(scopes);
  if (granted === ALL_SCOPES) return null;
  const isNeeded = (scope: string): boolean =>
    scopes.some((given) => given === scope) &&
    !scopes.some((given) => scope.endsWith(':read') && given === scope.replace(':read', ':write'));
  return KEY_SCOPES.filter(isNeeded);
}
