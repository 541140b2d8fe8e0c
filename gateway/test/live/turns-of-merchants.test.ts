import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays } from '#src/ground/brazilian-days.ts';
import { planSubscriptionMails as tellPayers } from '#src/messages/payer-mails/plan-subscription-mails.ts';
import { syncDueCycles } from '#src/subscriptions/live/cycles/sync-cycles.ts';
import { bankOfRecurrences } from '#src/subscriptions/live/recurrences/live-creator.ts';
import { syncDueRecurrences } from '#src/subscriptions/live/recurrences/sync-recurrences.ts';
import { type Subscribed, startLiveCycles } from '../support/live-cycles.ts';

const MINUTE_MS = 60_000;
const MANY = 10_000;
const AT_ONCE = 50;

const live = await startLiveCycles({ after });
const { bank, gateway, goTo, liveBank, cycle } = live;
const { recurring } = liveBank;
const recurrences = bankOfRecurrences(liveBank);
assert.ok(recurring && recurrences);

/** One round of the worker of cycles. */
function syncCyclesOnce(): Promise<boolean> {
  assert.ok(recurring);
  const times = { bankLeaseMs: MINUTE_MS, quarantineMs: MINUTE_MS };
  return syncDueCycles({ ...gateway.appContext, ...times, bank: recurring, tellPayers });
}

/** One round of the worker of recurrences. */
function syncRecurrencesOnce(): Promise<boolean> {
  assert.ok(recurrences);
  return syncDueRecurrences({
    ...gateway.appContext,
    bank: recurrences,
    makingLeaseMs: MINUTE_MS,
    tellPayers,
  });
}

function countOf(operation: string): number {
  return bank.requestLog.entries().filter((one) => one.operation === operation).length;
}

/** Copies the cycle of a subscription at the bank, all due for a longer time. */
async function copyCycles({ id }: Subscribed): Promise<void> {
  // A cluster makes no statement of its nodes from one that reads and writes this table.
  const [row] = await gateway.sql(
    `select merchant_id, cycle_on::text, due_on::text from subscription_bank_cycles
      where subscription_id = $1`,
    [id],
  );
  await gateway.sql(
    `insert into subscription_bank_cycles
      (merchant_id, environment, subscription_id, cycle_on, txid, due_on, next_look_at, status,
        seen_at, registered_at)
    select $3::uuid, 'live', $1::uuid, $4::date - n, 'copia' || lpad(n::text, 27, '0'), $5::date,
      $2::timestamptz - n * interval '1 second', 'active', $2, $2
    from generate_series(1, ${MANY}) n`,
    [id, new Date(gateway.clock.now()), row?.merchant_id, row?.cycle_on, row?.due_on],
  );
}

/** Copies a subscription with its recurrence, all due for a longer time. */
async function copyRecurrences({ id, recurrenceId }: Subscribed): Promise<void> {
  await gateway.sql(
    `with copies as (
      insert into subscriptions select (json_populate_record(s, json_build_object(
          'id', gen_random_uuid(), 'recurrence_id', left($2, 19) || lpad(n::text, 10, '0')))).*
        from subscriptions s, generate_series(1, ${MANY}) n where s.id = $1
        returning merchant_id, environment, id
    )
    insert into subscription_recurrences
      (merchant_id, environment, subscription_id, contract, status, called_at, next_look_at)
    select merchant_id, environment, id, replace(id::text, '-', ''), 'approved', $3,
      $3::timestamptz - interval '1 day' from copies`,
    [id, recurrenceId, new Date(gateway.clock.now())],
  );
}

/** A recurrence that is due now, as the creation by the API writes it. */
async function insertRecurrence({ id }: Subscribed): Promise<void> {
  await gateway.sql(
    `insert into subscription_recurrences
      (merchant_id, environment, subscription_id, contract, status, called_at, next_look_at)
    select merchant_id, environment, id, replace(id::text, '-', ''), 'created', $2, $2
    from subscriptions where id = $1`,
    [id, new Date(gateway.clock.now())],
  );
}

test('a merchant with many due cycles does not delay the cycle of another one', async () => {
  const many = await live.subscribe();
  const single = await live.subscribe();
  await goTo(addDays(many.due, -4), 5);
  await live.create();
  await copyCycles(many);
  const before = countOf('findRecurringCharge');
  assert.equal(await syncCyclesOnce(), true, 'there is more to do');
  assert.equal((await cycle(single.id)).seen, 'created');
  assert.equal((await cycle(many.id)).seen, null, 'older ones of its merchant come first');
  assert.equal(countOf('findRecurringCharge') - before, AT_ONCE);
  await gateway.sql("delete from subscription_bank_cycles where txid like 'copia%'");
  assert.equal(await syncCyclesOnce(), false);
  assert.notEqual((await cycle(many.id)).seen, null);
});

test('a merchant with many due recurrences does not delay the recurrence of another one', async () => {
  const many = await live.subscribe();
  const single = await live.subscribe();
  await copyRecurrences(many);
  await insertRecurrence(single);
  const before = countOf('findRecurrence');
  assert.equal(await syncRecurrencesOnce(), true, 'there is more to do');
  const seen = await gateway.sql(
    'select status from subscription_recurrences where subscription_id = $1',
    [single.id],
  );
  assert.deepEqual(seen, [{ status: 'approved' }]);
  assert.equal(countOf('findRecurrence') - before, AT_ONCE + 1);
});

test('many merchants get their turns at once, as many cycles as fit', async () => {
  const many = await live.subscribe();
  await goTo(addDays(many.due, -4), 5);
  await live.create();
  await copyCycles(many);
  const others: Subscribed[] = [];
  for (let index = 0; index < 3; index += 1) others.push(await live.subscribe());
  const [other] = others;
  assert.ok(other);
  await goTo(addDays(other.due, -4), 5);
  await live.create();
  await syncCyclesOnce();
  for (const { id } of others) assert.equal((await cycle(id)).seen, 'created');
});
