import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseLog } from './address.ts';
import { type Cluster, serverEnvironment } from './cluster.ts';
import { stopOrphan } from './orphan.ts';
import { binaryPath, type DatabaseUser } from './user.ts';

const STOP_TIMEOUT_MS = 12_000;

// The server must end when the gateway ends, even by a crash. The gateway starts a shell, which
// starts the server: when the pipe from the gateway closes, the shell asks the server to stop; when
// the server ends, the shell ends. It repeats the signal each second, because a starting server
// ignores signals.
// SIGTERM from a service manager reaches the shell too: it ignores it and waits for the server.
const SUPERVISOR = `
trap : HUP INT TERM
"$@" 3<&- & server=$!
{ read -r line <&3; while kill -INT $server; do sleep 1 || exit; done; } 2>/dev/null & watcher=$!
exec 3<&-
status=1
while kill -0 $server 2>/dev/null; do wait $server; status=$?; done
kill $watcher 2>/dev/null
exit $status`;

export interface SupervisedServer extends Cluster {
  readonly user: DatabaseUser;
  /** The path of `postgres`. Default: that of the npm package. */
  readonly program?: string;
  /** Arguments of PostgreSQL's command line. */
  readonly settings: readonly string[];
  readonly log: DatabaseLog;
}

/** Starts PostgreSQL on a folder. It ends when this process ends. */
export function spawnSupervised(server: SupervisedServer): ChildProcess {
  const { clusterDir, logPath, user, program = binaryPath('postgres') } = server;
  const words = [program, '-D', clusterDir, ...server.settings];
  const logFile = openSync(logPath, 'a', 0o640);
  try {
    return spawn('/bin/sh', ['-c', SUPERVISOR, 'pix-gateway-database', ...words], {
      ...user.ids,
      cwd: '/',
      // A separate process group: Ctrl-C in a terminal must not stop it before the gateway.
      detached: true,
      env: serverEnvironment(),
      stdio: ['ignore', logFile, logFile, 'pipe'],
    }).on('error', (error) => server.log({ level: 'error', message: error.message }));
  } finally {
    closeSync(logFile);
  }
}

/** Ends the server, and returns when none of its processes runs. */
export async function endServer(
  { clusterDir, log }: Pick<SupervisedServer, 'clusterDir' | 'log'>,
  child: ChildProcess,
): Promise<void> {
  child.stdio[3]?.destroy();
  await Promise.race([ended(child), pause(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  await stopOrphan(clusterDir, log);
  await ended(child);
}

export function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

export async function ended(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await once(child, 'exit');
}
