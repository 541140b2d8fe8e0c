import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { EmbeddedDatabaseError } from './error.ts';

const START_TIME_FIELD = 19;
const TAKEOVER_DEPTH_MAX = 3;
const CLAIM_ATTEMPTS_MAX = 100;
const DIGEST_LENGTH = 12;
const ZOMBIE = 'Z';

/** The process that owns a data folder. */
export interface Owner {
  readonly pid: number;
  /** Distinguishes the process from a later process with the same id. */
  readonly startedAt: string;
}

export interface Ownership {
  release(): Promise<void>;
}

/**
 * Makes this process the owner of a data folder; a dead owner is replaced. Throws an
 * EmbeddedDatabaseError while another living process owns the folder.
 */
export async function acquireOwnership(dataDir: string): Promise<Ownership> {
  const path = lockPath(dataDir);
  const startedAt = startTimeOf(process.pid) ?? '';
  const mine = JSON.stringify({ pid: process.pid, startedAt, claim: randomUUID() });
  try {
    const rival = await claim(path, mine);
    if (rival) throw inUse(dataDir, rival);
    await removeDebris(dataDir);
  } catch (error) {
    throw asEmbeddedDatabaseError(error, dataDir);
  }
  return {
    async release() {
      if ((await readClaim(path)) === mine) await rm(path, { force: true });
    },
  };
}

/** The living process that owns a data folder, or undefined. */
export async function readOwner(dataDir: string): Promise<Owner | undefined> {
  return livingOwner(await readClaim(lockPath(dataDir)));
}

/** The start time of a process, as text to compare; undefined when the process doesn't run. */
export function startTimeOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces and parentheses; the fields are read after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended; its parent has only not read its exit status yet.
    if (fields[0] === ZOMBIE) return undefined;
    // The time counts from the machine's boot, so the id of the boot is added.
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${fields[START_TIME_FIELD]}`;
  } catch (error) {
    const isLinux = process.platform === 'linux';
    if (isLinux || !(error instanceof Error)) return undefined;
  }
  try {
    const words = ['-o', 'lstart=', '-p', String(pid)];
    const env = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };
    return execFileSync('ps', words, { encoding: 'utf8', env }).trim();
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

function livingOwner(text: string | undefined): Owner | undefined {
  const owner = parseOwner(text ?? '');
  if (!owner || owner.startedAt === '') return undefined;
  return startTimeOf(owner.pid) === owner.startedAt ? owner : undefined;
}

async function readClaim(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Writes a claim of this process to a path; returns the living process that holds the claim, if
 * there is one. To replace the claim of a dead process, a process first needs a second claim, at a
 * path with the digest of the dead one, and then checks that the dead claim has not changed. So one
 * of many concurrent starts replaces it, and none replaces the claim of a living process.
 */
async function claim(path: string, mine: string, depth = 0): Promise<Owner | undefined> {
  for (let attempt = 1; attempt <= CLAIM_ATTEMPTS_MAX; attempt += 1) {
    if (await createClaim(path, mine)) return undefined;
    const content = await readClaim(path);
    if (content === undefined) continue;
    const holder = livingOwner(content);
    if (holder) return holder;
    if (depth === TAKEOVER_DEPTH_MAX) break;
    const digest = createHash('sha256').update(content).digest('hex').slice(0, DIGEST_LENGTH);
    const right = `${path}.${digest}`;
    const rival = await claim(right, mine, depth + 1);
    if (rival) return rival;
    try {
      if ((await readClaim(path)) === content) {
        await rename(await draftClaim(path, mine), path);
        return undefined;
      }
    } finally {
      await rm(right, { force: true });
    }
  }
  throw new Error(`${basename(path)} keeps changing; remove it when no gateway runs`);
}

/** Creates a claim by a hard link: it fails when the name exists, and the file is complete. */
async function createClaim(path: string, mine: string): Promise<boolean> {
  const draft = await draftClaim(path, mine);
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    // A new owner may have deleted this draft.
    if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOENT') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function draftClaim(path: string, mine: string): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx', 0o644);
  try {
    await file.writeFile(mine);
    await file.sync();
  } finally {
    await file.close();
  }
  return draft;
}

/** Deletes the files that killed starts left beside the lock. */
async function removeDebris(dataDir: string): Promise<void> {
  const prefix = `${basename(lockPath(dataDir))}.`;
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(prefix)) await rm(join(dataDir, name), { force: true });
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
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
