import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { CycleOrder, RecurringBank } from '#src/bank/recurring-bank.ts';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { idFromTxid } from '#src/ground/pix/txid.ts';
import { reconcileCycles } from '#src/incoming/reconciliation/reconcile-cycles.ts';
import { claimDueBankCycles } from '#src/subscriptions/live/cycles/bank-cycle-store.ts';
import { syncCyclesNow } from '#src/subscriptions/live/cycles/sync-cycles.ts';
import type { FaultOrder } from '../../../bank-simulator/src/bank-simulator.ts';
import { until } from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { NET, type Subscribed, startLiveCycles } from '../support/live-cycles.ts';

const live = await startLiveCycles({ after });
const { bank, gateway, goTo, sync, receive, cycle, events, scheduled, available } = live;
const { addCharge } = live;
const { database } = gateway.appContext;
const MINUTE_MS = 60_000;
/** Faults after which the gateway doesn't know whether the bank did it. */
const LOST_ANSWERS = ['dropped_before', 'dropped_after', 'error_after', 'malformed'] as const;

beforeEach(() => bank.faults.clear());

/** Synchronizes again and again, with a minute between, until something holds. */
function syncUntil(what: string, holds: () => Promise<boolean>): Promise<unknown> {
  return until(what, async () => {
    await sync();
    if (await holds()) return true;
    gateway.clock.advance(MINUTE_MS);
    return undefined;
  });
}

/** Loses one answer of an operation, and of the search that follows. */
function loseAnswer(kind: FaultOrder['kind'], operation: FaultOrder['operation']): void {
  bank.faults.add({ kind, operation, times: 1 });
  bank.faults.add({ kind: 'dropped_before', operation: 'findRecurringCharge', times: 1 });
}

/** A subscription whose first cycle is due to be created. */
async function due(): Promise<Subscribed> {
  const sub = await live.subscribe();
  await goTo(addDays(sub.due, -4), 5);
  await live.create();
  return sub;
}

function chargesOf({ recurrenceId }: Subscribed) {
  return bank.snapshot().recurringCharges.filter((one) => one.recurrenceId === recurrenceId);
}

test('a lost answer to a registration ends as one charge at the bank, and one payment', async () => {
  for (const kind of LOST_ANSWERS) {
    const sub = await due();
    loseAnswer(kind, 'createRecurringCharge');
    await syncUntil(`${kind}: registered`, async () => (await cycle(sub.id)).seen !== null);
    assert.equal(chargesOf(sub).length, 1, kind);
    await goTo(sub.due, 9);
    await receive();
    assert.equal((await cycle(sub.id)).status, 'paid', kind);
    assert.equal(await available(sub), NET, kind);
  }
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a lost answer to a cancellation ends as canceled at the bank', async () => {
  for (const kind of LOST_ANSWERS) {
    const sub = await scheduled();
    await live.act(sub, { kind: 'cancel', by: 'merchant', reason: 'SLCR' });
    loseAnswer(kind, 'reviseRecurringCharge');
    await syncUntil(`${kind}: canceled`, async () => (await cycle(sub.id)).seen === 'canceled');
    assert.deepEqual(
      chargesOf(sub).map(({ status }) => status),
      ['CANCELADA'],
      kind,
    );
    assert.equal((await cycle(sub.id)).is_over, true);
  }
});

/** A proxy of the bank that says "busy, try again later", before or after the bank did the work. */
const BUSY = { status: 503, retryAfterSeconds: 60, times: 1 } as const;

test('a cycle that is canceled while its registration got 503 is canceled at the bank', async () => {
  for (const kind of ['error', 'error_after'] as const) {
    const sub = await due();
    bank.faults.add({ ...BUSY, kind, operation: 'createRecurringCharge' });
    await sync();
    await live.act(sub, { kind: 'cancel', by: 'merchant', reason: 'SLCR' });
    await syncUntil(`${kind}: over`, async () => (await cycle(sub.id)).is_over === true);
    const isThere = kind === 'error_after';
    const statuses = chargesOf(sub).map(({ status }) => status);
    assert.deepEqual(statuses, isThere ? ['CANCELADA'] : [], kind);
    await goTo(sub.due, 9);
    await receive();
    assert.equal(await available(sub), 0, kind);
  }
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a lost answer to a retry ends as one more attempt', async () => {
  for (const kind of LOST_ANSWERS) {
    const sub = await scheduled();
    const { payer } = sub;
    bank.setPayer({ document: payer.document, balance: 0n });
    await goTo(sub.due, 22);
    await sync();
    await live.act(sub, { kind: 'retry', dueOn: null, on: null });
    loseAnswer(kind, 'retryRecurringCharge');
    await syncUntil(`${kind}: taken`, async () => {
      const rows = 'select from subscription_bank_cycles where subscription_id = $1';
      return (await gateway.sql(`${rows} and retry_on is null`, [sub.id])).length === 1;
    });
    const attempts = chargesOf(sub)[0]?.attempts ?? [];
    assert.deepEqual(
      attempts.map((one) => one.kind),
      ['AGND', 'NTAG'],
      kind,
    );
    bank.setPayer({ document: payer.document });
    await goTo(addDays(sub.due, 1), 9);
    await receive();
    assert.equal((await cycle(sub.id)).status, 'paid', kind);
    assert.equal(await available(sub), NET, kind);
  }
});

/** How a second registration of a charge is answered, after a first one without an answer. */
const SECOND_ANSWERS = {
  refused: {
    kind: 'refused',
    refusal: { code: 'refused', message: 'Não aceito', bankWords: '' },
  },
  unavailable: { kind: 'unavailable', retryAfterSeconds: 1 },
} as const;

/**
 * A charge whose first registration the bank has taken without doing it yet, and whose second one
 * has another answer. After `unavailable` the merchant cancels it. `late`: the bank does it now.
 */
async function inDoubt(answer: keyof typeof SECOND_ANSWERS) {
  const { recurring } = live.liveBank;
  assert.ok(recurring);
  const sub = await live.subscribe({ cyclesBy: 'merchant' });
  assert.equal(await addCharge(sub), 201);
  const orders: CycleOrder[] = [];
  await sync({
    async createCycle(order) {
      orders.push(order);
      return { kind: 'unknown', reason: 'sem resposta' };
    },
  });
  // Charges of other tests may be due too.
  const order = orders.find((one) => one.recurrenceId === sub.recurrenceId);
  assert.ok(order);
  gateway.clock.advance(MINUTE_MS / 2);
  await sync({ createCycle: async () => SECOND_ANSWERS[answer] });
  const chargeId = idFromTxid(order.txid) ?? '';
  if (answer === 'unavailable') await live.act(sub, { kind: 'cancel_cycle', chargeId });
  await sync();
  return { sub, txid: order.txid, late: () => recurring.createCycle(order) };
}

test('a charge that the bank may still register blocks its cycle', async () => {
  for (const answer of ['refused', 'unavailable'] as const) {
    const { sub, txid, late } = await inDoubt(answer);
    assert.equal(await addCharge(sub), 409, answer);
    await late();
    gateway.clock.advance(2 * MINUTE_MS);
    await sync();
    await sync();
    const isCanceled = answer === 'unavailable';
    assert.equal(bank.recurringCharge(txid)?.status === 'CANCELADA', isCanceled);
    assert.equal(await addCharge(sub), isCanceled ? 201 : 409, answer);
    assert.equal((await cycle(sub.id)).status, 'scheduled');
  }
});

test('a charge that appears at the bank after its end here is seen and ended there', async () => {
  for (const answer of ['refused', 'unavailable'] as const) {
    const { sub, txid, late } = await inDoubt(answer);
    gateway.clock.advance(2 * MINUTE_MS);
    await sync({ createCycle: async () => SECOND_ANSWERS[answer] });
    const { status, is_over: isOver } = await cycle(sub.id);
    assert.deepEqual([status, isOver], [answer === 'refused' ? 'failed' : 'canceled', true]);
    await late();
    gateway.clock.advance(MINUTE_MS);
    assert.deepEqual(await compared([txid]), [['cycle_missing_here', txid]], answer);
    await syncCyclesNow(gateway.appContext, [txid]);
    assert.equal(await addCharge(sub), 409, answer);
    await sync();
    await sync();
    assert.equal(bank.recurringCharge(txid)?.status, 'CANCELADA', answer);
    assert.equal(await addCharge(sub), 201, answer);
    await sync();
    assert.deepEqual(
      chargesOf(sub).map((one) => one.status === 'CANCELADA'),
      [true, false],
      answer,
    );
  }
});

test('a call-back during a refusal of the charge that it names registers nothing', async () => {
  const sub = await live.subscribe({ cyclesBy: 'merchant' });
  assert.equal(await addCharge(sub), 201);
  const { txid } = await cycle(sub.id);
  let count = 0;
  await sync({
    async createCycle(order) {
      if (order.txid !== txid) return SECOND_ANSWERS.refused;
      count += 1;
      gateway.clock.advance(1_000);
      await syncCyclesNow(gateway.appContext, [txid]);
      return SECOND_ANSWERS.refused;
    },
  });
  gateway.clock.advance(2 * MINUTE_MS);
  await sync();
  assert.deepEqual([count, bank.recurringCharge(txid)], [1, undefined]);
  const { status, reason, is_over: isOver } = await cycle(sub.id);
  assert.deepEqual([status, reason, isOver], ['failed', 'bank_refused', true]);
});

test('a lost call-back is made up by reading: on the day and after it', async () => {
  const sub = await scheduled();
  bank.setPayer({ document: sub.payer.document, balance: 0n });
  const start = gateway.clock.now();
  await goTo(sub.due, 8);
  await sync();
  await goTo(addDays(sub.due, 1), 3);
  await sync();
  bank.setPayer({ document: sub.payer.document });
  assert.deepEqual([(await cycle(sub.id)).reason], ['no_balance']);
  assert.ok(gateway.clock.now() > start);
});

test('a slow call without an answer keeps what another worker has read meanwhile', async () => {
  const { recurring } = live.liveBank;
  assert.ok(recurring);
  const sub = await due();
  const { txid } = await cycle(sub.id);
  await sync({
    async createCycle(order) {
      assert.equal((await recurring.createCycle(order)).kind, 'done');
      gateway.clock.advance(1_000);
      // The bank tells of the charge, and another worker reads it.
      await syncCyclesNow(gateway.appContext, [txid]);
      await sync();
      return { kind: 'unknown', reason: 'sem resposta' };
    },
  });
  // Depending on the day the bank has sent it to the payer's bank by then.
  assert.match(String((await cycle(sub.id)).seen), /^(created|active)$/);
  const aside = await gateway.sql('select from set_aside_work where id = $1', [txid]);
  assert.equal(aside.length, 0);
});

test('workers at once register each cycle by one request, and cancel it by one', async () => {
  const subs: Subscribed[] = [];
  for (let index = 0; index < 6; index += 1) subs.push(await live.subscribe());
  const [first] = subs;
  assert.ok(first);
  await goTo(addDays(first.due, -4), 5);
  await live.create();
  // Subscriptions of other tests may have a cycle on the same day.
  const count = (operation: string): number => {
    const txids = subs.flatMap(chargesOf).map(({ txid }) => txid);
    const asked = bank.requestLog.entries().filter((one) => one.operation === operation);
    return asked.filter(({ url }) => txids.some((txid) => url.includes(txid))).length;
  };
  await Promise.all([sync(), sync(), sync(), sync()]);
  assert.equal(count('createRecurringCharge'), subs.length);
  for (const sub of subs) {
    await live.act(sub, { kind: 'cancel', by: 'merchant', reason: 'SLCR' });
  }
  await Promise.all([sync(), sync(), sync(), sync()]);
  assert.equal(count('reviseRecurringCharge'), subs.length);
  for (const sub of subs) {
    assert.deepEqual((await events(sub)).slice(1), [
      'cycle.scheduled',
      'subscription.canceled',
      'cycle.canceled',
    ]);
  }
});

test('what a worker that died had claimed is taken over', async () => {
  const sub = await due();
  const now = gateway.clock.now();
  for (const bucket of database.buckets.all()) {
    await claimDueBankCycles(bucket, { at: now, until: now + MINUTE_MS, limit: 100 });
  }
  await sync();
  assert.equal((await cycle(sub.id)).seen, null, 'another worker has it');
  gateway.clock.advance(2 * MINUTE_MS);
  await sync();
  assert.notEqual((await cycle(sub.id)).seen, null);
});

test('a cycle that can’t be booked is set aside, and the others go on', async () => {
  const broken = await due();
  await gateway.sql('update subscriptions set recurrence_id = null where id = $1', [broken.id]);
  await sync();
  const { txid } = await cycle(broken.id);
  const aside = await gateway.sql(
    `select last_error from set_aside_work where kind = 'bank_cycle' and id = $1`,
    [txid],
  );
  assert.deepEqual(aside, [{ last_error: 'the subscription has no recurrence at the bank' }]);
  const sub = await scheduled();
  assert.equal((await cycle(sub.id)).seen, 'created');
});

/** What the reconciliation says of the cycles that a subscription has at the bank. */
async function compared(txids: readonly string[], change: Partial<RecurringBank> = {}) {
  const { recurring } = live.liveBank;
  assert.ok(recurring);
  const to = gateway.clock.now();
  const from = to - 20 * 24 * 60 * MINUTE_MS;
  const deps = { database, recurring: { ...recurring, ...change } };
  return (await reconcileCycles(deps, { from, to }))
    .filter(({ subject }) => subject === null || txids.includes(subject))
    .map(({ kind, subject }) => [kind, subject]);
}

test('the reconciliation names a cycle that only one side knows, and one without its Pix', async () => {
  const sub = await scheduled();
  const { txid } = await cycle(sub.id);
  assert.deepEqual(await compared([txid]), []);
  const stranger = await live.subscribe();
  const unknown = 'desconhecida'.padEnd(32, '0');
  await live.liveBank.recurring?.createCycle({
    txid: unknown,
    recurrenceId: stranger.recurrenceId,
    amount: centavos(10_000n),
    dueDate: stranger.due,
    note: null,
  });
  gateway.clock.advance(MINUTE_MS);
  assert.deepEqual(await compared([unknown]), [['cycle_missing_here', unknown]]);
  const none = { cycles: [], hasMore: false, pageCount: 1, unreadable: [] };
  const forgetful = {
    listCycles: async () => ({ kind: 'done', value: none }) as const,
    findCycle: async () => ({ kind: 'done', value: undefined }) as const,
  };
  assert.deepEqual(await compared([txid], forgetful), [['cycle_missing_at_bank', txid]]);
  await goTo(sub.due, 9);
  await sync();
  assert.deepEqual(await compared([txid]), [], 'the Pix may still come');
  gateway.clock.advance(2 * 60 * MINUTE_MS);
  assert.deepEqual(await compared([txid]), [['cycle_without_pix', txid]]);
  await receive();
  assert.deepEqual(await compared([txid]), []);
  const refusal = { code: 'refused', message: 'Sem acesso', bankWords: '' };
  const closed = { listCycles: async () => ({ kind: 'refused', refusal }) as const };
  assert.deepEqual(await compared([txid], closed), [['cycles_unread', null]]);
  assert.ok(brazilianDayOf(gateway.clock.now()) >= sub.due);
});
