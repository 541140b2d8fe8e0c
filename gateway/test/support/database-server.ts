import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { prepareDatabase } from '#src/app/prepare-database.ts';
import { createBucket } from '#src/platform/database/create-bucket.ts';
import { openDatabase } from '#src/platform/database/database.ts';
import { grantRuntimeRights } from '#src/platform/database/database-roles.ts';
import { makePartitions } from '#src/platform/database/partitions.ts';
import type { DatabaseAddresses } from '#src/platform/embedded-database/address.ts';
import { startEmbeddedDatabase } from '#src/platform/embedded-database/embedded-database.ts';
import {
  asCitusRuntime,
  CITUS_URL,
  closeTemplate,
  dropTemplates,
  joinCluster,
  runOnServers,
  serversOf,
} from './citus-servers.ts';
import { makeServerFolder } from './server-folder.ts';

const SERVER = 'TEST_DATABASE_SERVER';
const OWNER = 'TEST_DATABASE_OWNER';
const TEMPLATE = 'test_template';
const TEMPLATE_LOCK = 7_316_900;
const HOUR_MS = 3_600_000;

/**
 * Starts one PostgreSQL for all test files, with a template of a migrated database. The test files
 * find it by environment variables. Returns a function that stops it.
 */
export async function startServer(): Promise<() => Promise<void>> {
  const server = await openServer();
  process.env[SERVER] = server.connectionString;
  process.env[OWNER] = server.ownerConnectionString;
  const stop = async (): Promise<void> => {
    delete process.env[SERVER];
    delete process.env[OWNER];
    await server.stop();
  };
  try {
    await makeTemplate(server);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** With CITUS_URL the tests use that cluster, which runs already. */
async function openServer(): Promise<DatabaseAddresses & { stop(): Promise<void> }> {
  if (CITUS_URL !== undefined) {
    const stop = () => dropTemplates(CITUS_URL ?? '', TEMPLATE);
    await stop();
    const connectionString = asCitusRuntime(CITUS_URL);
    return { connectionString, ownerConnectionString: CITUS_URL, stop };
  }
  const dataDir = await makeServerFolder();
  const server = await startEmbeddedDatabase({ dataDir, log: () => {}, durable: false });
  return {
    ...server,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Creates the template: a migrated database without rows, made once for all files. */
async function makeTemplate(server: DatabaseAddresses): Promise<void> {
  const serverUrl = server.ownerConnectionString;
  await runOnServers(serverUrl, `create database ${TEMPLATE}`);
  if (CITUS_URL !== undefined) {
    const servers = await serversOf(serverUrl);
    await joinCluster(servers.map((address) => withDatabase(address, TEMPLATE)));
  }
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
  await closeTemplate(serverUrl, TEMPLATE);
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

/** Views of the rows of all buckets, for statements of tests that name no bucket. */
export const ALL_BUCKETS = 'all_buckets';
const VIEWS_OF_ALL = `
  create schema ${ALL_BUCKETS};
  do $$
  declare one record;
  begin
    for one in
      select c.relname, string_agg(format('select * from %I.%I', b.bucket_id, c.relname),
          ' union all ' order by b.bucket_id) as query
      from pg_class c cross join buckets b
      where c.relnamespace = 'b0'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition
      group by c.relname
    loop
      execute format('create view ${ALL_BUCKETS}.%I as %s', one.relname, one.query);
    end loop;
  end
  $$`;

/** How many buckets a test database has, unless the test says it. */
function bucketsOfTests(): number {
  return Number(process.env.TEST_BUCKETS ?? '1');
}

/**
 * Creates a database that is already migrated by the version under test, with one bucket or with
 * `buckets`. The environment variable TEST_BUCKETS changes the default for all tests.
 */
export async function createMigratedDatabase(buckets = bucketsOfTests()): Promise<TestDatabase> {
  const stopServer = process.env[SERVER] === undefined ? await startServer() : undefined;
  const template = await templateWith(buckets);
  const database = await createDatabaseFrom(template);
  return {
    ...database,
    drop: async () => {
      await database.drop();
      await stopServer?.();
    },
  };
}

/** The name of a template with so many buckets. The first test that needs it makes it. */
async function templateWith(buckets: number): Promise<string> {
  if (buckets === 1) return TEMPLATE;
  const name = `${TEMPLATE}_${buckets}`;
  const client = new pg.Client({ connectionString: process.env[OWNER] ?? '' });
  await client.connect();
  try {
    // Test files run at the same time.
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const made = await client.query(
      'select from pg_database where datname = $1 and datistemplate',
      [name],
    );
    if (made.rowCount === 0) await makeBucketTemplate(name, buckets);
  } finally {
    await client.end();
  }
  return name;
}

async function makeBucketTemplate(name: string, buckets: number): Promise<void> {
  const server = process.env[OWNER] ?? '';
  await runOnServers(server, `create database ${name} template ${TEMPLATE}`);
  const owner = openDatabase({
    connectionString: withDatabase(server, name),
    connectionsMax: 1,
    applicationName: 'template',
  });
  try {
    // A bucket takes new merchants when all processes know it, after two minutes.
    for (let made = 1; made < buckets; made += 1) await createBucket(owner, Date.now() - HOUR_MS);
    await grantRuntimeRights(owner, new URL(process.env[SERVER] ?? '').username);
    for (let made = 0; made < buckets; made += 1)
      await makePartitions(owner, `b${made}`, Date.now());
    await owner.pool.query(VIEWS_OF_ALL);
  } finally {
    await owner.close();
  }
  await closeTemplate(server, name);
}

async function createDatabaseFrom(template: string): Promise<TestDatabase> {
  const stopServer = process.env[SERVER] === undefined ? await startServer() : undefined;
  const serverUrl = process.env[OWNER] ?? '';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOnServers(serverUrl, `create database ${name} template ${template} strategy file_copy`);
  // A copy of a database has none of its settings; tests read tables with connections of their own.
  await runOnServers(serverUrl, `alter database ${name} set search_path = b0, public`);
  const connectionString = withDatabase(process.env[SERVER] ?? '', name);
  const ownerConnectionString = withDatabase(serverUrl, name);
  return {
    connectionString,
    ownerConnectionString,
    env: { DATABASE_URL: connectionString, MIGRATION_DATABASE_URL: ownerConnectionString },
    drop: async () => {
      await runOnServers(serverUrl, `drop database if exists ${name} with (force)`);
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
