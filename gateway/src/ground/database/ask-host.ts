import pg from 'pg';
import type { DatabaseAddress, DatabaseHost } from './database-address.ts';
import { DatabaseUnavailable, reasonOf } from './database-errors.ts';

/** A server that accepts writes, with its timeline: each promotion begins a later one. */
export interface WritableHost {
  readonly host: DatabaseHost;
  /** 0 when the server doesn't report it. */
  readonly timeline: number;
  /** When the server started: two addresses of one server have the same. */
  readonly instance: string;
}

/** The server to use. */
export interface FoundHost extends WritableHost {
  /** Other servers that accept writes as well, so that the data can diverge. */
  readonly rivals: readonly WritableHost[];
}

/** An open session of the watch with one server. */
export interface HostSession {
  readonly host: DatabaseHost;
  /** Throws DatabaseUnavailable when the server doesn't answer in time or takes no writes. */
  check(): Promise<WritableHost>;
  close(): void;
}

// An old primary that comes back without its fence also accepts writes. Other servers get this long
// to answer after the first, so that the one with the latest timeline can be chosen.
const OTHERS_WAIT_MS = 250;
const HEXADECIMAL = 16;
const STATE = `select pg_is_in_recovery() as is_standby,
  current_setting('default_transaction_read_only') = 'on' as is_read_only,
  extract(epoch from pg_postmaster_start_time())::text as instance`;
const TIMELINE = 'select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline';

/** Opens a separate session with one server. Throws errors of connecting. */
export async function openHostSession(
  address: DatabaseAddress,
  host: DatabaseHost,
): Promise<HostSession> {
  const client = new pg.Client({
    connectionString: address.driverUrl,
    application_name: 'pix-gateway watch',
    connectionTimeoutMillis: address.connectTimeoutMs,
    query_timeout: address.connectTimeoutMs,
    keepAlive: true,
  });
  client.on('error', () => {});
  if (address.hosts.length > 1) Object.assign(client, { host: host.host, port: host.port });
  await client.connect();
  let isTimelineKnown = true;
  return {
    host,
    async check() {
      const instance = await requireWrites(client, address);
      // Some managed servers refuse these functions: their timelines are then not compared.
      const timeline = isTimelineKnown ? await readTimeline(client) : 0;
      isTimelineKnown = timeline > 0;
      return { host, timeline, instance };
    },
    close: () => void client.end().catch(() => {}),
  };
}

interface ServerState {
  readonly is_standby: boolean;
  readonly is_read_only: boolean;
  readonly instance: string;
}

/** The instance of a connection's server. Throws DatabaseUnavailable when it accepts no writes. */
export async function requireWrites(
  client: pg.Client,
  { target }: DatabaseAddress,
): Promise<string> {
  const [state] = (await client.query<ServerState>(STATE)).rows;
  if (state?.is_standby !== false) throw new DatabaseUnavailable('it is a standby');
  if (state.is_read_only && target !== 'primary') throw new DatabaseUnavailable('it is read-only');
  return state.instance;
}

/** 0 when the server refuses the functions. */
async function readTimeline(client: pg.Client): Promise<number> {
  const rows = await client.query<{ timeline: string }>(TIMELINE).then(
    (result) => result.rows,
    (error: unknown) => {
      if (error instanceof pg.DatabaseError) return [];
      throw error;
    },
  );
  return Number.parseInt(rows[0]?.timeline ?? '0', HEXADECIMAL);
}

/**
 * Asks servers at once and returns the writable one with the latest timeline, or the first of the
 * list among equals, with the others that accept writes. A server with an earlier timeline than
 * `timelineMin` is an old primary, which is not used. Throws DatabaseUnavailable with the reason of
 * each server when none may be used.
 */
export async function findWritableHost(
  address: DatabaseAddress,
  hosts: readonly DatabaseHost[],
  timelineMin: number,
): Promise<FoundHost> {
  const writable: WritableHost[] = [];
  const reasons = new Map<string, string>();
  const first = Promise.withResolvers<void>();
  const isOld = ({ timeline }: WritableHost): boolean => timeline > 0 && timeline < timelineMin;
  const asked = hosts.map(async (host) => {
    try {
      const answer = await askHost(address, host);
      writable.push(answer);
      if (isOld(answer)) throw new DatabaseUnavailable('it is an old primary');
      first.resolve();
    } catch (error) {
      reasons.set(host.name, reasonOf(error));
    }
  });
  const others = first.promise.then(() => new Promise((ok) => setTimeout(ok, OTHERS_WAIT_MS)));
  await Promise.race([Promise.all(asked), others]);
  const order = (candidate: WritableHost): number => hosts.indexOf(candidate.host);
  const sorted = writable.toSorted((a, b) => b.timeline - a.timeline || order(a) - order(b));
  const best = sorted.find((answer) => !isOld(answer));
  if (best) return { ...best, rivals: rivalsOf(best, writable) };
  const all = [...reasons].map(([name, reason]) => `${name}: ${reason}`).join('; ');
  throw new DatabaseUnavailable(`no server accepts writes (${all})`);
}

/** The servers of a list that are not the server in use. */
export function rivalsOf(
  { instance }: WritableHost,
  others: readonly WritableHost[],
): readonly WritableHost[] {
  return others.filter((other) => other.instance !== instance);
}

/** Asks one server once. Throws DatabaseUnavailable and errors of connecting. */
export async function askHost(address: DatabaseAddress, host: DatabaseHost): Promise<WritableHost> {
  const session = await openHostSession(address, host);
  try {
    return await session.check();
  } finally {
    session.close();
  }
}
