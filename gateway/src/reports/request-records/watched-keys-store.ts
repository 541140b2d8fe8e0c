import type { Queryable } from '#src/ground/database/database.ts';

// A time that is far enough is not written again: several programs may watch one key.
const WATCH = {
  name: 'credential_watch',
  text: `update credentials set watched_until = now() + interval '3 minutes'
    where client_id = $1 and revoked_at is null
      and (watched_until is null or watched_until < now() + interval '2 minutes')`,
};

/**
 * Has the requests of a key recorded for the next two to three minutes: each one that is
 * authenticated after this, on every process.
 */
export async function updateWatched(database: Queryable, clientId: string): Promise<void> {
  await database.query(WATCH, [clientId]);
}
