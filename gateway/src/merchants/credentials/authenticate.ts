import type { Caller } from '#src/access/merchant.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { digestsEqual, sha256 } from '#src/platform/encryption/encryption.ts';
import type { BatchResult } from '#src/platform/work/batcher.ts';
import { selectCredentials } from './credential-store.ts';

const CLIENT_ID = /^[\x21-\x7e]{1,200}$/;
const NO_SECRET = sha256('no secret has this digest');

/** The two credential headers as they came. */
export interface UncheckedCredential {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Who calls, for many requests with one query: the caller, or undefined. Credentials are read fresh
 * each time, so a revoked one is dead at once on every process. An unknown client-id costs the same
 * comparison as a wrong secret, and nothing tells which half was wrong.
 */
export async function authenticateCallers(
  database: Queryable,
  unchecked: readonly UncheckedCredential[],
): Promise<readonly BatchResult<Caller | undefined>[]> {
  const clientIds = new Set(
    unchecked.map((one) => one.clientId).filter((id) => CLIENT_ID.test(id)),
  );
  const credentials = await selectCredentials(database, [...clientIds]);
  const byClientId = new Map(credentials.map((one) => [one.caller.clientId, one]));
  return unchecked.map(({ clientId, clientSecret }) => {
    const credential = byClientId.get(clientId);
    const isRight = digestsEqual(sha256(clientSecret), credential?.secretSha256 ?? NO_SECRET);
    return { value: isRight ? credential?.caller : undefined };
  });
}
