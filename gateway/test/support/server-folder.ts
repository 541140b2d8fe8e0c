import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'pix-gateway-test-';
const FREE_BYTES_MIN = 3 * 1_024 ** 3;

/**
 * Creates a folder for the files of a database server. It is in memory where Linux has enough,
 * because a database is created there in a fifth of the time, and a commit waits for no disk.
 */
export async function makeServerFolder(): Promise<string> {
  const parent = (await hasFreeMemory()) ? MEMORY : tmpdir();
  await removeFoldersOfEndedRuns(parent);
  return mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
}

async function hasFreeMemory(): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize >= FREE_BYTES_MIN;
  } catch {
    return false;
  }
}

/** Removes the folders of runs that were killed, which still occupy memory. */
async function removeFoldersOfEndedRuns(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : 0;
    // The folder of another user can't be removed, and its run removes it.
    if (pid > 0 && !isAlive(pid)) {
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => {});
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
