import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '#src/platform/embedded-database.ts';
import type { DatabaseAddresses } from '#src/platform/embedded-database-address.ts';

const SERVER = 'TEST_DATABASE_SERVER';
const OWNER = 'TEST_DATABASE_OWNER';

/** Starts one PostgreSQL for all test files; they find it by an environment variable. */
export async function startServer(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pix-gateway-test-'));
  const server = await startEmbeddedDatabase({ dataDir, log: () => {}, durable: false });
  process.env[SERVER] = server.connectionString;
  process.env[OWNER] = server.ownerConnectionString;
  return async () => {
    delete process.env[SERVER];
    delete process.env[OWNER];
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

export interface TestDatabase extends DatabaseAddresses {
  /** What tells the gateway where it is: its role, and the owner's for migrations. */
  readonly env: Readonly<Record<'DATABASE_URL' | 'MIGRATION_DATABASE_URL', string>>;
  drop(): Promise<void>;
}

/**
 * An empty database of its own, and how to drop it. A file that runs alone starts the server too.
 * The gateway works as a role that owns nothing, as in production.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const stopServer = process.env[SERVER] === undefined ? await startServer() : undefined;
  const serverUrl = process.env[OWNER] ?? '';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await run(serverUrl, `create database ${name}`);
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

/** A database on a server of its own that loses no commit, as real money needs it. */
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

/** The owner's address of a test database that a gateway works on. */
export function ownerAddressOf(connectionString: string): string {
  return withDatabase(process.env[OWNER] ?? '', new URL(connectionString).pathname.slice(1));
}

/** Runs one statement outside the gateway, as an operator with psql would. */
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
