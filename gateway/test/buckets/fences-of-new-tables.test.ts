import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { isMerchantElsewhere } from '#src/ground/database/buckets.ts';
import { createMigratedDatabase, run } from '../support/database-server.ts';
import { startGateway } from '../support/gateway.ts';
import { subscriptionClient } from '../support/subscriptions.ts';
import { createPair } from '../support/two-buckets.ts';

const FENCE = 'subscriptions_bucket_member';

test('two starts at once give buckets that are older than a table its fence, and keep its rows', async (context) => {
  const { drop, ...database } = await createMigratedDatabase(2);
  context.after(drop);
  const sql = (text: string) => run(database.ownerConnectionString, text);
  const options = {
    env: { ENCRYPTION_KEY: randomBytes(32).toString('base64') },
    database: { ...database, drop: async () => {} },
    hasWorker: false,
  };
  const start = () => startGateway(context, options);
  const old = await start();
  const { away } = await createPair(old);
  await subscriptionClient(old, away.keys).create();
  // As the migration that brought the table left it.
  for (const bucketId of ['b0', 'b1']) {
    await sql(`alter table ${bucketId}.subscriptions drop constraint ${FENCE}`);
  }
  const writeElsewhere = () => sql('insert into b0.subscriptions select * from b1.subscriptions');
  await writeElsewhere();
  const rows = () => sql('select merchant_id from b0.subscriptions');
  const [row] = await rows();
  assert.equal(row?.merchant_id, away.merchant.merchantId);

  const [gateway] = await Promise.all([start(), start()]);
  assert.deepEqual(await rows(), [row]);
  await sql('delete from b0.subscriptions');
  await assert.rejects(writeElsewhere(), isMerchantElsewhere);
  assert.deepEqual(await rows(), []);
  await subscriptionClient(gateway, away.keys).create({ reference: 'outro' });
  assert.deepEqual(
    await sql(
      `select connamespace::regnamespace::text as name from pg_constraint
       where conname = '${FENCE}' order by 1`,
    ),
    [{ name: 'b0' }, { name: 'b1' }],
  );
});
