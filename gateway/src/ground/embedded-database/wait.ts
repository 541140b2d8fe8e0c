import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { MINUTE_MS, SECOND_MS } from '../durations.ts';
import type { DatabaseLog } from './address.ts';
import { EmbeddedDatabaseError } from './error.ts';

const SILENCE_MS_MAX = MINUTE_MS;
const RECOVERY_MS_MAX = 30 * MINUTE_MS;
const REFUSAL_MS_MAX = 3_000;
const PROGRESS_EVERY_MS = 5_000;
const ALONE_MS_MAX = 15_000;
const POLL_MS = 25;
const CONNECT_TIMEOUT_MS = 2_000;

export interface WaitOptions {
  readonly connectionString: string;
  /** How long a server may replay its log. Default half an hour. */
  readonly recoveryMsMax?: number;
  readonly log: DatabaseLog;
  readonly hasEnded: () => boolean;
}

/**
 * Waits until a server answers `select 1`. Returns false when it ended, or did not answer for a
 * minute, or for half an hour while it replays its log after a crash, because an interrupted replay
 * starts again. Throws an EmbeddedDatabaseError when it keeps refusing the password.
 */
export async function waitUntilReady(options: WaitOptions): Promise<boolean> {
  const { recoveryMsMax = RECOVERY_MS_MAX } = options;
  const begunAt = performance.now();
  let heardAt = begunAt;
  let toldAt = begunAt;
  let refusedAt: number | undefined;
  for (;;) {
    if (options.hasEnded()) return false;
    const state = await probeServer(options.connectionString);
    if (state === 'ready') return !options.hasEnded();
    const now = performance.now();
    if (state === 'recovering' && now - begunAt < recoveryMsMax) heardAt = now;
    if (now - heardAt > SILENCE_MS_MAX) return false;
    // For a moment another server on this port may answer, before ours fails because of the port.
    refusedAt = state === 'refused' ? (refusedAt ?? now) : undefined;
    if (refusedAt !== undefined && now - refusedAt > REFUSAL_MS_MAX) throw wrongPassword();
    if (now - toldAt > PROGRESS_EVERY_MS) {
      toldAt = now;
      const seconds = Math.round((now - begunAt) / SECOND_MS);
      options.log({ level: 'warn', message: `the database server is ${state} (${seconds} s)` });
    }
    await pause(POLL_MS);
  }
}

export type ServerState = 'ready' | 'recovering' | 'refused' | 'silent';
// PostgreSQL, appendix A: cannot_connect_now, invalid_password, invalid_authorization.
const STATES: Readonly<Record<string, ServerState>> = {
  '57P03': 'recovering',
  '28P01': 'refused',
  '28000': 'refused',
};

/**
 * Waits, before a server is stopped, until no other session is open, at most for some seconds.
 * Connects as the owner, because only the owner sees the sessions of the other role. Throws when it
 * can't connect.
 */
export async function waitUntilAlone(ownerConnectionString: string): Promise<void> {
  const deadline = performance.now() + ALONE_MS_MAX;
  const client = new pg.Client({ connectionString: ownerConnectionString });
  client.on('error', () => {});
  try {
    await client.connect();
    while (performance.now() < deadline) {
      const { rowCount } = await client.query(
        `select from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      if (rowCount === 0) return;
      await pause(POLL_MS);
    }
  } finally {
    await client.end().catch(() => {});
  }
}

/** Connects to a server, runs `select 1` and returns the server's state. Never throws. */
export async function probeServer(connectionString: string): Promise<ServerState> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return 'ready';
  } catch (error) {
    return (error instanceof pg.DatabaseError && STATES[error.code ?? '']) || 'silent';
  } finally {
    await client.end().catch(() => {});
  }
}

function wrongPassword(): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    'a senha em database-password não é a deste banco; restaure o arquivo da cópia',
  );
}
