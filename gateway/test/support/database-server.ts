import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '#src/platform/embedded-database.ts';

const SERVER = 'TEST_DATABASE_SERVER';

/** Starts one PostgreSQL for all test files; they find it by an environment variable. */
export async function startServer(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pix-gateway-test-'));
  const server = await startEmbeddedDatabase({ dataDir, log: () => {}, durable: false });
  process.env[SERVER] = server.connectionString;
  return async () => {
    delete process.env[SERVER];
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/**
 * An empty database of its own, and how to drop it. A file that runs alone starts the server too.
 */
export async function createTestDatabase(): Promise<{
  connectionString: string;
  drop: () => Promise<void>;
}> {
  const stopServer = process.env[SERVER] === undefined ? await startServer() : undefined;
  const serverUrl = process.env[SERVER] ?? '';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await run(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    connectionString: url.href,
    drop: async () => {
      await run(serverUrl, `drop database if exists ${name} with (force)`);
      await stopServer?.();
    },
  };
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
