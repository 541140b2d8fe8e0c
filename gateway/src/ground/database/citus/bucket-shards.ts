import type { Queryable, Statement } from '../database-types.ts';
import { COORDINATOR } from '../statement-place.ts';
import { type NodeTables, nameShards } from './name-shards.ts';

/** The SQLSTATE of `lock_bucket_here` for a bucket that is on another node. */
export const BUCKET_ELSEWHERE = 'PB001';

/**
 * Keeps a bucket on this node until the transaction ends, with the lock that Citus takes for a
 * write (5 is ShareLock); a move waits for it, and it waits for a move. Fails if the bucket is on
 * another node. Only the owner of the tables may take the lock, so the function runs as the owner.
 * Its plans are kept, because they are the same for all buckets.
 */
export const CREATE_LOCK = {
  name: 'citus_create_lock_bucket_here',
  place: COORDINATOR,
  text: `create function public.lock_bucket_here(shard_id bigint) returns void
    language plpgsql security definer
    set search_path = pg_catalog, pg_temp set plan_cache_mode = auto
    as $$
    begin
      perform lock_shard_metadata(5, array[shard_id]);
      if not exists (select from pg_dist_placement p join pg_dist_local_group g using (groupid)
          where p.shardid = shard_id) then
        raise exception 'the bucket is on another node' using errcode = '${BUCKET_ELSEWHERE}';
      end if;
    end
    $$`,
};
export const LOCK = {
  name: 'citus_lock_bucket_here',
  text: 'select public.lock_bucket_here($1)',
};
export const HAS_LOCK = `to_regprocedure('public.lock_bucket_here(bigint)') is not null`;

const GLOBAL = {
  name: 'citus_global_tables',
  place: COORDINATOR,
  text: `select ${HAS_LOCK} as has_lock,
    (select json_object_agg(c.relname, shard_name(s.logicalrelid, s.shardid))
      from pg_dist_partition t join pg_class c on c.oid = t.logicalrelid
      join pg_dist_shard s on s.logicalrelid = t.logicalrelid
      where t.partmethod = 'n' and t.repmodel = 't'
        and c.relnamespace = 'public'::regnamespace) as copies,
    (select json_agg(c.relname) from pg_class c
      where c.relnamespace = 'public'::regnamespace
        and c.relkind in ('r', 'p') and not c.relispartition) as tables`,
};

/** A statement that names shards. */
export interface ShardStatement extends Statement {
  /** Whether it names tables of the bucket, which must be locked before, and not only copies. */
  readonly isOfBucket: boolean;
}

/** The statements of a bucket as its node runs them without Citus. */
export interface BucketShards {
  /** A shard of the bucket, for `lock_bucket_here`. */
  readonly shardId: string;
  /** The statement with the names of shards; undefined if it must go through Citus. */
  statementOf(statement: Statement): ShardStatement | undefined;
}

/** The tables of a bucket with the names of their shards, and one of these shards. */
export interface BucketTables {
  readonly shard_id: string;
  readonly tables: Readonly<Record<string, string>>;
}

/** The tables of all buckets, as the nodes have them. */
export type GlobalTables = Omit<NodeTables, 'ofBucket'>;

/** The global tables; undefined in a cluster that an older version has made. */
export async function readGlobalTables(reader: Queryable): Promise<GlobalTables | undefined> {
  const [row] = await reader.query<{
    has_lock: boolean;
    copies: Readonly<Record<string, string>> | null;
    tables: readonly string[] | null;
  }>(GLOBAL, []);
  if (!row?.has_lock) return undefined;
  const copies = new Map(Object.entries(row.copies ?? {}));
  return { copies, elsewhere: new Set(row.tables?.filter((name) => !copies.has(name))) };
}

/** Other names of shards need other names of prepared statements. */
let versions = 0;

/** Names shards in the statements of one bucket. Each statement is read once. */
export function createBucketShards(
  { shard_id: shardId, tables }: BucketTables,
  global: GlobalTables,
): BucketShards {
  versions += 1;
  const prefix = `s${versions}.`;
  const node = { ...global, ofBucket: new Map(Object.entries(tables)) };
  const known = new Map<string, ShardStatement | undefined>();
  return {
    shardId,
    statementOf(statement) {
      const { name, text } = statement;
      if (!known.has(text)) {
        const named = nameShards(text, node);
        known.set(text, named && { ...statement, ...named, name: `${prefix}${name}` });
      }
      return known.get(text);
    },
  };
}
