import { randomBytes } from 'node:crypto';
import type { KeyRights } from '#src/ground/access/key-rights.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';

const CLIENT_ID_BYTES = 16;
const CLIENT_SECRET_BYTES = 32;

/** A key pair. The secret is shown once, when the pair is created. */
export interface KeyPair {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A key pair as lists show it, without its secret. */
export interface CredentialSummary {
  readonly clientId: string;
  readonly environment: Environment;
  readonly name: string;
  /** The key's own limit; null means the gateway's default. */
  readonly rateLimitPerMinute: number | null;
  readonly rights: KeyRights;
  readonly createdAt: number;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  readonly requestsLastDay: number;
}

/**
 * Creates a key pair with 128 random bits in the id and 256 in the secret. The prefix names the
 * environment.
 */
export function createKeyPair(environment: Environment): KeyPair {
  const clientId = randomBytes(CLIENT_ID_BYTES).toString('base64url');
  const clientSecret = randomBytes(CLIENT_SECRET_BYTES).toString('base64url');
  return {
    clientId: `svc_pk_${environment}_${clientId}`,
    clientSecret: `svc_sk_${environment}_${clientSecret}`,
  };
}
