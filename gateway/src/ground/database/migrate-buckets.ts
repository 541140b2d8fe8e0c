import { type BucketId, HOME_BUCKET, isBucketId, searchPathOf } from './bucket-id.ts';
import type { Database, Queryable, Transaction } from './database-types.ts';
import { splitScript } from './split-script.ts';

/** The first line of a migration that changes the tables of each bucket. */
const MARKER = /^-- In each bucket\b/;

const BUCKETS = {
  name: 'migration_buckets',
  text: 'select bucket_id from public.buckets order by length(bucket_id), bucket_id',
};
const DONE = {
  name: 'migration_buckets_done',
  text: 'select bucket_id from public.bucket_migrations where name = $1',
};
const RECORD = {
  name: 'migration_bucket_record',
  text: `insert into public.bucket_migrations (bucket_id, name, applied_at)
    values ($1, $2, now())`,
};

/** A migration creates global tables; the tables that it changes may also be those of `b0`. */
const GLOBAL_PATH = `public, ${HOME_BUCKET}`;

/** Whether a migration runs once for each bucket. */
export function isForEachBucket(text: string): boolean {
  return MARKER.test(text);
}

/** The text of a migration that runs once. */
export function globalScript(text: string): string {
  return `set local search_path = ${GLOBAL_PATH};\n${text}`;
}

/**
 * Applies a migration to each bucket that doesn't have it, one transaction each, so that it
 * continues after an error. Unqualified names are tables of the bucket. A function needs the prefix
 * `public` and `create or replace`, because all buckets share it.
 * @param run repeats a transaction while its tables are in use.
 */
export async function migrateBuckets(
  database: Database,
  { name, text }: { readonly name: string; readonly text: string },
  run: (work: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const done = new Set(await readIds(database, DONE, [name]));
  const buckets = (await readBuckets(database)).filter((bucketId) => !done.has(bucketId));
  for (const bucketId of buckets) {
    await run(() =>
      database.transaction(async (tx) => {
        await recordInBucket(tx, bucketId, name);
        await runScript(tx, `set local search_path = ${searchPathOf(bucketId)};\n${text}`);
      }),
    );
  }
}

/** All buckets, as the owner of the tables finds them, in the order of their numbers. */
export function readBuckets(owner: Queryable): Promise<BucketId[]> {
  return readIds(owner, BUCKETS, []);
}

async function readIds(
  database: Queryable,
  statement: typeof BUCKETS,
  values: unknown[],
): Promise<BucketId[]> {
  const rows = await database.query<{ bucket_id: string }>(statement, values);
  return rows.map(({ bucket_id }) => bucket_id).filter(isBucketId);
}

/** Records that a bucket has a migration. */
export async function recordInBucket(
  tx: Transaction,
  bucketId: BucketId,
  name: string,
): Promise<void> {
  await tx.query(RECORD, [bucketId, name]);
}

/** Runs the statements of a script, one after another. */
export async function runScript(tx: Transaction, script: string): Promise<void> {
  for (const statement of splitScript(script)) await tx.script(statement);
}
