import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DatabaseLog } from './embedded-database-address.ts';
import { EmbeddedDatabaseError } from './embedded-database-error.ts';
import { binaryPath, type DatabaseUser } from './embedded-database-user.ts';

const PASSWORD_BYTES = 32;
const runFile = promisify(execFile);

/** Where the files of the server are. */
export interface Cluster {
  readonly clusterDir: string;
  readonly logPath: string;
}

export interface ClusterOptions {
  readonly dataDir: string;
  readonly user: DatabaseUser;
  readonly password: string;
  readonly isDurable: boolean;
  readonly log: DatabaseLog;
}

/** The password of the server: random, made once, readable by the gateway's user only. */
export async function keepDatabasePassword(dataDir: string): Promise<string> {
  const path = join(dataDir, 'database-password');
  try {
    const password = randomBytes(PASSWORD_BYTES).toString('base64url');
    await writeFile(path, `${password}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!isThere) throw error;
  }
  return (await readFile(path, 'utf8')).trim();
}

/**
 * Makes the files of the server at the first start. They are made beside and renamed when complete:
 * a start that was killed in the middle leaves nothing that looks finished.
 */
export async function prepareCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, user, log } = options;
  const clusterDir = join(dataDir, 'postgres');
  const cluster = { clusterDir, logPath: join(dataDir, 'postgres.log') };
  if (existsSync(join(clusterDir, 'PG_VERSION'))) return cluster;
  log({ level: 'info', message: 'creating the database' });
  const draftDir = join(dataDir, 'postgres.new');
  const passwordFile = join(dataDir, 'postgres.new-password');
  await rm(draftDir, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  await mkdir(draftDir, { mode: 0o700 });
  try {
    await writeFile(passwordFile, options.password, { mode: 0o600 });
    for (const path of user.ids ? [draftDir, passwordFile] : []) {
      await chown(path, user.ids?.uid ?? 0, user.ids?.gid ?? 0);
    }
    await initialise(options, draftDir, passwordFile);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(draftDir, clusterDir);
  return cluster;
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
    const lastLine = stderr.trim().split('\n').at(-1) ?? '';
    throw new EmbeddedDatabaseError(`não foi possível criar o banco em ${draftDir}: ${lastLine}`);
  }
}

/** What PostgreSQL sees of the environment: nothing of ours. */
export function serverEnvironment(): Record<string, string> {
  return { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH ?? '' };
}
