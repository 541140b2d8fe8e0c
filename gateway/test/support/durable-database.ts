import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { startEmbeddedDatabase } from '#src/ground/embedded-database/embedded-database.ts';
import type { TestDatabase } from './database-server.ts';
import { migrateEmpty } from './make-database.ts';
import { makeServerFolder } from './server-folder.ts';

const FOLDER = 'TEST_DURABLE_FOLDER';
const runFile = promisify(execFile);

/**
 * Makes the folder of a durable server with a migrated database, which the test files copy: that
 * takes a tenth of the processor time. Returns a function that removes it.
 */
export async function offerDurableFolder(): Promise<() => Promise<void>> {
  const database = await startDurable(await makeServerFolder());
  await migrateEmpty(database);
  await database.server.stop();
  process.env[FOLDER] = database.dataDir;
  return async () => {
    delete process.env[FOLDER];
    await rm(database.dataDir, { recursive: true, force: true });
  };
}

/**
 * Creates a database on a new durable server, which real money needs. It is migrated in a run of
 * `run-tests.ts`, and empty when a file runs alone or when the test asks for it.
 */
export async function createDurableDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const dataDir = await makeServerFolder();
  if (!isEmpty) await copyDurableFolder(dataDir);
  const { server, connectionString, ownerConnectionString } = await startDurable(dataDir);
  return {
    connectionString,
    ownerConnectionString,
    env: { DATABASE_URL: connectionString, MIGRATION_DATABASE_URL: ownerConnectionString },
    drop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Fills the folder of a server as `createDurableDatabase` does; without a prepared one, not. */
export async function copyDurableFolder(dataDir: string): Promise<void> {
  const { [FOLDER]: prepared } = process.env;
  if (prepared !== undefined) await runFile('cp', ['-a', `${prepared}/.`, dataDir]);
}

async function startDurable(dataDir: string) {
  const server = await startEmbeddedDatabase({ dataDir, log: () => {}, durable: true });
  const { connectionString, ownerConnectionString } = server;
  return { server, dataDir, connectionString, ownerConnectionString };
}
