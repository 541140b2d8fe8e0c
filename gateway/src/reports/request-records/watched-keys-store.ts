import type { Queryable } from '#src/ground/database/database.ts';

// A time that is far enough in the future is not written again: several programs may watch a key.
const WATCH = {
  name: 'credential_watch',
  text: `update credentials set watched_until = now() + interval '3 minutes'
    where client_id = $1 and revoked_at is null
      and (watched_until is null or watched_until < now() + interval '2 minutes')`,
};

/**
 * Marks a key as watched for two to three minutes: all processes record its requests that are
 * authenticated after this.
 */
export async function updateWatched(database: Queryable, clientId: string): Promise<void> {
  await database.query(WATCH, [clientId]);
}
