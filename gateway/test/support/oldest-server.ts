import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  addressesOf,
  type DatabaseAddresses,
  ownerAddressOf,
  RUNTIME_ROLE,
} from '#src/ground/embedded-database/address.ts';
import { serverEnvironment } from '#src/ground/embedded-database/cluster.ts';
import { makeFolder } from '#src/ground/embedded-database/embedded-database.ts';
import { serverSettings } from '#src/ground/embedded-database/settings.ts';
import { endServer, hasEnded, spawnSupervised } from '#src/ground/embedded-database/supervisor.ts';
import { type DatabaseUser, findDatabaseUser } from '#src/ground/embedded-database/user.ts';
import { waitUntilReady } from '#src/ground/embedded-database/wait.ts';
import { freePort } from './gateway-process.ts';
import { PROGRAMS } from './oldest-programs.ts';
import { makeServerFolder } from './server-folder.ts';

// PostgreSQL 15 has no setting that makes its usual passwords cheap, and tests connect often.
const PASSWORDS = 'md5';
const runFile = promisify(execFile);

/** Starts an empty server of the oldest version. It ends when this process ends. */
export async function startOldestServer(): Promise<DatabaseAddresses & { stop(): Promise<void> }> {
  const dataDir = await makeServerFolder();
  await makeFolder(dataDir);
  const user = await findDatabaseUser(dataDir);
  const passwords = { owner: makePassword(), runtime: makePassword() };
  const server = {
    clusterDir: join(dataDir, 'postgres'),
    logPath: join(dataDir, 'postgres.log'),
    user,
    program: join(PROGRAMS, 'postgres'),
    log: () => {},
  };
  await makeFiles(server.clusterDir, user, passwords.owner);
  const port = await freePort();
  const child = spawnSupervised({ ...server, settings: settingsOf(port) });
  const connectionString = ownerAddressOf(port, passwords.owner, 'postgres');
  const stop = async (): Promise<void> => {
    await endServer(server, child);
    await rm(dataDir, { recursive: true, force: true });
  };
  if (
    !(await waitUntilReady({ connectionString, log: () => {}, hasEnded: () => hasEnded(child) }))
  ) {
    throw new Error(`${server.program} did not start: see ${server.logPath}`);
  }
  await makeRole(connectionString, passwords.runtime);
  return { ...addressesOf(port, passwords), stop };
}

function makePassword(): string {
  return randomBytes(16).toString('hex');
}

async function makeFiles(clusterDir: string, { ids }: DatabaseUser, owner: string): Promise<void> {
  const passwordFile = `${clusterDir}.password`;
  await mkdir(clusterDir, { mode: 0o700 });
  await writeFile(passwordFile, owner, { mode: 0o600 });
  if (ids) for (const path of [clusterDir, passwordFile]) await chown(path, ids.uid, ids.gid);
  const words = [
    `--pgdata=${clusterDir}`,
    `--pwfile=${passwordFile}`,
    '--username=pix_gateway',
    `--auth=${PASSWORDS}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ];
  const options = { ...ids, cwd: '/', env: serverEnvironment() };
  await runFile(join(PROGRAMS, 'initdb'), words, options);
}

/** The settings of the other tests' server, without those that this version doesn't know. */
function settingsOf(port: number): string[] {
  const words = serverSettings({ port, isDurable: false }).filter((word) => word !== '-c');
  const unknown = ['scram_iterations=', 'io_max_concurrency='];
  const known = words.filter((word) => !unknown.some((name) => word.startsWith(name)));
  return [...known, `password_encryption=${PASSWORDS}`].flatMap((word) => ['-c', word]);
}

async function makeRole(connectionString: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('create database pix_gateway');
    await client.query(`create role ${RUNTIME_ROLE} login password '${password}'`);
  } finally {
    await client.end();
  }
}
