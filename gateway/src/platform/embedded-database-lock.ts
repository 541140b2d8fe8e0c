import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedDatabaseError } from './embedded-database-error.ts';

const START_TIME_FIELD = 19;
const ZOMBIE = 'Z';

/** The process that owns a data folder. */
export interface Owner {
  readonly pid: number;
  /** Tells the process from a later one that was given the same number. */
  readonly startedAt: string;
}

export interface Ownership {
  release(): Promise<void>;
}

/**
 * Becomes the owner of a data folder. Throws an EmbeddedDatabaseError while another process lives that
 * owns it; the lock of a dead one is taken over.
 */
export async function acquireOwnership(dataDir: string): Promise<Ownership> {
  const path = lockPath(dataDir);
  const mine = JSON.stringify({ pid: process.pid, startedAt: startTimeOf(process.pid) ?? '' });
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, mine, { mode: 0o644 });
    // A link fails when the name exists: of two starts at once, one wins.
    while (!(await tryLink(draft, path))) await clearStaleLock(dataDir);
  } catch (error) {
    throw asEmbeddedDatabaseError(error, dataDir);
  } finally {
    await rm(draft, { force: true });
  }
  return {
    async release() {
      const current = await readFile(path, 'utf8').catch(() => '');
      if (current === mine) await rm(path, { force: true });
    },
  };
}

/** The living owner of a data folder, or undefined. */
export async function readOwner(dataDir: string): Promise<Owner | undefined> {
  const text = await readFile(lockPath(dataDir), 'utf8').catch(() => '');
  const owner = parseOwner(text);
  return owner && isAlive(owner) ? owner : undefined;
}

/** When a process started, in a form that is only compared; undefined when there is none. */
export function startTimeOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything; the fields are counted from behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie is dead already; only its parent has not looked yet.
    return fields[0] === ZOMBIE ? undefined : fields[START_TIME_FIELD];
  } catch (error) {
    const isLinux = process.platform === 'linux';
    if (isLinux || !(error instanceof Error)) return undefined;
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

function lockPath(dataDir: string): string {
  return join(dataDir, 'gateway.lock');
}

function parseOwner(text: string): Owner | undefined {
  try {
    const { pid, startedAt } = JSON.parse(text);
    return Number.isInteger(pid) && typeof startedAt === 'string' ? { pid, startedAt } : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(owner: Owner): boolean {
  return owner.startedAt !== '' && startTimeOf(owner.pid) === owner.startedAt;
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function clearStaleLock(dataDir: string): Promise<void> {
  const path = lockPath(dataDir);
  const owner = await readOwner(dataDir);
  if (owner) throw inUse(dataDir, owner);
  // Another start may have cleared it and taken its place meanwhile: look at what was moved away.
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  const moved = parseOwner(await readFile(aside, 'utf8').catch(() => ''));
  if (moved && isAlive(moved)) {
    await tryLink(aside, path);
    await rm(aside, { force: true });
    throw inUse(dataDir, moved);
  }
  await rm(aside, { force: true });
}

function inUse(dataDir: string, owner: Owner): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `${dataDir} está em uso por outro gateway (processo ${owner.pid}); pare-o ou mude DATA_DIR`,
  );
}

function asEmbeddedDatabaseError(error: unknown, dataDir: string): EmbeddedDatabaseError {
  if (error instanceof EmbeddedDatabaseError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new EmbeddedDatabaseError(
    `não é possível escrever em ${dataDir} (${reason}); escolha outra pasta com DATA_DIR`,
  );
}
