import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseLog } from './address.ts';
import { EmbeddedDatabaseError } from './error.ts';

const POLL_MS = 50;

type Ways = readonly (readonly [NodeJS.Signals, number])[];
/** Signals and the wait (ms) after each. SIGINT ends sessions, SIGQUIT skips the checkpoint. */
const SERVER_WAYS: Ways = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 30_000],
  ['SIGKILL', 5_000],
];
/** An idle session ends when its server is killed; a busy one needs a signal. */
const SESSION_WAYS: Ways = [
  ['SIGTERM', 5_000],
  ['SIGQUIT', 15_000],
  ['SIGKILL', 5_000],
];

/**
 * Ends the server, or the sessions of a server, that a killed gateway left running on this folder.
 * Throws an EmbeddedDatabaseError when they don't end.
 */
export async function stopOrphan(clusterDir: string, log: DatabaseLog): Promise<void> {
  const pidPath = join(clusterDir, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(pidPath, 'utf8').catch(() => ''), 10);
  const hasPid = Number.isInteger(pid) && pid > 1;
  if (hasPid && isServerOf(pid, clusterDir)) {
    log({ level: 'warn', message: `ending a database server left behind (process ${pid})` });
    await end(() => (isServerOf(pid, clusterDir) ? [pid] : []), SERVER_WAYS);
  }
  await end(() => processesOf(clusterDir), SESSION_WAYS);
  const rest = processesOf(clusterDir);
  if (rest.length > 0 || (hasPid && isServerOf(pid, clusterDir))) {
    const number = rest[0] ?? pid;
    throw new EmbeddedDatabaseError(
      `o processo ${number} ocupa ${clusterDir} e não termina; encerre-o e inicie de novo`,
    );
  }
  // Another process may have this id now: PostgreSQL would take it for a server and not start.
  if (hasPid && isRunning(pid)) await rm(pidPath, { force: true });
}

async function end(look: () => number[], ways: Ways): Promise<void> {
  for (const [signal, patienceMs] of ways) {
    for (const pid of look()) signalProcess(pid, signal);
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      if (look().length === 0) return;
      await pause(POLL_MS);
    }
  }
}

/** The server and its sessions, by their working folder. Without /proc they aren't found. */
function processesOf(clusterDir: string): number[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.filter((pid) => isServerOf(pid, clusterDir));
}

/** Whether a process is a PostgreSQL on this folder. */
function isServerOf(pid: number, clusterDir: string): boolean {
  try {
    if (process.platform !== 'linux') {
      const words = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
      return /^\S*postgres -D /.test(words) && words.includes(clusterDir);
    }
    if (readlinkSync(`/proc/${pid}/cwd`) !== clusterDir) return false;
    // Excludes an operator's shell in the folder, and zombies, which have ended.
    return /^\d+ \(postgres\) [^ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process ended before the signal.
  }
}
