import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync, renameSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import {
  addressesOf,
  type DatabaseAddresses,
  type DatabaseLog,
  type DatabasePasswords,
  ownerAddressOf,
  RUNTIME_ROLE,
} from './address.ts';
import type { Cluster } from './cluster.ts';
import { EmbeddedDatabaseError } from './error.ts';
import { stopOrphan } from './orphan.ts';
import { serverSettings } from './settings.ts';
import { ended, endServer, hasEnded, spawnSupervised } from './supervisor.ts';
import type { DatabaseUser } from './user.ts';
import { waitUntilReady } from './wait.ts';

const START_ATTEMPTS_MAX = 8;
const RESTART_PAUSE_MS_MIN = 100;
const RESTART_PAUSE_MS_MAX = 5_000;
const LOG_BYTES_MAX = 10 * 1_024 * 1_024;
const DATABASE = 'pix_gateway';
// Temporary errors: another process has the port, or a killed server's sessions use its memory.
const PASSING = /could not bind|could not create any TCP|still in use|postmaster\.pid/i;
const REASON = /(?:FATAL|PANIC):\s*(.*)/;

export interface ServerOptions extends Cluster {
  readonly user: DatabaseUser;
  readonly passwords: DatabasePasswords;
  readonly isDurable: boolean;
  readonly archiveDir: string | undefined;
  readonly log: DatabaseLog;
  readonly onSpawned?: (() => void) | undefined;
}

export interface Server extends DatabaseAddresses {
  stop(): Promise<void>;
}

/** A running server with its current process; a restart replaces the process. */
interface Kept {
  readonly port: number;
  child: ChildProcess;
  readonly stopping: AbortController;
}

/**
 * Starts the server, waits until it answers, and restarts it when it ends before `stop`. Throws an
 * EmbeddedDatabaseError when it can't start.
 */
export async function startServer(unresolved: ServerOptions): Promise<Server> {
  const options = { ...unresolved, clusterDir: realpathSync(unresolved.clusterDir) };
  await stopOrphan(options.clusterDir, options.log);
  rotateLog(options.logPath);
  const kept = await startOnFreePort(options);
  try {
    await ensureDatabase(kept.port, options.passwords);
  } catch (error) {
    await endServer(options, kept.child);
    throw error;
  }
  const keeping = keepRunning(options, kept);
  return {
    ...addressesOf(kept.port, options.passwords),
    async stop() {
      kept.stopping.abort();
      await endServer(options, kept.child);
      await keeping;
    },
  };
}

async function keepRunning(options: ServerOptions, kept: Kept): Promise<void> {
  const { signal } = kept.stopping;
  let pauseMs = RESTART_PAUSE_MS_MIN;
  while (!signal.aborted) {
    await ended(kept.child);
    if (signal.aborted) return;
    options.log({ level: 'error', message: 'the database server ended; it is started again' });
    await pause(pauseMs, undefined, { signal }).catch(() => {});
    const isReady = await restart(options, kept).catch((error: unknown) => {
      options.log({ level: 'error', message: error instanceof Error ? error.message : '' });
      return false;
    });
    if (isReady) options.log({ level: 'info', message: 'the database server answers again' });
    pauseMs = isReady ? RESTART_PAUSE_MS_MIN : Math.min(pauseMs * 2, RESTART_PAUSE_MS_MAX);
  }
}

async function restart(options: ServerOptions, kept: Kept): Promise<boolean> {
  // The shell may have been killed without the server, or the server without its sessions.
  await stopOrphan(options.clusterDir, options.log);
  if (kept.stopping.signal.aborted) return false;
  kept.child = spawnServer(options, kept.port);
  return becomeReady(options, kept.port, kept.child);
}

async function startOnFreePort(options: ServerOptions): Promise<Kept> {
  let reason = '';
  for (let attempt = 1; attempt <= START_ATTEMPTS_MAX; attempt += 1) {
    const port = await findFreePort();
    const logStart = statSync(options.logPath, { throwIfNoEntry: false })?.size ?? 0;
    const child = spawnServer(options, port);
    options.onSpawned?.();
    if (await becomeReady(options, port, child)) {
      return { port, child, stopping: new AbortController() };
    }
    const log = await readFile(options.logPath).catch(() => Buffer.alloc(0));
    const lines = log.subarray(logStart).toString().trim().split('\n');
    reason = lines.findLast((line) => REASON.test(line)) ?? lines.at(-1) ?? '';
    if (!lines.some((line) => PASSING.test(line))) break;
    await pause(RESTART_PAUSE_MS_MIN * 2 ** attempt);
  }
  reason = REASON.exec(reason)?.[1] ?? reason;
  throw new EmbeddedDatabaseError(
    `o banco de dados não iniciou (${reason || 'sem resposta'}); veja ${options.logPath}`,
  );
}

/** True when the server answers; false when it ended, or was ended because it did not answer. */
async function becomeReady(
  options: ServerOptions,
  port: number,
  child: ChildProcess,
): Promise<boolean> {
  const { passwords, log } = options;
  const connectionString = ownerAddressOf(port, passwords.owner, 'postgres');
  let isReady = false;
  try {
    isReady = await waitUntilReady({ connectionString, log, hasEnded: () => hasEnded(child) });
  } finally {
    if (!isReady) await endServer(options, child);
  }
  return isReady;
}

function spawnServer(options: ServerOptions, port: number): ChildProcess {
  const settings = serverSettings({ ...options, port });
  return spawnSupervised({ ...options, settings });
}

/** Creates the database and the gateway's role if they are missing (older versions had no role). */
async function ensureDatabase(port: number, { owner, runtime }: DatabasePasswords): Promise<void> {
  const client = new pg.Client({ connectionString: ownerAddressOf(port, owner, 'postgres') });
  await client.connect();
  try {
    const databases = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (databases.rowCount === 0) await client.query(`create database ${DATABASE}`);
    const role = await client.query('select from pg_roles where rolname = $1', [RUNTIME_ROLE]);
    if (role.rowCount === 0) await client.query(`create role ${RUNTIME_ROLE}`);
    const rights = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
    const password = client.escapeLiteral(runtime);
    await client.query(`alter role ${RUNTIME_ROLE} with ${rights} password ${password}`);
  } finally {
    await client.end();
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

function rotateLog(logPath: string): void {
  const size = statSync(logPath, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_BYTES_MAX) renameSync(logPath, `${logPath}.1`);
}
