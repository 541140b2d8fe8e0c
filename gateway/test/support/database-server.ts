import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { DatabaseAddresses } from '#src/ground/embedded-database/address.ts';
import { startEmbeddedDatabase } from '#src/ground/embedded-database/embedded-database.ts';
import {
  asCitusOwner,
  asCitusRuntime,
  CITUS_URL,
  closeTemplate,
  createDatabase,
  dropDatabase,
  dropTemplates,
  isOnCluster,
  runOnServers,
  TEST_ON_CITUS,
} from './citus-servers.ts';
import { addBuckets, makeMigrated, withDatabase } from './make-database.ts';
import { startOldestServer } from './oldest-server.ts';
import { makeServerFolder } from './server-folder.ts';

const SERVER = 'TEST_DATABASE_SERVER';
const OWNER = 'TEST_DATABASE_OWNER';
const OLDEST_SERVER = 'TEST_OLDEST_SERVER';
const OLDEST_OWNER = 'TEST_OLDEST_OWNER';
const TEMPLATE = 'test_template';
const TEMPLATE_LOCK = 7_316_900;
/** The start of the names of this process's templates on the cluster. */
const templatesOfProcess = `cluster_template_${process.pid}_`;
const clusterTemplates = new Set<string>();

/**
 * Starts one PostgreSQL for all test files, with a template of a migrated database. The test files
 * find it by environment variables. Returns a function that stops it.
 */
export function startServer(): Promise<() => Promise<void>> {
  return offerServer(openServer, [SERVER, OWNER]);
}

/** Starts the oldest version for the test files that run on it (`useOldestServer`). */
export function offerOldestServer(): Promise<() => Promise<void>> {
  return offerServer(startOldestServer, [OLDEST_SERVER, OLDEST_OWNER]);
}

/** Makes all databases on the oldest version until the returned function is called. */
export function useOldestServer(): () => void {
  const usual = { [SERVER]: process.env[SERVER], [OWNER]: process.env[OWNER] };
  process.env[SERVER] = process.env[OLDEST_SERVER];
  process.env[OWNER] = process.env[OLDEST_OWNER];
  return () => void Object.assign(process.env, usual);
}

async function offerServer(
  open: typeof openServer,
  [address, ownerAddress]: readonly [string, string],
): Promise<() => Promise<void>> {
  const server = await open();
  process.env[address] = server.connectionString;
  process.env[ownerAddress] = server.ownerConnectionString;
  const stop = async (): Promise<void> => {
    delete process.env[address];
    delete process.env[ownerAddress];
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

/** With TEST_ON_CITUS the tests use that cluster, which runs already. */
async function openServer(): Promise<DatabaseAddresses & { stop(): Promise<void> }> {
  if (CITUS_URL !== undefined && TEST_ON_CITUS) {
    const stop = () => dropTemplates(CITUS_URL ?? '', TEMPLATE);
    await stop();
    return { ...clusterAddresses(CITUS_URL), stop };
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

function clusterAddresses(url: string): DatabaseAddresses {
  return { connectionString: asCitusRuntime(url), ownerConnectionString: asCitusOwner(url) };
}

/** Creates the template: a migrated database without rows, made once for all files. */
async function makeTemplate(server: DatabaseAddresses): Promise<void> {
  await makeMigrated(server, TEMPLATE);
  await closeTemplate(server.ownerConnectionString, TEMPLATE);
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
  await createDatabase(server, name, `template ${TEMPLATE}`);
  const ownerConnectionString = server;
  const connectionString = process.env[SERVER] ?? '';
  await addBuckets({ connectionString, ownerConnectionString }, name, buckets);
  await closeTemplate(server, name);
}

/** Creates a migrated database with several buckets on the cluster of CITUS_URL. */
export async function createClusterDatabase(buckets: number): Promise<TestDatabase> {
  if (CITUS_URL === undefined) throw new Error('CITUS_URL is not set');
  const server = clusterAddresses(CITUS_URL);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = await clusterTemplateWith(server, buckets);
  await createDatabase(
    server.ownerConnectionString,
    name,
    `template ${template} strategy file_copy`,
  );
  const database = await databaseOf(server, name);
  return {
    ...database,
    drop: async () => {
      await database.drop();
      // A worker drops them at its end; a file that runs alone has none.
      if (process.env.TEST_CLAIMS === undefined) await dropClusterTemplates();
    },
  };
}

/** Drops the templates that this process has made on the cluster. */
export async function dropClusterTemplates(): Promise<void> {
  if (clusterTemplates.size === 0) return;
  clusterTemplates.clear();
  await dropTemplates(CITUS_URL ?? '', templatesOfProcess);
}

/**
 * The name of a template on the cluster. The worker that runs the files of the cluster makes it
 * once, because to make its tables on all servers takes ten seconds.
 */
async function clusterTemplateWith(server: DatabaseAddresses, buckets: number): Promise<string> {
  const name = `${templatesOfProcess}${buckets}`;
  if (clusterTemplates.has(name)) return name;
  await makeMigrated(server, name);
  await addBuckets(server, name, buckets);
  await closeTemplate(server.ownerConnectionString, name);
  clusterTemplates.add(name);
  return name;
}

async function createDatabaseFrom(template: string): Promise<TestDatabase> {
  const stopServer = process.env[SERVER] === undefined ? await startServer() : undefined;
  const serverUrl = process.env[OWNER] ?? '';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(serverUrl, name, `template ${template} strategy file_copy`);
  const server = {
    connectionString: process.env[SERVER] ?? '',
    ownerConnectionString: serverUrl,
  };
  const database = await databaseOf(server, name);
  return {
    ...database,
    drop: async () => {
      await database.drop();
      await stopServer?.();
    },
  };
}

async function databaseOf(server: DatabaseAddresses, name: string): Promise<TestDatabase> {
  const serverUrl = server.ownerConnectionString;
  // A copy of a database has none of its settings; tests read tables with connections of their own.
  await runOnServers(serverUrl, `alter database ${name} set search_path = b0, public`);
  const connectionString = withDatabase(server.connectionString, name);
  const ownerConnectionString = withDatabase(serverUrl, name);
  return {
    connectionString,
    ownerConnectionString,
    env: { DATABASE_URL: connectionString, MIGRATION_DATABASE_URL: ownerConnectionString },
    drop: () => dropDatabase(serverUrl, name),
  };
}

/** The connection string of the owner of a gateway's test database. */
export function ownerAddressOf(connectionString: string): string {
  const isHere = isOnCluster(connectionString);
  const server = isHere ? asCitusOwner(connectionString) : process.env[OWNER];
  return withDatabase(server ?? '', new URL(connectionString).pathname.slice(1));
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
