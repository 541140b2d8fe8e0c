import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DatabaseLog, DatabasePasswords } from './address.ts';
import { EmbeddedDatabaseError } from './error.ts';
import { binaryPath, type DatabaseUser } from './user.ts';

const PASSWORD_BYTES = 32;
const DRAFT_PREFIX = 'postgres.new';
const OWNER_PASSWORD_FILE = 'database-password';
const RUNTIME_PASSWORD_FILE = 'database-runtime-password';
const runFile = promisify(execFile);

/** The paths of the server's files. */
export interface Cluster {
  readonly clusterDir: string;
  readonly logPath: string;
}

export interface ClusterOptions {
  readonly dataDir: string;
  readonly user: DatabaseUser;
  readonly passwords: DatabasePasswords;
  readonly isDurable: boolean;
  readonly log: DatabaseLog;
}

/**
 * Reads the passwords of the server's roles, or makes them at the first start: random, readable by
 * the gateway's user only, on the disk before the server's files are made. The gateway role's
 * password is made again when it is lost, because each start sets it. Throws an
 * EmbeddedDatabaseError when the owner's password is lost.
 */
export async function keepDatabasePasswords(dataDir: string): Promise<DatabasePasswords> {
  const path = join(dataDir, OWNER_PASSWORD_FILE);
  if (!existsSync(path) && isCluster(join(dataDir, 'postgres'))) {
    throw new EmbeddedDatabaseError(
      `falta ${path}, a senha do banco que está na pasta; restaure o arquivo da cópia`,
    );
  }
  for (const name of [OWNER_PASSWORD_FILE, RUNTIME_PASSWORD_FILE]) {
    if (!existsSync(join(dataDir, name))) await makePassword(dataDir, name);
  }
  return readDatabasePasswords(dataDir);
}

export async function readDatabasePasswords(dataDir: string): Promise<DatabasePasswords> {
  const [owner, runtime] = await Promise.all(
    [OWNER_PASSWORD_FILE, RUNTIME_PASSWORD_FILE].map(async (name) =>
      (await readFile(join(dataDir, name), 'utf8')).trim(),
    ),
  );
  return { owner: owner ?? '', runtime: runtime ?? '' };
}

async function makePassword(dataDir: string, name: string): Promise<void> {
  const draft = join(dataDir, `${name}.new`);
  await rm(draft, { force: true });
  await writeThrough(draft, `${randomBytes(PASSWORD_BYTES).toString('base64url')}\n`);
  await rename(draft, join(dataDir, name));
  await syncFolder(dataDir);
}

/**
 * Makes the files of the server at the first start, in a temporary folder that is renamed when it
 * is complete: after a killed start no incomplete folder looks complete. Throws an
 * EmbeddedDatabaseError when the folder of the server can't be used or made.
 */
export async function prepareCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, user, log } = options;
  const clusterDir = join(dataDir, 'postgres');
  const cluster = { clusterDir, logPath: join(dataDir, 'postgres.log') };
  await removeDrafts(dataDir);
  if (isCluster(clusterDir)) return cluster;
  log({ level: 'info', message: 'creating the database' });
  // A new name each time: the initdb of a killed start may still write to its own folder.
  const workDir = await mkdtemp(join(dataDir, `${DRAFT_PREFIX}-`));
  const draftDir = join(workDir, 'data');
  const passwordFile = join(workDir, 'password');
  try {
    await mkdir(draftDir, { mode: 0o700 });
    await writeThrough(passwordFile, options.passwords.owner);
    for (const path of user.ids ? [workDir, draftDir, passwordFile] : []) {
      await chown(path, user.ids?.uid ?? 0, user.ids?.gid ?? 0);
    }
    await initialise(options, draftDir, passwordFile);
    await rename(draftDir, clusterDir);
    await syncFolder(dataDir);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
  return cluster;
}

function isCluster(clusterDir: string): boolean {
  return existsSync(join(clusterDir, 'PG_VERSION'));
}

async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(DRAFT_PREFIX)) continue;
    // Its initdb may still write to it; the next start deletes the rest.
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => {});
  }
}

async function writeThrough(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes a folder's entries to the disk, so that a rename survives a loss of power. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function initialise(
  { user, isDurable }: ClusterOptions,
  draftDir: string,
  passwordFile: string,
): Promise<void> {
  const words = [
    `--pgdata=${draftDir}`,
    `--pwfile=${passwordFile}`,
    '--username=pix_gateway',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
  ];
  if (!isDurable) words.push('--no-sync');
  try {
    await runFile(binaryPath('initdb'), words, { ...user.ids, cwd: '/', env: serverEnvironment() });
  } catch (error) {
    const stderr =
      error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    // The last line of initdb names the files that it removed; an earlier line has the reason.
    const lines = stderr.trim().split('\n');
    const reason = lines.findLast((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? '';
    throw new EmbeddedDatabaseError(`não foi possível criar o banco em ${draftDir}: ${reason}`);
  }
}

/** The environment variables of PostgreSQL, without the gateway's own. */
export function serverEnvironment(): Record<string, string> {
  return { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };
}
