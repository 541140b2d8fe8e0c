import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DAY_MS } from '#src/ground/durations.ts';
import { writeSummaryMails } from '#src/reports/summaries/write-summary-mails.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after }, { buckets: 2 });

/** A merchant whose owner wants daily summaries. */
async function openShop() {
  const { merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  const path = '/api/panel/notification-preferences/daily_summary';
  const chosen = await session.call('PUT', path, { body: { is_enabled: true } });
  assert.equal(chosen.status, 204, chosen.text);
  const [row] = await gateway.sql(
    `select p.user_id, m.bucket_id from merchants m
      join notification_preferences p on p.merchant_id = m.merchant_id
      where m.merchant_id = $1`,
    [merchant.merchantId],
  );
  return { user: String(row?.user_id), bucket: String(row?.bucket_id) };
}

async function summarisedDay(user: string): Promise<string> {
  const [row] = await gateway.sql(
    'select summarised_day::text as day from notification_preferences where user_id = $1',
    [user],
  );
  return String(row?.day);
}

test('a merchant whose day can not be read keeps no other from its daily summary', async () => {
  const shops = [await openShop()];
  while (shops.every(({ bucket }) => bucket === shops[0]?.bucket)) shops.push(await openShop());
  // The first in the order in which summaries are written.
  const [first] = shops.toSorted((one, other) => (one.user < other.user ? -1 : 1));
  const elsewhere = shops.find(({ bucket }) => bucket !== first?.bucket);
  assert.ok(first && elsewhere);
  const before = await summarisedDay(elsewhere.user);
  const charges = `${first.bucket}.charge_days`;
  await gateway.stopWorker();
  gateway.clock.advance(2 * DAY_MS);
  const { appContext } = gateway;
  const write = () => writeSummaryMails(appContext);
  await gateway.sql(`alter table if exists ${charges} rename to charge_days_away`);
  await write();
  assert.ok((await summarisedDay(elsewhere.user)) > before);
  assert.equal(await summarisedDay(first.user), before);
  await gateway.sql(`alter table if exists ${charges}_away rename to charge_days`);
  await write();
  assert.equal(await summarisedDay(first.user), await summarisedDay(elsewhere.user));
});
