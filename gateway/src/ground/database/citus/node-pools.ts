import type { BucketId } from '../bucket-id.ts';
import { isBucketId } from '../bucket-id.ts';
import type { Queryable } from '../database-types.ts';
import type { BucketPool, Placement } from '../placement.ts';
import type { HostPool } from '../pool.ts';
import {
  type BucketShards,
  type BucketTables,
  createBucketShards,
  type GlobalTables,
  readGlobalTables,
} from './bucket-shards.ts';
import { isCitus } from './place-tables.ts';

const NODES = {
  name: 'citus_nodes_of_buckets',
  text: `select n.nspname as bucket_id, d.nodename || ':' || d.nodeport as node,
      max(s.shardid) filter (where c.relname = 'bucket_merchants')::text as shard_id,
      json_object_agg(c.relname, shard_name(s.logicalrelid, s.shardid)) as tables
    from pg_dist_schema bucket
    join pg_namespace n on n.oid = bucket.schemaid
    join pg_class c on c.relnamespace = n.oid and not c.relispartition
    join pg_dist_shard s on s.logicalrelid = c.oid
    join pg_dist_placement p on p.shardid = s.shardid
    join pg_dist_node d on d.groupid = p.groupid and d.noderole = 'primary'
    group by n.nspname, d.nodename, d.nodeport
    order by length(n.nspname), n.nspname`,
};

interface BucketRow extends BucketTables, Record<string, unknown> {
  readonly bucket_id: string;
  readonly node: string;
}

/** The settings of a pool that depend on its node. */
export interface NodePoolOptions {
  readonly connectionString: string;
  /** The bucket whose search path the connections have. */
  readonly bucketId: BucketId;
}

interface PlacedRow {
  readonly bucketId: BucketId;
  readonly row: BucketRow;
}

type NodePool = Omit<BucketPool, 'shards'>;

/**
 * The pools of a Citus cluster, one for each node, so that a statement goes straight to its bucket.
 * Every node passes statements on to the right node, so an old placement is only slower. On plain
 * PostgreSQL all buckets use the given pool.
 */
export function createNodePools(
  coordinator: NodePool,
  open: (options: NodePoolOptions) => HostPool,
): Placement {
  let pools = new Map<string, NodePool>();
  /** Pools of nodes without buckets; they are closed when their last statement has ended. */
  let unused: readonly NodePool[] = [];
  let placed = new Map<BucketId, BucketPool>();
  const shardsOf = rememberShards();
  let isCluster: boolean | undefined;
  const readOnce = oneAtATime(read);

  function openPool(node: string, bucketId: BucketId): NodePool {
    const connectionString = addressOfNode(coordinator.pool.connectionString, node);
    const pool = open({ connectionString, bucketId });
    return { pool, poolBucketId: bucketId };
  }

  function place(
    bucketsOfNodes: ReadonlyMap<string, readonly [PlacedRow, ...PlacedRow[]]>,
    global: GlobalTables | undefined,
  ): void {
    const before = pools;
    pools = new Map();
    placed = new Map();
    for (const [node, buckets] of bucketsOfNodes) {
      const existing = before.get(node);
      // The search path of its connections must be that of a bucket that is still there.
      const isKept = buckets.some(({ bucketId }) => bucketId === existing?.poolBucketId);
      const pool = existing && isKept ? existing : openPool(node, buckets[0].bucketId);
      pools.set(node, pool);
      for (const { bucketId, row } of buckets) {
        placed.set(bucketId, { ...pool, shards: global && shardsOf(bucketId, row, global) });
      }
    }
    const kept = new Set(pools.values());
    unused = closeUnused([...unused, ...[...before.values()].filter((pool) => !kept.has(pool))]);
  }

  async function read(reader: Queryable): Promise<void> {
    const rows = await reader.query<BucketRow>(NODES, []);
    const global = await readGlobalTables(reader);
    const bucketsOfNodes = new Map<string, [PlacedRow, ...PlacedRow[]]>();
    for (const row of rows) {
      const { bucket_id: bucketId, node } = row;
      if (!isBucketId(bucketId)) continue;
      const buckets = bucketsOfNodes.get(node);
      if (buckets) buckets.push({ bucketId, row });
      else bucketsOfNodes.set(node, [{ bucketId, row }]);
    }
    place(bucketsOfNodes, global);
  }

  return {
    poolOf: (bucketId) => placed.get(bucketId) ?? coordinator,
    isOneServer: () => isCluster === false,
    async refresh(reader) {
      isCluster ??= await isCitus(reader);
      if (isCluster) await readOnce(reader);
    },
    async readAgain(reader) {
      if (isCluster) await readOnce(reader);
    },
    async end() {
      await Promise.all([coordinator, ...pools.values(), ...unused].map(({ pool }) => pool.end()));
    },
  };
}

/**
 * Makes the shards of a bucket anew only when they have changed, because connections have prepared
 * statements for them.
 */
function rememberShards() {
  const known = new Map<BucketId, { readonly state: string; readonly shards: BucketShards }>();
  return (bucketId: BucketId, tables: BucketTables, global: GlobalTables): BucketShards => {
    const state = JSON.stringify([
      tables.shard_id,
      tables.tables,
      [...global.copies],
      [...global.elsewhere],
    ]);
    const existing = known.get(bucketId);
    if (existing?.state === state) return existing.shards;
    const shards = createBucketShards(tables, global);
    known.set(bucketId, { state, shards });
    return shards;
  };
}

/**
 * Runs reads one after another. A caller never gets a read that began before its call: the
 * callers that come while a read is under way share the next one.
 */
function oneAtATime(
  read: (reader: Queryable) => Promise<void>,
): (reader: Queryable) => Promise<void> {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  function start(reader: Queryable): Promise<void> {
    next = undefined;
    current = read(reader).finally(() => {
      current = undefined;
    });
    return current;
  }

  return (reader) => {
    if (next !== undefined) return next;
    if (current === undefined) return start(reader);
    next = current.catch(() => {}).then(() => start(reader));
    return next;
  };
}

/** Closes the pools that no statement uses or waits for, and returns all other pools. */
function closeUnused(pools: readonly NodePool[]): readonly NodePool[] {
  const isUsed = ({ pool }: NodePool): boolean =>
    pool.waitingCount > 0 || pool.idleCount < pool.totalCount;
  for (const node of pools) if (!isUsed(node)) void node.pool.end();
  return pools.filter(isUsed);
}

/** The address of the coordinator with the host and port of a node in place of its own. */
export function addressOfNode(connectionString: string, node: string): string {
  return connectionString.replace(/^(\w+:\/\/(?:[^/?#]*@)?)[^/?#]*/, `$1${node}`);
}
