import pg from 'pg';
import { SECOND_MS } from '../durations.ts';
import { DatabaseHosts } from './database-hosts.ts';
import { clientOf, type HostClient } from './host-client.ts';

const QUERY_TIMEOUT_MS = 15_000;
const STATEMENT_TIMEOUT_MS = 12_000;
const LOCK_TIMEOUT_MS = 10_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;
/** Each connection takes 3 to 35 MB of the server's memory. */
const IDLE_TIMEOUT_MS = 20 * SECOND_MS;

export interface PoolOptions {
  readonly connectionString: string;
  readonly connectionsMax: number;
  /** How many connections stay open while they are idle. Default: none. */
  readonly connectionsKept?: number | undefined;
  readonly applicationName: string;
  /** Default 12 s; 0 is no limit, for long reads by operators. */
  readonly statementTimeoutMs?: number;
  /** Settings of the sessions, as PostgreSQL's command line has them. */
  readonly settings?: string;
  readonly types?: pg.CustomTypesConfig;
  readonly onLost?: ((error: Error) => void) | undefined;
}

/** A pool that follows the database to the server that accepts writes. */
export interface HostPool extends pg.Pool {
  readonly hosts: DatabaseHosts;
  readonly connectionString: string;
}

/** The servers of each connection string that has an open pool, so that one watch serves all. */
const inUse = new Map<string, { readonly hosts: DatabaseHosts; pools: number }>();

/**
 * Opens a pool. Connecting, locks and statements have time limits, and a silent server loses its
 * connections. Throws a DatabaseAddressError.
 */
export function openPool(options: PoolOptions): HostPool {
  const { connectionString } = options;
  const shared = inUse.get(connectionString) ?? {
    hosts: new DatabaseHosts(connectionString),
    pools: 0,
  };
  inUse.set(connectionString, shared);
  shared.pools += 1;
  const { hosts } = shared;
  const pool = new pg.Pool(driverOptions(options, hosts));
  // A pool's end doesn't wait for its servers' sessions: a server that stops then ends them.
  const onLost = (error: Error): void => {
    if (!pool.ending) options.onLost?.(error);
  };
  pool.on('error', onLost);
  // A connection that breaks while it is in use also emits an event; without a listener the event
  // would end the process.
  pool.on('connect', (client) => client.on('error', onLost));
  pool.on('acquire', (client) => hostClient(client).acquired());
  pool.on('release', (_error, client) => hostClient(client).released());
  const end = pool.end.bind(pool);
  return Object.assign(pool, {
    hosts,
    connectionString,
    async end() {
      await end();
      shared.pools -= 1;
      if (shared.pools > 0) return;
      inUse.delete(connectionString);
      hosts.close();
    },
  });
}

/** The pool's class of clients, which the driver's types don't know. */
function hostClient(client: pg.PoolClient): HostClient {
  return client as unknown as HostClient;
}

function driverOptions(options: PoolOptions, hosts: DatabaseHosts): pg.PoolConfig {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  return {
    connectionString: hosts.address.driverUrl,
    // Without a limit a statement that gets no answer would keep its connection for ever.
    Client: clientOf(hosts, statementTimeoutMs === 0 ? 0 : QUERY_TIMEOUT_MS),
    max: options.connectionsMax,
    application_name: options.applicationName,
    connectionTimeoutMillis: hosts.address.connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    min: options.connectionsKept ?? 0,
    pipeline: true,
    keepAlive: true,
    ...(options.settings && { options: options.settings }),
    ...(options.types && { types: options.types }),
  };
}
