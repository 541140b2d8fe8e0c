import { createBucket } from '#src/ground/database/create-bucket.ts';
import { openDatabase } from '#src/ground/database/database.ts';
import { grantRuntimeRights } from '#src/ground/database/database-roles.ts';
import { makePartitions } from '#src/ground/database/partitions.ts';
import type { DatabaseAddresses } from '#src/ground/embedded-database/address.ts';
import { prepareDatabase } from '#src/host/prepare-database.ts';
import { createDatabase, joinCluster, serversOf } from './citus-servers.ts';

const HOUR_MS = 3_600_000;

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

/** Makes a migrated database with one bucket; on a cluster on all of its servers. */
export async function makeMigrated(server: DatabaseAddresses, name: string): Promise<void> {
  const serverUrl = server.ownerConnectionString;
  await createDatabase(serverUrl, name);
  const servers = await serversOf(serverUrl);
  if (servers.length > 1) {
    await joinCluster(servers.map((address) => withDatabase(address, name)));
  }
  await migrateEmpty({
    connectionString: withDatabase(server.connectionString, name),
    ownerConnectionString: withDatabase(serverUrl, name),
  });
}

/** Migrates an empty database and makes the partitions of now. */
export async function migrateEmpty(addresses: DatabaseAddresses): Promise<void> {
  const { connectionString } = addresses;
  const applicationName = 'template';
  const database = openDatabase({ connectionString, connectionsMax: 2, applicationName });
  try {
    await prepareDatabase(database, addresses);
    await makePartitions(database, database.bucketId, Date.now());
  } finally {
    await database.close();
  }
}

/** Adds buckets to a migrated database until it has so many. */
export async function addBuckets(
  server: DatabaseAddresses,
  name: string,
  buckets: number,
): Promise<void> {
  const owner = openDatabase({
    connectionString: withDatabase(server.ownerConnectionString, name),
    connectionsMax: 1,
    applicationName: 'template',
    statementTimeoutMs: 0,
  });
  try {
    // A bucket takes new merchants when all processes know it, after two minutes.
    for (let made = 1; made < buckets; made += 1) await createBucket(owner, Date.now() - HOUR_MS);
    await grantRuntimeRights(owner, new URL(server.connectionString).username);
    for (let made = 0; made < buckets; made += 1) {
      await makePartitions(owner, `b${made}`, Date.now());
    }
    await owner.pool.query(VIEWS_OF_ALL);
  } finally {
    await owner.close();
  }
}

/** The address with another database. */
export function withDatabase(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}
