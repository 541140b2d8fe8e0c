import * as f from './fields.ts';
import { one, sql } from './sql.ts';

const VERSION_NUMBER_MIN = 150_000;

/** The version as text and as PostgreSQL's number, 150018 for 15.18. */
export interface ServerVersion {
  readonly version: string;
  readonly versionNumber: number;
}

/** The reason why the server's version is too old, in Portuguese; undefined if it is not. */
export function tooOld({ version, versionNumber }: ServerVersion): string | undefined {
  return versionNumber < VERSION_NUMBER_MIN ? `PostgreSQL ${version} é antigo demais` : undefined;
}

/** The advice for a server that is too old. */
export const NEWER_SERVER = 'use o PostgreSQL 15 ou mais novo';

const FACTS = {
  version: f.text,
  versionNumber: f.int,
  /** Milliseconds since 1970, by the clock of the server. */
  now: f.double,
  /** Connections for roles that are not superusers. */
  connectionsUsable: f.int,
  connectionsUsed: f.int,
  synchronousCommit: f.text,
  /** `synchronous_standby_names`. */
  synchronousStandbys: f.text,
  standbys: f.int,
};
/** The facts about a database server that `doctor` checks. */
export type ServerFacts = f.RecordOf<typeof FACTS>;

// pg_stat_database counts the sessions of all roles; pg_stat_activity hides other roles'.
/** Reads the facts of the server. Throws errors of the database. */
export const readServerFacts = one(
  'server_facts',
  FACTS,
  sql`select current_setting('server_version') as version,
      current_setting('server_version_num')::int as version_number,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
      current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true), '0')::int as connections_usable,
      (select coalesce(sum(numbackends), 0) from pg_stat_database)::int as connections_used,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('synchronous_standby_names') as synchronous_standbys,
      (select count(*) from pg_stat_replication)::int as standbys`,
);
