import type { Database, Queryable } from '../database-types.ts';
import { CREATE_LOCK, HAS_LOCK } from './bucket-shards.ts';

const IS_CITUS = {
  name: 'citus_is_here',
  text: "select from pg_extension where extname = 'citus'",
};
/**
 * Global tables that every node has a copy of, because statements of each charge or payout read
 * them. A change is committed on all nodes at once, so no node knows a credential that is revoked.
 */
export const COPIED = [
  'bucket_migrations',
  'buckets',
  'credentials',
  'installation',
  'merchants',
  'partitioned_tables',
];
// All other global tables stay on the coordinator; the nodes send it the statements that name them.
// Placing a table also places tables that refer to it, so the next table is selected each time.
const NEXT_GLOBAL = {
  name: 'citus_next_global',
  text: `select c.oid::regclass::text as name from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
      and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migrations'
      and not exists (select from pg_dist_partition where logicalrelid = c.oid)
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1 limit 1`,
};
const NEXT_COPY = {
  name: 'citus_next_copy',
  text: `select logicalrelid::text as name from pg_dist_partition
    where logicalrelid in (select to_regclass('public.' || copied) from unnest($1::text[]) copied)
      and not (partmethod = 'n' and repmodel = 't')
    order by 1 limit 1`,
};
const FIND_LOCK = { name: 'citus_find_lock', text: `select where ${HAS_LOCK}` };
const NEXT_BUCKET = {
  name: 'citus_next_bucket',
  text: `select bucket_id as name from public.buckets
    where to_regnamespace(bucket_id) not in (select schemaid from pg_dist_schema)
    order by length(bucket_id), bucket_id limit 1`,
};
const KEEP_ON_COORDINATOR = {
  name: 'citus_keep_on_coordinator',
  text: 'select citus_add_local_table_to_metadata($1::regclass, cascade_via_foreign_keys => true)',
};
const COPY_TO_NODES = {
  name: 'citus_copy_to_nodes',
  text: 'select create_reference_table($1::regclass)',
};
const PLACE_BUCKET = {
  name: 'citus_place_bucket',
  text: 'select citus_schema_distribute($1::text::regnamespace)',
};

/** Whether the database is a Citus cluster. */
export async function isCitus(database: Queryable): Promise<boolean> {
  return (await database.query(IS_CITUS, [])).length > 0;
}

/**
 * Places tables and buckets that are not placed yet on the nodes, each in its own transaction: a
 * bucket as a whole on one node, some global tables as copies on all nodes. After an error it can
 * be called again and continues. Without Citus it does nothing. Throws errors of the database.
 * @param owner a connection to the coordinator as the owner of the tables.
 */
export async function placeTables(owner: Database): Promise<void> {
  if (!(await isCitus(owner))) return;
  if ((await owner.query(FIND_LOCK, [])).length === 0) await owner.query(CREATE_LOCK, []);
  await repeat(owner, NEXT_GLOBAL, [], KEEP_ON_COORDINATOR);
  await repeat(owner, NEXT_COPY, [COPIED], COPY_TO_NODES);
  await repeat(owner, NEXT_BUCKET, [], PLACE_BUCKET);
}

/** Places a new bucket in the transaction that makes it. Without Citus it does nothing. */
export async function placeBucket(tx: Queryable, bucketId: string): Promise<void> {
  // The tables and triggers exist before: a trigger for `truncate` that is created later would be
  // missing on the node.
  if (await isCitus(tx)) await tx.query(PLACE_BUCKET, [bucketId]);
}

/** Runs a step for each name that a query finds, until it finds none. */
async function repeat(
  owner: Database,
  find: typeof NEXT_GLOBAL,
  values: unknown[],
  step: typeof NEXT_GLOBAL,
): Promise<void> {
  const done: string[] = [];
  for (;;) {
    const [next] = await owner.query<{ name: string }>(find, values);
    if (next === undefined) return;
    if (done.includes(next.name)) throw new Error(`${next.name} is not placed on the cluster`);
    await owner.query(step, [next.name]);
    done.push(next.name);
  }
}
