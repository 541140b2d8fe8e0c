import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { COB, newTxid, openStandardClient, typeOf } from '../support/api-pix.ts';
import { until } from '../support/gateway.ts';
import { failedChecks, startLiveInBuckets } from '../support/live.ts';

const env = { PROVIDER_TIMEOUT_SECONDS: '3' };
const { gateway, bank, shop } = await startLiveInBuckets({ after }, { env });
const { keys } = shop;
const LIVE_COB = { ...COB, chave: bank.pixKey };
/** Faults after which the gateway doesn't know whether the bank has changed the charge. */
const MADE = ['dropped_after', 'silent_after', 'error_after', 'malformed'] as const;
const NOT_MADE = ['dropped_before', 'silent_before', 'error'] as const;

beforeEach(() => bank.faults.clear());

/** Tokens end while the clock goes on. */
async function call(method: string, path: string, body?: unknown) {
  const client = await openStandardClient(gateway, keys);
  return client.call<Record<string, unknown>>(method, path, body);
}

async function created(expiracao = 3_600, more: object = {}) {
  const txid = newTxid();
  const body = { ...LIVE_COB, calendario: { expiracao }, ...more };
  const made = await call('PUT', `/cob/${txid}`, body);
  assert.equal(made.status, 201, made.text);
  const [row] = await gateway.sql('select id from charges where external_id = $1', [txid]);
  const id = String(row?.id);
  return { txid, id, atBank: id.replaceAll('-', '') };
}

const amounts = (original: string) => ({ valor: { original } });
const amountOf = async (txid: string) => Object(await call('GET', `/cob/${txid}`)).body.valor;

/** Asks for 250.00; the answer of the bank is lost. */
async function reviseUnclearly(
  txid: string,
  kind: (typeof MADE)[number] | (typeof NOT_MADE)[number] = 'dropped_after',
  change: object = amounts('250.00'),
) {
  bank.faults.add({ kind, operation: 'reviseCharge', times: 1 });
  const unclear = await call('PATCH', `/cob/${txid}`, change);
  assert.deepEqual([unclear.status, typeOf(unclear)], [503, 'ServicoIndisponivel'], unclear.text);
  assert.ok(Number(unclear.headers.get('retry-after')) >= 1);
}

async function openChanges(): Promise<number> {
  return (await gateway.sql('select from charge_changes')).length;
}

async function workOff(): Promise<void> {
  await until('no change is open', async () => {
    gateway.clock.advance(1_000);
    return (await openChanges()) === 0;
  });
}

async function paid(id: string): Promise<Record<string, unknown>> {
  return until('it is paid', async () => {
    gateway.clock.advance(MINUTE_MS);
    const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    return body.status === 'paid' && body;
  });
}

/** Waits until a payment waits for the end of a change. */
async function paymentWaits(): Promise<void> {
  await until('the payment is set aside', async () => {
    gateway.clock.advance(10);
    const rows = await gateway.sql(`select from set_aside_work where kind = 'incoming_payment'`);
    return rows.length > 0;
  });
}

test('while the answer to a revision is unclear, nothing tells the old amount', async () => {
  const { txid, id } = await created();
  await reviseUnclearly(txid);
  const today = new Date(gateway.clock.now());
  const day = today.toISOString().slice(0, 10);
  const period = `inicio=${day}T00:00:00Z&fim=${day}T23:59:59Z`;
  const whole = { ...LIVE_COB, calendario: { expiracao: 3_600 } };
  const standard = [
    await call('GET', `/cob/${txid}`),
    await call('PUT', `/cob/${txid}`, whole),
    await call('PATCH', `/cob/${txid}`, amounts('100.00')),
    await call('PATCH', `/cob/${txid}`, { solicitacaoPagador: 'Pedido 7' }),
    await call('PATCH', `/cob/${txid}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }),
  ];
  for (const answer of standard) {
    assert.deepEqual([answer.status, typeOf(answer)], [503, 'ServicoIndisponivel'], answer.text);
    assert.ok(Number(answer.headers.get('retry-after')) >= 1);
  }
  const one = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
  assert.deepEqual([one.status, one.body.code], [503, 'provider_unavailable']);
  assert.ok(Number(one.headers.get('retry-after')) >= 1);
  const list = await call('GET', `/cob?${period}`);
  const listed = (list.body.cobs as { txid: string; alteracaoPendente?: true }[]).filter(
    ({ alteracaoPendente }) => alteracaoPendente,
  );
  assert.deepEqual(
    listed.map((cob) => cob.txid),
    [txid],
  );
  const filters = ['', `?external_id=${txid}`, '?status=pending'];
  for (const filter of filters) {
    const { body } = await gateway.call('GET', `/v1/transactions${filter}`, { keys });
    const { data } = body as { data?: { internal_id: string; change_pending?: true }[] };
    const marked = data?.filter((charge) => charge.change_pending);
    assert.deepEqual(
      marked?.map((charge) => charge.internal_id),
      [id],
      filter,
    );
  }
  await workOff();
  assert.equal(Object(await amountOf(txid)).original, '250.00');
  const { text } = await gateway.call('GET', '/v1/transactions', { keys });
  assert.doesNotMatch(text, /change_pending/);
});

test('the worker makes an unclear revision, and a PUT afterwards changes the bank too', async () => {
  for (const kind of [...MADE, ...NOT_MADE]) {
    const { txid, id, atBank } = await created();
    await reviseUnclearly(txid, kind);
    await workOff();
    const read = await call('GET', `/cob/${txid}`);
    assert.deepEqual([read.body.revisao, Object(read.body.valor).original], [1, '250.00'], kind);
    const back = await call('PUT', `/cob/${txid}`, LIVE_COB);
    assert.deepEqual([back.status, Object(back.body.valor).original], [201, '100.00'], back.text);
    bank.pay(atBank);
    assert.equal((await paid(id)).amount, 10_000, kind);
  }
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a payment of the amount that only the bank has waits for the revision and pays', async () => {
  const { txid, id, atBank } = await created();
  await reviseUnclearly(txid);
  bank.pay(atBank);
  await paymentWaits();
  // The bank refuses to repeat the change of a paid charge.
  await workOff();
  const { amount, fee_amount: fee } = await paid(id);
  assert.deepEqual([amount, fee], [25_000, 421]);
  assert.equal((await call('GET', `/cob/${txid}`)).body.revisao, 1);
  assert.deepEqual(await gateway.sql(`select from incoming_payments where state = 'suspense'`), []);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a revision without a payer, made before the payment, is booked', async () => {
  const devedor = { cpf: '52998224725', nome: 'Ana Souza' };
  const { txid, id, atBank } = await created(3_600, { devedor });
  bank.faults.add({ kind: 'dropped_after', operation: 'reviseCharge', times: 1 });
  const whole = { ...LIVE_COB, ...amounts('250.00') };
  assert.equal((await call('PUT', `/cob/${txid}`, whole)).status, 503);
  bank.pay(atBank);
  await workOff();
  assert.equal((await paid(id)).amount, 25_000);
  assert.deepEqual(await gateway.sql(`select from incoming_payments where state = 'suspense'`), []);
});

test('a refusal of a proxy does not drop a revision that the bank has made', async () => {
  for (const status of [403, 404]) {
    const { txid } = await created();
    await reviseUnclearly(txid);
    bank.faults.add({ kind: 'error', operation: 'reviseCharge', status });
    await workOff();
    bank.faults.clear();
    assert.equal(Object(await amountOf(txid)).original, '250.00', String(status));
  }
});

test('a revision that the bank did not make before the payment is dropped', async () => {
  const { txid, id, atBank } = await created();
  await reviseUnclearly(txid, 'dropped_before');
  bank.faults.add({ kind: 'callback_lost', operation: 'callback', times: 4 });
  bank.pay(atBank);
  await workOff();
  assert.equal((await paid(id)).amount, 10_000);
  assert.equal((await call('GET', `/cob/${txid}`)).body.revisao, 0);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a charge does not expire while a revision of it is open, which then sets its end', async () => {
  const { txid, id, atBank } = await created(60);
  await reviseUnclearly(txid, 'dropped_after', { calendario: { expiracao: 7_200 } });
  bank.faults.add({ kind: 'error', operation: 'reviseCharge' });
  gateway.clock.advance(10 * MINUTE_MS);
  await until('the worker has asked the bank again', async () => {
    gateway.clock.advance(1_000);
    return bank.faults.list().some(({ happened }) => happened > 1);
  });
  const statuses = await gateway.sql('select status from charges where id = $1', [id]);
  assert.deepEqual(statuses, [{ status: 'pending' }]);
  bank.faults.clear();
  await workOff();
  bank.pay(atBank);
  assert.equal((await paid(id)).amount, 10_000);
  const events = await gateway.sql('select kind from webhook_events where resource_id = $1', [id]);
  assert.deepEqual(events, [{ kind: 'deposit.paid' }]);
});

test('while the answer to a change of a due date is unclear, nothing tells the old amount', async () => {
  await gateway.sql(
    `insert into merchant_addresses
       (merchant_id, postal_code, street, street_number, district, city, state, changed_at)
     values ($1, '01310100', 'Avenida Paulista', '1000', 'Bela Vista', 'São Paulo', 'SP', now())`,
    [shop.merchant.merchantId],
  );
  const txid = newTxid();
  const due = addDays(brazilianDayOf(gateway.clock.now()), 30);
  const whole = {
    calendario: { dataDeVencimento: due },
    devedor: { cpf: '52998224725', nome: 'Ana Souza' },
    valor: { original: '100.00' },
    chave: bank.pixKey,
  };
  const made = await call('PUT', `/cobv/${txid}`, whole);
  assert.equal(made.status, 201, made.text);
  bank.faults.add({ kind: 'dropped_after', operation: 'reviseDueCharge', times: 1 });
  for (const answer of [
    await call('PATCH', `/cobv/${txid}`, amounts('250.00')),
    await call('GET', `/cobv/${txid}`),
    await call('PUT', `/cobv/${txid}`, whole),
    await call('PATCH', `/cobv/${txid}`, amounts('100.00')),
  ]) {
    assert.deepEqual([answer.status, typeOf(answer)], [503, 'ServicoIndisponivel'], answer.text);
  }
  const today = brazilianDayOf(gateway.clock.now());
  const period = `inicio=${addDays(today, -1)}T00:00:00Z&fim=${addDays(today, 2)}T00:00:00Z`;
  const { body } = await call('GET', `/cobv?${period}`);
  assert.deepEqual(
    (body.cobs as { alteracaoPendente?: true }[]).map(({ alteracaoPendente }) => alteracaoPendente),
    [true],
  );
  await workOff();
  const read = await call('GET', `/cobv/${txid}`);
  assert.equal(Object(read.body.valor).original, '250.00', read.text);
});

test('a revision that request and worker both finish is made once', async () => {
  const { txid, id } = await created();
  const booked = Promise.withResolvers<void>();
  bank.faults.add({ kind: 'slow', operation: 'reviseCharge', times: 1, until: booked.promise });
  const asked = call('PATCH', `/cob/${txid}`, amounts('250.00'));
  await until('the revision is stored', async () => (await openChanges()) > 0);
  // The lease of the request is over, so the worker asks the bank too, and is answered at once.
  gateway.clock.advance(MINUTE_MS);
  await until('the worker has booked it', async () => (await openChanges()) === 0);
  booked.resolve();
  const revised = await asked;
  assert.deepEqual([revised.status, revised.body.revisao], [200, 1], revised.text);
  const kept = await gateway.sql('select from charge_revisions where charge_id = $1', [id]);
  assert.equal(kept.length, 1);
});

test('a late refusal of a revision that ended before withdraws no later one, and refuses nothing', async () => {
  const { txid } = await created();
  const later = Promise.withResolvers<void>();
  bank.faults.add({ kind: 'slow', operation: 'reviseCharge', times: 1, until: later.promise });
  bank.faults.add({ kind: 'error', operation: 'reviseCharge', status: 400 });
  const late = call('PATCH', `/cob/${txid}`, amounts('300.00'));
  await until('the revision is stored', async () => (await openChanges()) > 0);
  // The lease of the request is over, so the worker asks the bank too, and is refused at once.
  gateway.clock.advance(MINUTE_MS);
  await until('the worker has withdrawn it', async () => (await openChanges()) === 0);
  bank.faults.clear();
  // The bank has the first amount still, so that the late answer is a clear refusal.
  await reviseUnclearly(txid, 'dropped_before');
  later.resolve();
  assert.equal((await late).status, 503);
  assert.equal(await openChanges(), 1);
  await workOff();
  assert.equal(Object(await amountOf(txid)).original, '250.00');
});

test('a revision that the bank makes after it was withdrawn is made again, and no other is told for it', async () => {
  const { txid, atBank } = await created();
  const later = Promise.withResolvers<void>();
  bank.faults.add({ kind: 'slow', operation: 'reviseCharge', times: 1, until: later.promise });
  const late = call('PATCH', `/cob/${txid}`, amounts('300.00'));
  await until('the revision is at the bank', async () => bank.faults.list().length === 0);
  bank.faults.add({ kind: 'error', operation: 'reviseCharge', times: 1, status: 400 });
  gateway.clock.advance(MINUTE_MS);
  await until('the worker has withdrawn it', async () => (await openChanges()) === 0);
  const other = await call('PATCH', `/cob/${txid}`, amounts('250.00'));
  assert.deepEqual([other.status, other.body.revisao], [200, 1], other.text);
  later.resolve();
  assert.equal((await late).status, 503);
  await workOff();
  const read = await call('GET', `/cob/${txid}`);
  assert.deepEqual([read.body.revisao, Object(read.body.valor).original], [2, '300.00']);
  assert.equal(bank.pay(atBank).amount, 30_000n);
});
