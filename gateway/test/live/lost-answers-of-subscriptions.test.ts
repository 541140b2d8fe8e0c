import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { DAY_MS, MINUTE_MS } from '#src/ground/durations.ts';
import { until } from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { startLiveSubscriptions } from '../support/live-subscriptions.ts';

const live = await startLiveSubscriptions({ after }, { env: { PROVIDER_TIMEOUT_SECONDS: '3' } });
const { gateway, bank, shop, client, bodyOf, create, rowOf, becomes, workOff, quiet, events } =
  live;

beforeEach(quiet);

/** Faults after which the gateway doesn't know whether the bank did it. */
const LOST_ANSWERS = ['dropped_after', 'silent_before'] as const;
/** The calls of each journey that make something, or read what a payer needs. */
const CALLS = [
  { journey: 'code', operation: 'createRecurrence' },
  { journey: 'code', operation: 'findRecurrence' },
  { journey: 'bank_push', operation: 'createRecurrence' },
  { journey: 'bank_push', operation: 'createSolicitation' },
  { journey: 'code_and_first_payment', operation: 'createCharge' },
  { journey: 'code_and_first_payment', operation: 'createRecurrence' },
  { journey: 'code_and_first_payment', operation: 'findRecurrence' },
  { journey: 'offer', operation: 'createDueCharge' },
  { journey: 'offer', operation: 'createRecurrence' },
  { journey: 'offer', operation: 'findRecurrence' },
] as const;

/** What the bank has of one subscription. */
function counts() {
  const { recurrences, charges, dueCharges, solicitations } = bank.snapshot();
  return [recurrences, charges, dueCharges, solicitations].map((rows) => rows.length);
}

function changeOfCounts(journey: string, before: readonly number[]): readonly number[] {
  const made = {
    code: [1, 0, 0, 0],
    bank_push: [1, 0, 0, 1],
    code_and_first_payment: [1, 1, 0, 0],
    offer: [1, 0, 1, 0],
  }[journey];
  assert.ok(made);
  return before.map((count, index) => count + (made[index] ?? 0));
}

async function idOf(reference: string): Promise<string> {
  const rows = await gateway.sql('select id from subscriptions where reference = $1', [reference]);
  assert.equal(rows.length, 1, `one subscription ${reference}`);
  return String(rows[0]?.id);
}

for (const { journey, operation } of CALLS) {
  test(`${journey}: after a lost answer of ${operation} all is made once`, async () => {
    for (const kind of LOST_ANSWERS) {
      await quiet();
      const before = counts();
      const body = bodyOf({ journey });
      const key = `chave-de-${body.reference}`;
      // The client repeats reads by itself.
      const times = operation === 'findRecurrence' ? {} : { times: 1 };
      bank.faults.add({ kind, operation, ...times });
      const unclear = await create(body, key);
      assert.deepEqual([kind, unclear.status], [kind, 503], unclear.text);
      assert.equal(unclear.body.code, 'provider_unavailable');
      bank.faults.clear();
      await workOff();
      const { status, body: made, text } = await create(body, key);
      assert.equal(status, 201, text);
      assert.equal(made.internal_id, await idOf(body.reference));
      assert.deepEqual(counts(), changeOfCounts(journey, before), kind);
      const { code } = made.authorization as { code: string | null };
      const { recurrence_id: recurrenceId } = await rowOf(String(made.internal_id));
      bank.authorizeRecurrence(code ?? String(recurrenceId));
      await becomes(String(made.internal_id), 'authorized');
    }
    assert.deepEqual(await failedChecks(gateway), []);
  });
}

test('a refusal of the bank leaves nothing, here or there, and frees the key', async () => {
  for (const { journey, operation } of CALLS.filter(
    ({ operation }) => operation !== 'findRecurrence',
  )) {
    const body = bodyOf({ journey });
    bank.faults.add({ kind: 'error', operation, status: 403, times: 1 });
    const refused = await create(body, `chave-de-${body.reference}`);
    assert.deepEqual([operation, refused.body.code], [operation, 'provider_refused'], refused.text);
    assert.deepEqual(await rowsOf(body.reference), []);
    const retried = await create(body, `chave-de-${body.reference}`);
    assert.equal(retried.status, 201, retried.text);
  }
  const { recurrences, charges } = bank.snapshot();
  const known = new Set(
    (await gateway.sql('select recurrence_id from subscriptions')).map((row) => row.recurrence_id),
  );
  const alone = recurrences.filter(({ id }) => !known.has(id));
  assert.deepEqual([...new Set(alone.map(({ status }) => status))], ['CANCELADA']);
  const ours = new Set(
    (await gateway.sql('select id from charges')).map((row) => String(row.id).replaceAll('-', '')),
  );
  const unknown = charges.filter(({ txid }) => !ours.has(txid));
  assert.deepEqual(
    unknown.filter(({ status }) => status === 'ATIVA'),
    [],
  );
});

function rowsOf(reference: string) {
  return gateway.sql('select id from subscriptions where reference = $1', [reference]);
}

test('a bank that is away gives 503, and a repeat with the key makes one subscription', async () => {
  const body = bodyOf();
  bank.faults.add({ kind: 'error', operation: 'createRecurrence', status: 503, times: 1 });
  const away = await create(body, 'chave-sem-banco-1');
  assert.equal(away.status, 503, away.text);
  await workOff();
  const again = await create(body, 'chave-sem-banco-1');
  assert.equal(again.status, 201, again.text);
  assert.equal((await rowsOf(body.reference)).length, 1);
});

test('subscriptions that the bank has not clearly made for an hour are counted', async () => {
  const counted = async () => {
    const { text } = await gateway.call('GET', '/metrics');
    return /^pix_gateway_open_recurrence_creations (\d+)$/m.exec(text)?.[1];
  };
  bank.faults.add({ kind: 'error', operation: 'createRecurrence' });
  assert.equal((await create(bodyOf())).status, 503);
  assert.equal(await counted(), '0');
  gateway.clock.advance(61 * MINUTE_MS);
  assert.equal(await counted(), '1');
  bank.faults.clear();
  await workOff();
  assert.equal(await counted(), '0');
});

test('equal requests at once make one subscription', async () => {
  const before = bank.snapshot().recurrences.length;
  const body = bodyOf();
  const answers = await Promise.all([1, 2, 3].map(() => create(body, 'chave-ao-mesmo-tempo')));
  const ids = new Set(answers.map(({ body: { internal_id: id } }) => id));
  assert.deepEqual([answers.map(({ status }) => status), ids.size], [[201, 201, 201], 1]);
  assert.equal(bank.snapshot().recurrences.length, before + 1);
});

test('a merchant who cancels before the bank has answered leaves nothing there', async () => {
  for (const journey of ['code', 'bank_push', 'code_and_first_payment', 'offer']) {
    const body = bodyOf({ journey });
    bank.faults.add({ kind: 'dropped_after', operation: 'createRecurrence', times: 1 });
    assert.equal((await create(body)).status, 503);
    const id = await idOf(body.reference);
    assert.equal((await client.cancel(id)).status, 'canceled');
    await workOff();
    const { recurrence_id: recurrenceId, status, is_over: isOver } = await rowOf(id);
    assert.deepEqual([status, isOver], ['canceled', true], journey);
    assert.equal(bank.recurrence(String(recurrenceId))?.status, 'CANCELADA', journey);
    assert.deepEqual(await events(id), ['subscription.canceled']);
  }
});

test('a payer is not erased while the bank may still be asked to make the subscription', async () => {
  const document = '93541134780';
  const body = bodyOf({ journey: 'code_and_first_payment' });
  bank.faults.add({ kind: 'dropped_after', operation: 'createRecurrence' });
  bank.faults.add({ kind: 'error', operation: 'findRecurrence', status: 503 });
  bank.faults.add({ kind: 'error', operation: 'listRecurrences', status: 503 });
  const unclear = await create({ ...body, payer: { name: 'Zefirina Souza', document } });
  assert.equal(unclear.status, 503, unclear.text);
  assert.equal((await client.cancel(await idOf(body.reference))).status, 'canceled');
  const { keys } = shop;
  const found = await gateway.call<{ data: { id: string }[] }>(
    'GET',
    `/v1/customers?search=${document}`,
    { keys },
  );
  const erase = () => gateway.call('DELETE', `/v1/customers/${found.body.data[0]?.id}`, { keys });
  const early = await erase();
  assert.deepEqual([early.status, early.body.code], [409, 'customer_has_open_charges'], early.text);
  bank.faults.clear();
  await workOff();
  const erased = await erase();
  assert.equal(erased.status, 200, erased.text);
  const named = await gateway.sql('select from subscription_recurrences r where r::text like $1', [
    `%${document}%`,
  ]);
  assert.deepEqual(named, []);
});

test('what a lost call-back reported is found by reading', async () => {
  for (const [act, status] of [
    ['authorizeRecurrence', 'authorized'],
    ['refuseRecurrence', 'rejected'],
  ] as const) {
    const body = bodyOf();
    const made = await create(body);
    const id = String(made.body.internal_id);
    bank.faults.add({ kind: 'callback_lost', operation: 'recurrenceCallback' });
    bank[act]((made.body.authorization as { code: string }).code);
    await until(`${id} is ${status}`, async () => {
      gateway.clock.advance(60_000);
      return (await rowOf(id)).status === status;
    });
    bank.faults.clear();
    assert.equal((await events(id)).length, 1);
  }
});

test('a cancellation whose answer was lost ends at the bank', async () => {
  for (const kind of LOST_ANSWERS) {
    const made = await create(bodyOf());
    const id = String(made.body.internal_id);
    bank.faults.add({ kind, operation: 'reviseRecurrence', times: 1 });
    await client.cancel(id);
    await workOff();
    const recurrence = bank.recurrence(String((await rowOf(id)).recurrence_id));
    assert.equal(recurrence?.status, 'CANCELADA', kind);
    assert.deepEqual(await events(id), ['subscription.canceled']);
  }
});

test('a subscription that its payer never answers expires here and at the bank', async () => {
  const made = await create(bodyOf());
  const id = String(made.body.internal_id);
  bank.faults.add({ kind: 'dropped_after', operation: 'reviseRecurrence', times: 1 });
  await until(`${id} is expired`, async () => {
    gateway.clock.advance(DAY_MS);
    return (await rowOf(id)).status === 'expired';
  });
  const { recurrence_id: recurrenceId, ended_by: by, is_over: isOver } = await rowOf(id);
  assert.equal(bank.recurrence(String(recurrenceId))?.status, 'CANCELADA');
  assert.deepEqual([by, isOver], ['gateway', true]);
  assert.deepEqual(await events(id), ['subscription.expired']);
  assert.ok(shop);
});
