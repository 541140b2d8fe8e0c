import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import type { Database } from '#src/ground/database/database.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { dropUnconfirmedBatches } from '#src/money-out/payouts/batches/work.ts';
import { expireControlRows } from '#src/money-out/payouts/payout-owner.ts';
import { isBlocked } from '../support/blocked-statements.ts';
import { ownerAddressOf } from '../support/database-server.ts';
import { startGateway, type TestGateway, until } from '../support/gateway.ts';
import { approvalSteps } from '../support/payout-approvals.ts';
import { openTwo } from '../support/two-buckets.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const { openShop, request } = approvalSteps(gateway);
const INSERT_CALL = `insert into payout_approval_calls (merchant_id, environment, id, payout_id,
    url, is_approved, duration_ms, called_at)
  select $1::uuid, 'test', gen_random_uuid(), gen_random_uuid(), 'https://loja.example', true, 5,
    $2::timestamptz
  from generate_series(1, $3::int)`;

async function totalsOf(merchantId: string): Promise<number> {
  return (await gateway.sql('select from payout_totals where merchant_id = $1', [merchantId]))
    .length;
}

test('totals of limits are deleted after 31 days, not before', async () => {
  const shop = await openShop();
  await request(shop, 500, 'pending');
  const { merchantId } = shop.merchant;
  const before = await totalsOf(merchantId);
  assert.ok(before > 0);
  gateway.clock.advance(30 * DAY_MS);
  await expire();
  assert.equal(await totalsOf(merchantId), before);
  gateway.clock.advance(3 * DAY_MS);
  await expire();
  assert.equal(await totalsOf(merchantId), 0);
});

test('calls of approval servers are deleted as webhook events are, in parts', async () => {
  const { merchantId } = (await openShop()).merchant;
  const { eventDays } = gateway.appContext.config.retention;
  const at = (days: number) => new Date(gateway.clock.now() - days * DAY_MS);
  await gateway.sql(INSERT_CALL, [merchantId, at(eventDays - 1), 1]);
  await gateway.sql(INSERT_CALL, [merchantId, at(eventDays + 1), 1_001]);
  assert.equal(await expire(), true);
  assert.equal(await expire(), false);
  const left = await gateway.sql('select from payout_approval_calls where merchant_id = $1', [
    merchantId,
  ]);
  assert.equal(left.length, 1);
});

test('a file that is confirmed while old files are deleted stays', async () => {
  const { merchantId } = (await openShop()).merchant;
  const [batch] = await gateway.sql(
    `insert into payout_batches (merchant_id, environment, id, file_name, file_sha256, status,
        lines, line_count, error_count, total_centavos, fee_centavos, is_repeated,
        is_balance_short, created_by_name, created_at)
      values ($1, 'test', gen_random_uuid(), 'a.csv', '', 'checked', '[]', 1, 0, 100, 0, false,
        false, 'x', $2) returning id`,
    [merchantId, new Date(gateway.clock.now() - 2 * DAY_MS)],
  );
  const member = new pg.Client({ connectionString: ownerAddressOf(gateway.connectionString) });
  await member.connect();
  try {
    await member.query('begin');
    const confirm = `update payout_batches set status = 'released', confirmed_at = now()`;
    await member.query(`${confirm} where id = $1`, [batch?.id]);
    const { database } = gateway.appContext;
    const now = gateway.clock.now();
    const deleting = Promise.all(
      database.buckets.all().map((bucket) => dropUnconfirmedBatches(bucket, now)),
    );
    await until('the deletion waits', () => isBlocked(gateway, 'payout_batches'));
    await member.query('commit');
    await deleting;
  } finally {
    await member.end();
  }
  const kept = await gateway.sql('select from payout_batches where id = $1', [batch?.id]);
  assert.equal(kept.length, 1);
});

test('the work in a bucket deletes the rows of this bucket only', async (context) => {
  const { gateway: wide, home, away } = await openTwo(context, { hasWorker: false });
  const at = new Date(wide.clock.now() - 10_000 * DAY_MS);
  const calls = 'payout_approval_calls';
  await wide.sql(INSERT_CALL, [home.merchant.merchantId, at, 1]);
  await wide.sql(INSERT_CALL.replace(calls, `b1.${calls}`), [away.merchant.merchantId, at, 1]);
  await expireIn(wide.appContext.database.buckets.of('b1'), wide);
  assert.equal((await wide.sql(`select from b0.${calls}`)).length, 1);
  assert.equal((await wide.sql(`select from b1.${calls}`)).length, 0);
});

/** Deletes expired rows as the worker does. */
async function expire(): Promise<boolean> {
  const { database } = gateway.appContext;
  const more = await Promise.all(database.buckets.all().map((one) => expireIn(one, gateway)));
  return more.includes(true);
}

function expireIn(bucket: Database, { appContext: { clock, config } }: TestGateway) {
  const callsBefore = clock.now() - config.retention.eventDays * DAY_MS;
  return expireControlRows(bucket, { now: clock.now(), callsBefore });
}
