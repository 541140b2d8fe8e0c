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

test('the tables of 0.3.0 on a cluster are migrated where they are, it gets a bucket, and then fences', {
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
  // As if the table were newer than the buckets.
  for (const bucketId of ['b0', 'b1']) {
    await owner.pool.query(
      `alter table ${bucketId}.fee_days drop constraint fee_days_bucket_member`,
    );
  }
  const writeElsewhere = (bucketId: string) =>
    owner.pool.query(`insert into ${bucketId}.fee_days values ($1, 'test', '2026-11-20', 49)`, [
      randomUUID(),
    ]);
  await writeElsewhere('b1');
  await migrate({ connectionString });
  for (const bucketId of ['b0', 'b1']) {
    await assert.rejects(writeElsewhere(bucketId), /fee_days_bucket_member/);
  }
});
