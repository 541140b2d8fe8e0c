import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { readUnplaced } from '#src/ground/database/citus/cluster-facts.ts';
import { placeTables } from '#src/ground/database/citus/place-tables.ts';
import { createBucket } from '#src/ground/database/create-bucket.ts';
import { openDatabase } from '#src/ground/database/database.ts';
import { migrate } from '#src/ground/database/migrate.ts';
import {
  asCitusOwner,
  CITUS_URL,
  createDatabase,
  dropDatabase,
  joinCluster,
  SKIP_WITHOUT_CITUS,
  serversOf,
} from '../support/citus-servers.ts';
import { withDatabase } from '../support/make-database.ts';
import { restoreOldDatabase } from '../support/old-database.ts';

test('the tables of 0.3.0 on a cluster are migrated where they are, and it gets a bucket', {
  skip: SKIP_WITHOUT_CITUS,
}, async (context) => {
  const server = CITUS_URL ?? '';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(server, name);
  context.after(() => dropDatabase(server, name));
  await joinCluster((await serversOf(server)).map((address) => withDatabase(address, name)));
  const connectionString = withDatabase(asCitusOwner(server), name);
  const owner = openDatabase({
    connectionString,
    connectionsMax: 1,
    applicationName: 'test',
    statementTimeoutMs: 0,
  });
  context.after(() => owner.close());
  await restoreOldDatabase(connectionString);
  await placeTables(owner);
  assert.deepEqual(await readUnplaced(owner), []);
  await migrate({ connectionString });
  assert.deepEqual(await readUnplaced(owner), []);
  assert.equal(await createBucket(owner, Date.now()), 'b1');
  assert.deepEqual(await readUnplaced(owner), []);
});
