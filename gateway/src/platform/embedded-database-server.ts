import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, realpathSync, renameSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { connectionStringOf, type DatabaseLog } from './embedded-database-address.ts';
import { type Cluster, serverEnvironment } from './embedded-database-cluster.ts';
import { EmbeddedDatabaseError } from './embedded-database-error.ts';
import { stopOrphan } from './embedded-database-orphan.ts';
import { serverSettings } from './embedded-database-settings.ts';
import { binaryPath, type DatabaseUser } from './embedded-database-user.ts';

const READY_TIMEOUT_MS = 60_000;
const READY_POLL_MS = 25;
const START_ATTEMPTS_MAX = 8;
const RESTART_PAUSE_MS_MIN = 100;
const RESTART_PAUSE_MS_MAX = 5_000;
const STOP_TIMEOUT_MS = 12_000;
const LOG_BYTES_MAX = 10 * 1_024 * 1_024;
const DATABASE = 'pix_gateway';

// The server must not outlive the gateway, however that ends. A shell stands between: when the pipe
// from the gateway closes, it asks the server to stop; when the server ends, so does the shell.
const SUPERVISOR = `
"$@" 3<&- & server=$!
{ read -r line <&3; kill -INT $server 2>/dev/null; } & watcher=$!
exec 3<&-
wait $server; status=$?
kill $watcher 2>/dev/null
exit $status`;

export interface ServerOptions extends Cluster {
  readonly user: DatabaseUser;
  readonly password: string;
  readonly isDurable: boolean;
  readonly log: DatabaseLog;
}

export interface Server {
  readonly connectionString: string;
  stop(): Promise<void>;
}

/** Starts the server, waits until it answers, and keeps it running until `stop`. */
export async function startServer(unresolved: ServerOptions): Promise<Server> {
  const options = { ...unresolved, clusterDir: realpathSync(unresolved.clusterDir) };
  await stopOrphan(options.clusterDir, options.log);
  rotateLog(options.logPath);
  let { port, child } = await startOnFreePort(options);
  await ensureDatabase(port, options.password);
  let isStopping = false;

  async function keepRunning(): Promise<void> {
    let pauseMs = RESTART_PAUSE_MS_MIN;
    while (!isStopping) {
      await ended(child);
      if (isStopping) return;
      options.log({ level: 'error', message: 'the database server ended; it is started again' });
      await pause(pauseMs);
      if (isStopping) return;
      child = spawnServer(options, port);
      const isReady = await waitUntilReady(child, port, options.password);
      pauseMs = isReady ? RESTART_PAUSE_MS_MIN : Math.min(pauseMs * 2, RESTART_PAUSE_MS_MAX);
    }
  }

  const keeping = keepRunning();
  return {
    connectionString: connectionStringOf(port, options.password),
    async stop() {
      isStopping = true;
      child.stdio[3]?.destroy();
      const timer = setTimeout(() => signalGroup(child, 'SIGQUIT'), STOP_TIMEOUT_MS);
      await ended(child);
      clearTimeout(timer);
      await Promise.race([keeping, pause(RESTART_PAUSE_MS_MAX, undefined, { ref: false })]);
    },
  };
}

async function startOnFreePort(
  options: ServerOptions,
): Promise<{ port: number; child: ChildProcess }> {
  for (let attempt = 1; attempt <= START_ATTEMPTS_MAX; attempt += 1) {
    const port = await findFreePort();
    const child = spawnServer(options, port);
    if (await waitUntilReady(child, port, options.password)) return { port, child };
    // The port was taken meanwhile, or processes of a killed server still hold its memory.
    await pause(RESTART_PAUSE_MS_MIN * 2 ** attempt);
  }
  const log = await readFile(options.logPath, 'utf8').catch(() => '');
  const lastLine = log.trim().split('\n').at(-1) ?? '';
  throw new EmbeddedDatabaseError(
    `o banco de dados não iniciou; veja ${options.logPath}: ${lastLine}`,
  );
}

function spawnServer(options: ServerOptions, port: number): ChildProcess {
  const { clusterDir, logPath, user, isDurable } = options;
  const words = [binaryPath('postgres'), '-D', clusterDir, ...serverSettings({ port, isDurable })];
  const logFile = openSync(logPath, 'a', 0o640);
  try {
    return spawn('/bin/sh', ['-c', SUPERVISOR, 'pix-gateway-database', ...words], {
      ...user.ids,
      cwd: '/',
      // A group of its own: Ctrl-C in a terminal reaches the gateway first, which still needs it.
      detached: true,
      env: serverEnvironment(),
      stdio: ['ignore', logFile, logFile, 'pipe'],
    }).on('error', (error) => options.log({ level: 'error', message: error.message }));
  } finally {
    closeSync(logFile);
  }
}

/** True when the server answers; false when it ended instead. */
async function waitUntilReady(
  child: ChildProcess,
  port: number,
  password: string,
): Promise<boolean> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (hasEnded(child)) return false;
    if (await answers(connectionStringOf(port, password, 'postgres'))) return true;
    await pause(READY_POLL_MS);
  }
  signalGroup(child, 'SIGQUIT');
  await ended(child);
  return false;
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function ensureDatabase(port: number, password: string): Promise<void> {
  const client = new pg.Client({
    connectionString: connectionStringOf(port, password, 'postgres'),
  });
  await client.connect();
  try {
    const known = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (known.rowCount === 0) await client.query(`create database ${DATABASE}`);
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

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

async function ended(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await once(child, 'exit');
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // The group ended between the look and the signal.
  }
}
