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
  /** Tells the process from a later one that was given the same number. */
  readonly startedAt: string;
}

export interface Ownership {
  release(): Promise<void>;
}

/**
 * Becomes the owner of a data folder. Throws an EmbeddedDatabaseError while another process lives
 * that owns it; the lock of a dead one is taken over.
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

/** The living owner of a data folder, or undefined. */
export async function readOwner(dataDir: string): Promise<Owner | undefined> {
  return livingOwner(await readClaim(lockPath(dataDir)));
}

/** When a process started, in a form that is only compared; undefined when there is none. */
export function startTimeOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything; the fields are counted from behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie is dead already; only its parent has not looked yet.
    if (fields[0] === ZOMBIE) return undefined;
    // The time is counted from the start of the machine, so which start that was belongs to it.
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
 * Puts our claim at a path; returns the living process that holds it instead, if there is one. The
 * right to replace a dead claim is itself claimed, at a path named after it, and used only while it
 * is still there: of many starts that find the same dead claim, one replaces it; none a fresh one.
 */
async function claim(path: string, mine: string, depth = 0): Promise<Owner | undefined> {
  for (let attempt = 1; attempt <= CLAIM_ATTEMPTS_MAX; attempt += 1) {
    if (await createClaim(path, mine)) return undefined;
    const found = await readClaim(path);
    if (found === undefined) continue;
    const holder = livingOwner(found);
    if (holder) return holder;
    if (depth === TAKEOVER_DEPTH_MAX) break;
    const digest = createHash('sha256').update(found).digest('hex').slice(0, DIGEST_LENGTH);
    const right = `${path}.${digest}`;
    const rival = await claim(right, mine, depth + 1);
    if (rival) return rival;
    try {
      if ((await readClaim(path)) === found) {
        await rename(await draftClaim(path, mine), path);
        return undefined;
      }
    } finally {
      await rm(right, { force: true });
    }
  }
  throw new Error(`${basename(path)} keeps changing; remove it when no gateway runs`);
}

/** A link fails when the name exists, and what it names is complete: of two at once, one wins. */
async function createClaim(path: string, mine: string): Promise<boolean> {
  const draft = await draftClaim(path, mine);
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    // A new owner may have swept our draft away.
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

/** What starts that were killed left beside the lock. */
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
