import pg from 'pg';
import type { DatabaseAddress, DatabaseHost } from './database-address.ts';
import { DatabaseUnavailable, reasonOf } from './database-errors.ts';

/** A server that accepts writes, with its timeline: each promotion begins a later one. */
export interface WritableHost {
  readonly host: DatabaseHost;
  /** 0 when the server doesn't tell it. */
  readonly timeline: number;
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
  current_setting('default_transaction_read_only') = 'on' as is_read_only`;
const TIMELINE = 'select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline';

/** Opens a session of its own with one server. Throws errors of connecting. */
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
  return {
    host,
    async check() {
      await requireWrites(client, address);
      return { host, timeline: await readTimeline(client) };
    },
    close: () => void client.end().catch(() => {}),
  };
}

/** Throws DatabaseUnavailable when the server of a connection takes no writes. */
export async function requireWrites(client: pg.Client, { target }: DatabaseAddress): Promise<void> {
  const [state] = (await client.query<{ is_standby: boolean; is_read_only: boolean }>(STATE)).rows;
  if (state?.is_standby !== false) throw new DatabaseUnavailable('it is a standby');
  if (state.is_read_only && target !== 'primary') throw new DatabaseUnavailable('it is read-only');
}

// Some managed servers refuse these functions: their timelines are then not compared.
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
 * list among equals. A server with an earlier timeline than `timelineMin` is an old primary. Throws
 * DatabaseUnavailable with the reason of each server when none may be used.
 */
export async function findWritableHost(
  address: DatabaseAddress,
  hosts: readonly DatabaseHost[],
  timelineMin: number,
): Promise<WritableHost> {
  const found: WritableHost[] = [];
  const reasons = new Map<string, string>();
  const first = Promise.withResolvers<void>();
  const asked = hosts.map(async (host) => {
    try {
      const answer = await askHost(address, host);
      if (answer.timeline < timelineMin && answer.timeline > 0) {
        throw new DatabaseUnavailable('it is an old primary');
      }
      found.push(answer);
      first.resolve();
    } catch (error) {
      reasons.set(host.name, reasonOf(error));
    }
  });
  const others = first.promise.then(() => new Promise((ok) => setTimeout(ok, OTHERS_WAIT_MS)));
  await Promise.race([Promise.all(asked), others]);
  const order = (one: WritableHost): number => hosts.indexOf(one.host);
  const [best] = found.toSorted((a, b) => b.timeline - a.timeline || order(a) - order(b));
  if (best) return best;
  const all = [...reasons].map(([name, reason]) => `${name}: ${reason}`).join('; ');
  throw new DatabaseUnavailable(`no server accepts writes (${all})`);
}

async function askHost(address: DatabaseAddress, host: DatabaseHost): Promise<WritableHost> {
  const session = await openHostSession(address, host);
  try {
    return await session.check();
  } finally {
    session.close();
  }
}
