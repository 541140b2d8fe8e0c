import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseLog } from './embedded-database-address.ts';
import { EmbeddedDatabaseError } from './embedded-database-error.ts';

const POLL_MS = 50;
/** How long each way of asking is given: SIGINT ends sessions, SIGQUIT skips the checkpoint. */
const WAYS: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 10_000],
  ['SIGKILL', 5_000],
];

/**
 * Ends a server that a killed gateway left running on this folder. A number in `postmaster.pid` that
 * now belongs to something else is left alone: PostgreSQL itself sees to that.
 */
export async function stopOrphan(clusterDir: string, log: DatabaseLog): Promise<void> {
  const pidFile = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(pidFile, 10);
  if (!Number.isInteger(pid) || pid <= 1 || !isServerOf(pid, clusterDir)) return;
  log({ level: 'warn', message: `ending a database server left behind (process ${pid})` });
  for (const [signal, patienceMs] of WAYS) {
    signalProcess(pid, signal);
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      if (!isServerOf(pid, clusterDir)) return;
      await pause(POLL_MS);
    }
  }
  throw new EmbeddedDatabaseError(`o processo ${pid} ocupa ${clusterDir} e não termina; encerre-o`);
}

/** Whether a process is a PostgreSQL on this folder. */
function isServerOf(pid: number, clusterDir: string): boolean {
  try {
    if (process.platform !== 'linux') {
      const words = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
      return words.includes(clusterDir);
    }
    const isZombie = /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return !isZombie && readlinkSync(`/proc/${pid}/cwd`) === clusterDir;
  } catch {
    return false;
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself between the look and the signal.
  }
}
