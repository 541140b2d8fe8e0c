import type { Queryable } from '../database-types.ts';
import { COORDINATOR } from '../statement-place.ts';
import { COPIED } from './place-tables.ts';

const SERVERS = {
  name: 'cluster_servers',
  place: COORDINATOR,
  text: `select nodename || ':' || nodeport as server, groupid = 0 as is_coordinator
    from pg_dist_node where noderole = 'primary' and isactive order by groupid`,
};
const SETTINGS = {
  name: 'cluster_settings',
  place: COORDINATOR,
  text: `select current_setting('wal_level') as wal_level,
      current_setting('lc_messages') as messages,
      current_setting('max_prepared_transactions')::int as prepared_max,
      current_setting('max_worker_processes')::int as workers_max,
      current_setting('citus.enable_unsafe_triggers', true) as triggers,
      (select count(*) from pg_prepared_xacts where database = current_database()
        and prepared < now() - interval '2 minutes')::int as unfinished`,
};
const CONNECTIONS = {
  name: 'cluster_connections',
  place: COORDINATOR,
  text: `select from_nodename || ':' || from_nodeport as source,
      to_nodename || ':' || to_nodeport as target
    from citus_check_cluster_node_health() where result is not true order by 1, 2`,
};
const UNPLACED = {
  name: 'cluster_unplaced',
  place: COORDINATOR,
  text: `select bucket_id as name from public.buckets
      where to_regnamespace(bucket_id) not in (select schemaid from pg_dist_schema)
    union all
    select c.relname from pg_class c
    where c.relnamespace in (to_regnamespace('public'), to_regnamespace('auth'))
      and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migrations'
      and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid
        and (c.relname <> all($1) or p.repmodel = 't'))
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1`,
};
const UNCOPIED = {
  name: 'cluster_uncopied',
  place: COORDINATOR,
  text: `select d.nodename || ':' || d.nodeport as server from pg_dist_node d
    where d.noderole = 'primary' and d.isactive and exists (
      select from pg_dist_partition t join pg_dist_shard s on s.logicalrelid = t.logicalrelid
      where t.partmethod = 'n' and t.repmodel = 't' and not exists (
        select from pg_dist_placement p where p.shardid = s.shardid and p.groupid = d.groupid))
    order by 1`,
};

/** The settings that an operator must make on each server of a cluster. */
export interface ClusterSettings extends Record<string, unknown> {
  readonly wal_level: string;
  readonly messages: string;
  readonly prepared_max: number;
  readonly workers_max: number;
  readonly triggers: string | null;
  /** Two-phase commits that have waited for their second phase for more than two minutes. */
  readonly unfinished: number;
}

/** The servers (`host:port`) of a cluster, the coordinator first. */
export async function readServers(database: Queryable): Promise<readonly string[]> {
  return (await database.query<{ server: string }>(SERVERS, [])).map(({ server }) => server);
}

/** The settings of the server of this connection. */
export async function readSettings(server: Queryable): Promise<ClusterSettings | undefined> {
  const [row] = await server.query<ClusterSettings>(SETTINGS, []);
  return row;
}

/** The pairs of servers whose first can't connect to the second with this connection's role. */
export function readBrokenConnections(
  database: Queryable,
): Promise<{ source: string; target: string }[]> {
  return database.query(CONNECTIONS, []);
}

/** The buckets and global tables that are only on the coordinator's disk. */
export async function readUnplaced(database: Queryable): Promise<readonly string[]> {
  return (await database.query<{ name: string }>(UNPLACED, [COPIED])).map(({ name }) => name);
}

/** The servers that lack copies of global tables. */
export async function readUncopied(database: Queryable): Promise<readonly string[]> {
  return (await database.query<{ server: string }>(UNCOPIED, [])).map(({ server }) => server);
}
