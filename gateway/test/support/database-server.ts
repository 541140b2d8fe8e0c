import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { prepareDatabase } from '#src/app/prepare-database.ts';
import { openDatabase } from '#src/platform/database/database.ts';
import { makePartitions } from '#src/platform/database/partitions.ts';
import type { DatabaseAddresses } from '#src/platform/embedded-database/address.ts';
import { startEmbeddedDatabase } from '#src/platform/embedded-database/embedded-database.ts';
import { makeServerFolder } from './server-folder.ts';

const SERVER = 'TEST_DATABASE_SERVER';
const OWNER = 'TEST_DATABASE_OWNER';
const TEMPLATE = 'test_template';

/**
 * Starts one PostgreSQL for all test files, with a template of a migrated database. The test files
 * find it by environment variables. Returns a function that stops it.
 */
export async function startServer(): Promise<() => Promise<void>> {
  const dataDir = await makeServerFolder();
  const server = await startEmbeddedDatabase({ dataDir, log: () => {}, durable: false });
  process.env[SERVER] = server.connectionString;
  process.env[OWNER] = server.ownerConnectionString;
  const stop = async (): Promise<void> => {
    delete process.env[SERVER];
    delete process.env[OWNER];
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await makeTemplate(server);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** Creates the template: a migrated database without rows, made once for all files. */
async function makeTemplate(server: DatabaseAddresses): Promise<void> {
  await run(server.ownerConnectionString, `create database ${TEMPLATE}`);
  const connectionString = withDatabase(server.connectionString, TEMPLATE);
  const ownerConnectionString = withDatabase(server.ownerConnectionString, TEMPLATE);
  const applicationName = 'template';
  const database = openDatabase({ connectionString, connectionsMax: 2, applicationName });
  try {
    await prepareDatabase(database, { connectionString, ownerConnectionString });
    await makePartitions(database, database.bucketId, Date.now());
  } finally {
    await database.close();
  }
  // PostgreSQL copies a database only while it has no session.
  await run(
    server.ownerConnectionString,
    `alter database ${TEMPLATE} with is_template true allow_connections false`,
  );
}

export interface TestDatabase extends DatabaseAddresses {
  /** The variables of a gateway that uses it: as its own role, and as the owner for migrations. */
  readonly env: Readonly<Record<'DATABASE_URL' | 'MIGRATION_DATABASE_URL', string>>;
  drop(): Promise<void>;
}

/**
 * Creates an empty database. Starts a server too when a file runs alone. As in production, the
 * gateway connects as a role that owns nothing.
 */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabaseFrom('template1');
}

/** Creates a database that is already migrated by the version under test. */
export function createMigratedDatabase(): Promise<TestDatabase> {
  return createDatabaseFrom(TEMPLATE);
}

async function createDatabaseFrom(template: string): Promise<TestDatabase> {
  const stopServer = process.env[SERVER] === undefined ? await startServer() : undefined;
  const serverUrl = process.env[OWNER] ?? '';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await run(serverUrl, `create database ${name} template ${template} strategy file_copy`);
  // A copy of a database has none of its settings; tests read tables with connections of their own.
  await run(serverUrl, `alter database ${name} set search_path = b0, public`);
  const connectionString = withDatabase(process.env[SERVER] ?? '', name);
  const ownerConnectionString = withDatabase(serverUrl, name);
  return {
    connectionString,
    ownerConnectionString,
    env: { DATABASE_URL: connectionString, MIGRATION_DATABASE_URL: ownerConnectionString },
    drop: async () => {
      await run(serverUrl, `drop database if exists ${name} with (force)`);
      await stopServer?.();
    },
  };
}

/** Creates a database on a new durable server, which real money needs. */
export async function createDurableDatabase(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pix-gateway-durable-'));
  const server = await startEmbeddedDatabase({ dataDir, log: () => {}, durable: true });
  const { connectionString, ownerConnectionString } = server;
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

function withDatabase(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}

/** The connection string of the owner of a gateway's test database. */
export function ownerAddressOf(connectionString: string): string {
  return withDatabase(process.env[OWNER] ?? '', new URL(connectionString).pathname.slice(1));
}

/** Runs statements over a new connection, outside the gateway. */
export async function run(
  connectionString: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
