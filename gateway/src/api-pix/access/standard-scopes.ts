import { hasScope, type KeyScope, type ScopeSet } from '#src/ground/access/key-rights.ts';

/** The scopes of the standard that we know, with the scope that a key needs for each. */
const NEEDED = {
  'cob.read': 'charges:read',
  'cob.write': 'charges:write',
  'cobv.read': 'charges:read',
  'cobv.write': 'charges:write',
  'lotecobv.read': 'charges:read',
  'lotecobv.write': 'charges:write',
  'payloadlocation.read': 'charges:read',
  'payloadlocation.write': 'charges:write',
  'pix.read': 'charges:read',
  'pix.write': 'refunds:write',
  'webhook.read': 'webhooks:read',
  'webhook.write': 'webhooks:write',
  // Tokens name a scope by its place, so new ones are at the end.
  'cobr.read': 'charges:read',
  'cobr.write': 'charges:write',
  'payloadlocationrec.read': 'charges:read',
  'payloadlocationrec.write': 'charges:write',
  'rec.read': 'charges:read',
  'rec.write': 'charges:write',
  'solicrec.read': 'charges:read',
  'solicrec.write': 'charges:write',
  'webhookcobr.read': 'webhooks:read',
  'webhookcobr.write': 'webhooks:write',
  'webhookrec.read': 'webhooks:read',
  'webhookrec.write': 'webhooks:write',
} as const satisfies Record<string, KeyScope>;

export type StandardScope = keyof typeof NEEDED;

/** All scopes in the order of the standard. */
export const STANDARD_SCOPES = Object.keys(NEEDED) as readonly StandardScope[];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that a token needs for a route under /pix/v2. */
    standardScope?: StandardScope;
  }
}

/** The `config` of a route: the scope of the token, and the one that its key still needs. */
export function scopeOfRoute(standardScope: StandardScope) {
  return { standardScope, keyScope: NEEDED[standardScope] } as const;
}

/** The scopes that a key can grant. */
export function grantableScopes(scopes: ScopeSet): StandardScope[] {
  return STANDARD_SCOPES.filter((name) => hasScope(scopes, NEEDED[name]));
}
