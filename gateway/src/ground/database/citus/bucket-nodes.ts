import pg from 'pg';
import { Refusal } from '../../errors/problems.ts';
import { type BucketId, isBucketId } from '../bucket-id.ts';
import { isOutage, reasonOf } from '../database-errors.ts';
import type { Queryable } from '../database-types.ts';

const NODES_OF_BUCKETS = {
  name: 'citus_sizes_of_buckets',
  text: `select n.nspname as bucket_id, s.nodename || ':' || s.nodeport as node,
      sum(s.shard_size)::bigint as size_bytes
    from citus_shards s join pg_class c on c.oid = s.table_name
    join pg_namespace n on n.oid = c.relnamespace
    join pg_dist_schema d on d.schemaid = n.oid
    group by n.nspname, s.nodename, s.nodeport`,
};
const NODES = {
  name: 'citus_nodes',
  text: `select nodename || ':' || nodeport as node from pg_dist_node
    where noderole = 'primary' and isactive and shouldhaveshards
    order by groupid`,
};
const PLAN = {
  name: 'citus_rebalance_plan',
  text: `select n.nspname as bucket_id, p.targetname || ':' || p.targetport as node
    from get_rebalance_table_shards_plan() p join pg_class c on c.oid = p.table_name
    join pg_namespace n on n.oid = c.relnamespace
    group by n.nspname, p.targetname, p.targetport
    order by length(n.nspname), n.nspname`,
};
const MOVE = {
  name: 'citus_move_bucket',
  text: `select citus_schema_move($1::text::regnamespace, nodename, nodeport) from pg_dist_node
    where noderole = 'primary' and nodename || ':' || nodeport = $2`,
};

/** A bucket and the node (`host:port`) to which it moves. */
export interface BucketMove {
  readonly bucketId: BucketId;
  readonly node: string;
}

/** The node (`host:port`) and the size (bytes) of each bucket. */
export async function readNodesOfBuckets(
  database: Queryable,
): Promise<ReadonlyMap<string, { readonly node: string; readonly sizeBytes: number }>> {
  const rows = await database.query<{ bucket_id: string; node: string; size_bytes: bigint }>(
    NODES_OF_BUCKETS,
    [],
  );
  return new Map(
    rows.map(({ bucket_id, node, size_bytes }) => [
      bucket_id,
      { node, sizeBytes: Number(size_bytes) },
    ]),
  );
}

/** The nodes (`host:port`) that may have buckets. */
export async function listNodes(database: Queryable): Promise<readonly string[]> {
  return (await database.query<{ node: string }>(NODES, [])).map(({ node }) => node);
}

/** The moves that give the nodes equal shares, and empty the nodes that may have no buckets. */
export async function planRebalance(owner: Queryable): Promise<readonly BucketMove[]> {
  const rows = await owner.query<{ bucket_id: string; node: string }>(PLAN, []);
  return rows.flatMap(({ bucket_id: bucketId, node }) =>
    isBucketId(bucketId) ? [{ bucketId, node }] : [],
  );
}

/**
 * Moves a bucket to another node while it is in use: the cluster copies its tables, and writes wait
 * for the moment of the change. It takes time in proportion to the size of the bucket. After an
 * error the bucket is where it was. The node must have copies of the global tables, which only a
 * superuser can give it. Throws errors of an unavailable database.
 * @throws {Refusal} bucket_move_refused with the cluster's reason
 */
export async function moveBucket(owner: Queryable, { bucketId, node }: BucketMove): Promise<void> {
  try {
    await owner.query(MOVE, [bucketId, node]);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || isOutage(error)) throw error;
    const hint = error.hint === undefined ? '' : ` ${error.hint}`;
    throw new Refusal('bucket_move_refused', { reason: `${reasonOf(error)}${hint}` });
  }
}
