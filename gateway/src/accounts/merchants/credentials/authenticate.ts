import type { Caller } from '#src/ground/access/merchant.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { digestsEqual, sha256 } from '#src/ground/encryption/encryption.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { selectCredentials } from './credential-store.ts';

const CLIENT_ID = /^[\x21-\x7e]{1,200}$/;
/** The digest to compare with for an unknown client-id, so that the answer takes as long. */
const UNKNOWN_DIGEST = sha256('no secret has this digest');

/** A key pair that is not revoked, with the digest of its secret. */
export interface AuthenticatedKey {
  readonly caller: Caller;
  readonly secretSha256: Buffer;
}

/** The two credential headers of a request. */
export interface UncheckedCredential {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Authenticates many requests with one query. The value of each is its caller, or undefined if the
 * client-id is unknown or revoked or the secret is wrong; it doesn't tell which. Credentials are
 * not cached, so all processes refuse a revoked credential at once.
 */
export async function authenticateCallers(
  database: Queryable,
  unchecked: readonly UncheckedCredential[],
): Promise<readonly BatchResult<Caller | undefined>[]> {
  const clientIds = new Set(
    unchecked.map((credential) => credential.clientId).filter((id) => CLIENT_ID.test(id)),
  );
  const credentials = await selectCredentials(database, { clientIds: [...clientIds] });
  const byClientId = new Map(
    credentials.map((credential) => [credential.caller.clientId, credential]),
  );
  // Many requests of a batch have the same secret: each secret is hashed once.
  const digests = new Map<string, Buffer>();
  return unchecked.map(({ clientId, clientSecret }) => {
    const credential = byClientId.get(clientId);
    const digest = digests.get(clientSecret) ?? sha256(clientSecret);
    digests.set(clientSecret, digest);
    const isRight = digestsEqual(digest, credential?.secretSha256 ?? UNKNOWN_DIGEST);
    return { value: isRight ? credential?.caller : undefined };
  });
}

/**
 * Finds the key pairs of many client-ids with one query; undefined for one that is unknown or
 * revoked. For requests whose token proves that the client knew the secret.
 */
export async function findKeys(
  database: Queryable,
  clientIds: readonly string[],
): Promise<readonly BatchResult<AuthenticatedKey | undefined>[]> {
  const ids = new Set(clientIds.filter((id) => CLIENT_ID.test(id)));
  const found = ids.size > 0 ? await selectCredentials(database, { clientIds: [...ids] }) : [];
  const byClientId = new Map(
    found.map(({ caller, secretSha256 }) => [caller.clientId, { caller, secretSha256 }]),
  );
  return clientIds.map((id) => ({ value: byClientId.get(id) }));
}
