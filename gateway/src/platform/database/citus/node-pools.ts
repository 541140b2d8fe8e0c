import type { BucketId } from '../bucket-id.ts';
import { isBucketId } from '../bucket-id.ts';
import type { Queryable } from '../database-types.ts';
import type { BucketPool, Placement } from '../placement.ts';
import type { HostPool } from '../pool.ts';
import { isCitus } from './place-tables.ts';

const NODES = {
  name: 'citus_nodes_of_buckets',
  text: `select n.nspname as bucket_id, d.nodename as host, d.nodeport as port
    from pg_dist_partition t
    join pg_class c on c.oid = t.logicalrelid and c.relname = 'bucket_merchants'
    join pg_namespace n on n.oid = c.relnamespace
    join pg_dist_shard s on s.logicalrelid = t.logicalrelid
    join pg_dist_placement p on p.shardid = s.shardid
    join pg_dist_node d on d.groupid = p.groupid and d.noderole = 'primary'
    order by length(n.nspname), n.nspname`,
};

/** What differs between the pools of two nodes. */
export interface NodePoolOptions {
  readonly connectionString: string;
  /** The bucket whose search path the connections have. */
  readonly bucketId: BucketId;
}

/**
 * The pools of a Citus cluster, one a node, so that a statement goes straight to its bucket.
 * An old placement is slower, not wrong: every node passes statements on to the right one. On plain
 * PostgreSQL all buckets use the given pool.
 */
export function createNodePools(
  coordinator: BucketPool & { readonly pool: HostPool },
  open: (options: NodePoolOptions) => HostPool,
): Placement {
  const pools = new Map<string, BucketPool & { readonly pool: HostPool }>();
  let placed = new Map<BucketId, BucketPool>();
  let isCluster: boolean | undefined;

  function poolOfNode(node: string, bucketId: BucketId): BucketPool {
    const known = pools.get(node);
    if (known) return known;
    const connectionString = addressOfNode(coordinator.pool.connectionString, node);
    const opened = {
      pool: open({ connectionString, bucketId }),
      poolBucketId: bucketId,
    };
    pools.set(node, opened);
    return opened;
  }

  return {
    poolOf: (bucketId) => placed.get(bucketId) ?? coordinator,
    async refresh(reader: Queryable) {
      isCluster ??= await isCitus(reader);
      if (!isCluster) return;
      const rows = await reader.query<{ bucket_id: string; host: string; port: number }>(NODES, []);
      const found = new Map<BucketId, BucketPool>();
      for (const { bucket_id: bucketId, host, port } of rows) {
        if (isBucketId(bucketId)) found.set(bucketId, poolOfNode(`${host}:${port}`, bucketId));
      }
      placed = found;
    },
    async end() {
      await Promise.all([coordinator, ...pools.values()].map(({ pool }) => pool.end()));
    },
  };
}

/** The address of the coordinator with the host and port of a node in place of its own. */
export function addressOfNode(connectionString: string, node: string): string {
  return connectionString.replace(/^(\w+:\/\/(?:[^/?#]*@)?)[^/?#]*/, `$1${node}`);
}
