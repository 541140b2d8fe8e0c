import { randomBytes } from 'node:crypto';
import type { Environment } from '#src/access/ledger-scope.ts';

const CLIENT_ID_BYTES = 16;
const CLIENT_SECRET_BYTES = 32;

/** A key pair as it is shown, once. */
export interface KeyPair {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * A key pair with 128 random bits in the id and 256 in the secret; its prefix tells the
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
