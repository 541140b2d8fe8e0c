import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { readEvidence } from '#src/messages/alerts/evidence/read-evidence.ts';
import { ALERT_RULES } from '#src/messages/alerts/operator-alert.ts';
import { CHARGE, createMerchantWithKeys, type Keys, until } from '../support/gateway.ts';
import { startLiveInBuckets } from '../support/live.ts';

const { gateway, bank, shop } = await startLiveInBuckets(
  { after },
  { env: { PROVIDER_TIMEOUT_SECONDS: '3' } },
);
const { keys } = shop;
const PATH = '/v1/charges/batches';
const ANA = { name: 'Ana Souza', document: '52998224725' };
const LINES = Array.from({ length: 7 }, (_, index) => ({ ...CHARGE, external_id: `n-${index}` }));

afterEach(() => bank.faults.clear());

interface Item {
  readonly index: number;
  readonly charge: { readonly internal_id: string; readonly qrcode: string } | null;
  readonly refusal: { readonly code: string; readonly message: string } | null;
}

async function send(charges: readonly object[], by: Keys = keys): Promise<unknown> {
  const headers = { 'idempotency-key': `batch-${randomUUID()}` };
  const answer = await gateway.call('POST', PATH, { keys: by, headers, body: { charges } });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.id;
}

function completed(id: unknown, by: Keys = keys) {
  return until(`the batch ${id} is completed`, async () => {
    gateway.clock.advance(1_000);
    const { body } = await gateway.call('GET', `${PATH}/${id}`, { keys: by });
    return body.status === 'completed' ? body : undefined;
  });
}

async function items(id: unknown): Promise<readonly Item[]> {
  const answer = await gateway.call<{ data: Item[] }>('GET', `${PATH}/${id}/items`, { keys });
  return answer.body.data;
}

const atBank = () => bank.snapshot().charges.map(({ txid }) => txid);

/** The charges of a batch: each is registered once, and no other was registered since. */
async function assertRegistered(id: unknown, before: readonly string[]): Promise<void> {
  const made = (await items(id)).map(({ charge }) => charge?.internal_id.replaceAll('-', ''));
  assert.deepEqual(
    atBank()
      .filter((txid) => !before.includes(txid))
      .toSorted(),
    made.toSorted(),
  );
}

test('each line is registered at the bank once and has the code of the bank', async () => {
  const before = atBank();
  const id = await send(LINES);
  const done = await completed(id);
  assert.deepEqual([done.created_count, done.refused_count], [7, 0]);
  await assertRegistered(id, before);
  for (const { charge } of await items(id)) assert.match(String(charge?.qrcode), /^000201/);
});

test('a line with a due date is registered as such a charge at the bank', async () => {
  const due_date = addDays(brazilianDayOf(gateway.clock.now()), 20);
  const fine = { type: 'percent', value: 200 };
  const id = await send([{ ...CHARGE, payer: ANA, due_date, fine }]);
  const done = await completed(id);
  assert.deepEqual([done.created_count, done.refused_count], [1, 0]);
  const [item] = await items(id);
  assert.match(String(item?.charge?.qrcode), /\/cobv\//);
});

test('a line that the bank refuses is named, and the others are created', async () => {
  bank.faults.add({ kind: 'error', operation: 'createCharge', status: 400, times: 1 });
  const id = await send(LINES);
  const done = await completed(id);
  assert.deepEqual([done.created_count, done.refused_count], [6, 1]);
  const refused = (await items(id)).filter(({ refusal }) => refusal !== null);
  assert.deepEqual(
    refused.map(({ refusal, charge }) => [refusal?.code, charge]),
    [['provider_refused', null]],
  );
});

test('a line without a clear answer of the bank makes one charge there and here', async () => {
  for (const kind of ['silent_before', 'silent_after'] as const) {
    const before = atBank();
    bank.faults.add({ kind, operation: 'createCharge', times: 2 });
    const id = await send(LINES);
    const done = await completed(id);
    assert.deepEqual([done.created_count, done.refused_count], [7, 0], kind);
    await assertRegistered(id, before);
    bank.faults.clear();
  }
});

test('a batch waits for a bank that is away, and another merchant’s test batch does not', async () => {
  const other = await createMerchantWithKeys(gateway);
  bank.faults.add({ kind: 'error', operation: 'createCharge', status: 503 });
  const before = atBank();
  const id = await send(LINES);
  await completed(await send(LINES, other.keys), other.keys);
  const waiting = await gateway.call('GET', `${PATH}/${id}`, { keys });
  assert.equal(waiting.body.status, 'processing', waiting.text);
  bank.faults.clear();
  const done = await completed(id);
  assert.deepEqual([done.created_count, done.refused_count], [7, 0]);
  await assertRegistered(id, before);
});

/** The value of the alert, and the batches that its page names. */
async function waitAlert() {
  const readers = gateway.appContext.alertReaders;
  const { items } = await readEvidence(gateway.appContext, 'charge_batches_waiting');
  return { seconds: await readers.charge_batches_waiting?.(), items };
}

test('a batch says since when it waits for the bank, operators are told, and both end with the wait', async () => {
  bank.faults.add({ kind: 'error', operation: 'createCharge', status: 503 });
  const sentAt = gateway.clock.now();
  const id = await send(LINES);
  const read = async () => (await gateway.call('GET', `${PATH}/${id}`, { keys })).body;
  const since = await until('the batch waits', async () => {
    gateway.clock.advance(1_000);
    return (await read()).waiting_for_bank_since ?? undefined;
  });
  const at = Date.parse(String(since));
  assert.ok(at >= Math.floor(sentAt), String(since));
  const dueAt = async () => {
    const [row] = await gateway.sql('select due_at from charge_batches where id = $1', [id]);
    return Number(row?.due_at);
  };
  // Later attempts keep the beginning.
  for (let round = 0; round < 3; round += 1) {
    const before = await dueAt();
    gateway.clock.advance(5 * 60_000);
    await until('the batch was tried again', async () => (await dueAt()) > before + 5 * 60_000);
  }
  assert.equal((await read()).waiting_for_bank_since, since);
  const limit = ALERT_RULES.charge_batches_waiting.above;
  const { seconds = 0, items: waiting } = await waitAlert();
  assert.ok(seconds > limit, `${seconds} s`);
  assert.ok(seconds <= Math.ceil(gateway.clock.now() - at) / 1_000, `${seconds} s`);
  const { username } = shop.merchant;
  const amount = 7n * BigInt(CHARGE.amount);
  assert.deepEqual(waiting, [
    { kind: 'charge_batch', id, username, amount, at, bank: 'no_answer' },
  ]);
  bank.faults.clear();
  const done = await completed(id);
  assert.deepEqual([done.created_count, done.waiting_for_bank_since], [7, null]);
  assert.deepEqual(await waitAlert(), { seconds: 0, items: [] });
});

test('a batch of which the bank registers some charges does not wait for it', async () => {
  bank.faults.add({ kind: 'error', operation: 'createCharge', status: 503, times: 1 });
  const id = await send(LINES);
  const row = () =>
    gateway.sql(
      'select waiting_since, created_count::integer as created from charge_batches where id = $1',
      [id],
    );
  const [first] = await until('some charges exist', async () => {
    const rows = await row();
    return Number(rows[0]?.created) > 0 && rows;
  });
  assert.equal(first?.waiting_since, null);
  await completed(id);
});

for (const { hours, outcome } of [
  { hours: 23, outcome: [7, 0] },
  { hours: 24, outcome: [0, 7] },
]) {
  test(`after ${hours} hours without the bank ${outcome[0]} of 7 lines make charges`, async () => {
    bank.faults.add({ kind: 'error', operation: 'createCharge', status: 503 });
    const before = atBank();
    const id = await send(LINES);
    gateway.clock.advance(hours * 3_600_000);
    bank.faults.clear();
    const done = await completed(id);
    assert.deepEqual([done.created_count, done.refused_count], outcome);
    const refusals = (await items(id)).flatMap(({ refusal }) => refusal ?? []);
    for (const { code, message } of refusals) {
      assert.equal(code, 'bank_unavailable_for_batch');
      assert.match(message, /^O banco não registrou a cobrança em 24 horas/);
    }
    assert.equal(atBank().length, before.length + (outcome[0] ?? 0));
  });
}

test('the lines of a suspended merchant are refused', async () => {
  const { merchant, keys: suspended } = await createMerchantWithKeys(gateway, 'live');
  // Until the end: a line under way at the suspension must not be created.
  bank.faults.add({ kind: 'error', operation: 'createCharge', status: 503 });
  const id = await send(LINES, suspended);
  await gateway.sql(`update merchants set status = 'suspended' where merchant_id = $1`, [
    merchant.merchantId,
  ]);
  const count = () =>
    gateway.sql(
      `select from charge_batches where id = $1 and status = 'completed' and refused_count = 7`,
      [id],
    );
  await until('all lines are refused', async () => {
    gateway.clock.advance(1_000);
    return (await count()).length === 1;
  });
});
