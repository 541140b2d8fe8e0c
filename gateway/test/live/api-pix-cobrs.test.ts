import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { planSubscriptionMails as tellPayers } from '#src/messages/payer-mails/plan-subscription-mails.ts';
import { actOnSubscriptions } from '#src/subscriptions/act-on-subscriptions.ts';
import { syncCyclesNow } from '#src/subscriptions/live/cycles/sync-cycles.ts';
import type { FaultOrder } from '../../../bank-simulator/src/bank-simulator.ts';
import { newTxid, openStandardClient, typeOf } from '../support/api-pix.ts';
import { failedChecks } from '../support/live.ts';
import { AMOUNT, NET, type Subscribed, startLiveCycles } from '../support/live-cycles.ts';

const live = await startLiveCycles({ after });
const { bank, gateway, goTo, sync, receive, cycle, events, available } = live;
const ACCOUNT = { agencia: '0001', conta: '1234567', tipoConta: 'PAGAMENTO' };
const PERIOD = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z';

interface Cobr extends Record<string, unknown> {
  readonly txid: string;
  readonly status: string;
  readonly encerramento?: Record<string, Record<string, string>>;
  readonly atualizacao: readonly { readonly status: string }[];
  readonly tentativas: readonly Record<
    'dataLiquidacao' | 'tipo' | 'endToEndId' | 'status',
    string
  >[];
  readonly pix?: readonly { readonly endToEndId: string; readonly valor: string }[];
}

beforeEach(() => bank.faults.clear());

/** The bodies and answers of a merchant; a token ends with its hour, so each call has its own. */
function standardOf({ keys, recurrenceId: idRec, due }: Subscribed) {
  const call = async <Body = Cobr>(method: string, path: string, sent?: object) =>
    (await openStandardClient(gateway, keys)).call<Body>(method, path, sent);
  const body = (change: object = {}) => ({
    idRec,
    calendario: { dataDeVencimento: due },
    valor: { original: '100.00' },
    recebedor: ACCOUNT,
    ...change,
  });
  const put = (txid: string, change: object = {}) => call('PUT', `/cobr/${txid}`, body(change));
  const read = async (txid: string) => (await call('GET', `/cobr/${txid}`)).body;
  const list = async (query = '') =>
    (await call<{ cobsr: Cobr[] }>('GET', `/cobr?${PERIOD}${query}`)).body.cobsr.map(
      ({ txid }) => txid,
    );
  return { call, body, put, read, list };
}

/** A recurrence whose charges its merchant makes. */
async function recurrence(more: { readonly retries?: boolean } = {}) {
  const sub = await live.subscribe({ ...more, cyclesBy: 'merchant' });
  return { ...sub, ...standardOf(sub) };
}

/** A recurrence with a charge that the payer's bank has scheduled. */
async function scheduled(more: { readonly retries?: boolean; readonly body?: object } = {}) {
  const rec = await recurrence(more);
  const txid = newTxid();
  const made = await rec.put(txid, more.body);
  assert.equal(made.status, 201, made.text);
  await sync();
  await bank.runDue();
  await seenAgain(rec);
  return { ...rec, txid };
}

/** Reads the charge at the bank, as after a call-back. */
async function seenAgain({ id }: Pick<Subscribed, 'id'>): Promise<void> {
  await syncCyclesNow(gateway.appContext, [(await cycle(id)).txid]);
  await sync();
}

const words = (list: readonly { readonly status: string }[]) => list.map(({ status }) => status);
const atBank = async ({ id }: Pick<Subscribed, 'id'>) =>
  bank.recurringCharge((await cycle(id)).txid);

test('a live charge is created, sent by the bank, paid by its Pix, and is the cycle of /v1', async () => {
  const rec = await recurrence();
  const { id, due, keys } = rec;
  const txid = newTxid();
  const debtor = { email: 'maria@example.com', cidade: 'São Paulo', uf: 'SP', cep: '01310100' };
  const sent = { infoAdicional: 'Mensalidade de março', devedor: debtor };
  const made = await rec.put(txid, sent);
  assert.deepEqual([made.status, made.body.status], [201, 'CRIADA'], made.text);
  assert.deepEqual((await rec.read(txid)).tentativas, [], 'no bank has it');
  assert.deepEqual(await rec.list('&status=CRIADA'), [txid]);
  await sync();
  const there = await atBank(rec);
  assert.equal(there?.information, 'Mensalidade de março');
  assert.deepEqual(there?.debtor, debtor);
  await bank.runDue();
  await seenAgain(rec);
  const active = await rec.read(txid);
  assert.deepEqual([active.status, words(active.atualizacao)], ['ATIVA', ['CRIADA', 'ATIVA']]);
  assert.deepEqual(words(active.tentativas), ['AGENDADA']);
  const endToEndId = active.tentativas[0]?.endToEndId;
  assert.equal(endToEndId, there && (await atBank(rec))?.attempts[0]?.endToEndId);
  assert.deepEqual(
    [await rec.list('&status=CRIADA'), await rec.list('&status=ATIVA')],
    [[], [txid]],
  );
  const ofV1 = await gateway.call<{ data: { transaction_id: string; status: string }[] }>(
    'GET',
    `/v1/subscriptions/${id}/cycles`,
    { keys },
  );
  const [one] = ofV1.body.data;
  assert.equal(one?.status, 'scheduled');
  await goTo(due, 9);
  await receive();
  const paid = await rec.read(txid);
  assert.deepEqual([paid.status, words(paid.tentativas)], ['CONCLUIDA', ['PAGA']]);
  assert.deepEqual(
    paid.pix?.map((pix) => [pix.endToEndId, pix.valor]),
    [[endToEndId, '100.00']],
  );
  assert.equal(await available(rec), NET);
  assert.deepEqual(await events(rec), ['subscription.authorized', 'cycle.scheduled', 'cycle.paid']);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a cycle of /v1 is a charge of the standard, with the account of the operator', async () => {
  const sub = await live.scheduled();
  await seenAgain(sub);
  const { read, list, call, body } = standardOf(sub);
  const cobr = await read(sub.txid);
  assert.deepEqual([cobr.status, words(cobr.tentativas)], ['ATIVA', ['AGENDADA']]);
  assert.deepEqual(
    Object.entries(cobr.recebedor as object).filter(([name]) => name in ACCOUNT),
    Object.entries(ACCOUNT),
  );
  assert.deepEqual(await list(), [sub.txid]);
  const refused = await call('PUT', `/cobr/${newTxid()}`, body());
  assert.deepEqual([refused.status, typeOf(refused)], [400, 'CobROperacaoInvalida']);
  const other = await recurrence();
  const made = await gateway.call<{ transaction_id: string }>(
    'POST',
    `/v1/subscriptions/${other.id}/cycles`,
    { keys: other.keys, body: { amount: Number(AMOUNT), due_on: other.due } },
  );
  assert.equal(made.status, 201, made.text);
  const [txid = ''] = await other.list();
  assert.equal(txid, made.body.transaction_id.replaceAll('-', ''));
  assert.equal((await other.read(txid)).status, 'CRIADA');
});

test('a repeated PUT is the same charge, and an answer that is lost makes no second one', async () => {
  for (const kind of ['dropped_before', 'dropped_after', 'error_after', 'malformed'] as const) {
    const rec = await recurrence();
    const txid = newTxid();
    loseAnswer(kind, 'createRecurringCharge');
    const two = await Promise.all([rec.put(txid), rec.put(txid)]);
    assert.deepEqual(words(two.map(({ body }) => body)), ['CRIADA', 'CRIADA']);
    for (let round = 0; round < 5; round += 1) {
      await sync();
      gateway.clock.advance(60_000);
      assert.equal((await rec.put(txid)).status, 201);
    }
    const charges = bank
      .snapshot()
      .recurringCharges.filter(({ recurrenceId }) => recurrenceId === rec.recurrenceId);
    assert.equal(charges.length, 1, kind);
    await goTo(rec.due, 9);
    await receive();
    assert.equal((await rec.read(txid)).status, 'CONCLUIDA', kind);
    assert.equal(await available(rec), NET, kind);
  }
  assert.deepEqual(await failedChecks(gateway), []);
});

/** Loses one answer of an operation, and of the search that follows. */
function loseAnswer(kind: FaultOrder['kind'], operation: FaultOrder['operation']): void {
  bank.faults.add({ kind, operation, times: 1 });
  bank.faults.add({ kind: 'dropped_before', operation: 'findRecurringCharge', times: 1 });
}

test('a charge that the bank does not take ends as canceled by the bank, and says why', async () => {
  const rec = await recurrence();
  const txid = newTxid();
  bank.cancelRecurrence(rec.recurrenceId);
  assert.equal((await rec.put(txid)).body.status, 'CRIADA');
  await sync();
  const ended = await rec.read(txid);
  assert.deepEqual(
    [ended.status, words(ended.atualizacao), ended.tentativas],
    ['CANCELADA', ['CRIADA', 'CANCELADA'], []],
  );
  const { solicitante, codigo, descricao } = ended.encerramento?.cancelamento ?? {};
  assert.deepEqual([solicitante, codigo], ['PSP_RECEBEDOR', 'OTHR']);
  assert.match(String(descricao), /O banco não aceitou/);
  assert.deepEqual(await rec.list('&status=CANCELADA'), [txid]);
  assert.deepEqual(await rec.list('&status=EXPIRADA'), []);
});

test('the payer’s bank refuses a charge, and its code is shown at the attempt and at the end', async () => {
  const rec = await scheduled();
  bank.refuseAttempt((await cycle(rec.id)).txid, 'AC05');
  await seenAgain(rec);
  const rejected = await rec.read(rec.txid);
  assert.deepEqual([rejected.status, words(rejected.tentativas)], ['REJEITADA', ['REJEITADA']]);
  assert.equal(rejected.encerramento?.rejeicao?.codigo, 'AC05');
  assert.deepEqual(await rec.list('&status=REJEITADA'), [rec.txid]);
  const retry = `/cobr/${rec.txid}/retentativa/${addDays(rec.due, 1)}`;
  assert.equal((await rec.call('POST', retry)).status, 400);
});

test('a charge is canceled here and at the bank, and by the payer at the bank', async () => {
  const rec = await scheduled();
  const canceled = await rec.call('PATCH', `/cobr/${rec.txid}`, { status: 'CANCELADA' });
  assert.deepEqual([canceled.status, canceled.body.status], [200, 'CANCELADA'], canceled.text);
  loseAnswer('dropped_after', 'reviseRecurringCharge');
  await sync();
  gateway.clock.advance(60_000);
  await sync();
  assert.equal((await atBank(rec))?.status, 'CANCELADA');
  const { encerramento, tentativas } = await rec.read(rec.txid);
  assert.equal(encerramento?.cancelamento?.solicitante, 'USUARIO_RECEBEDOR');
  assert.deepEqual(words(tentativas), ['CANCELADA']);
  const other = await scheduled();
  bank.cancelRecurringPayment((await cycle(other.id)).txid);
  await seenAgain(other);
  const byPayer = await other.read(other.txid);
  assert.deepEqual(
    [byPayer.status, byPayer.encerramento?.cancelamento?.solicitante],
    ['CANCELADA', 'USUARIO_PAGADOR'],
  );
});

test('a charge without money on its day is tried again on the day that the merchant names', async () => {
  const rec = await scheduled();
  const { due, payer, txid } = rec;
  bank.setPayer({ document: payer.document, balance: 0n });
  await goTo(due, 22);
  await sync();
  const failed = await rec.read(txid);
  assert.deepEqual([failed.status, words(failed.tentativas)], ['ATIVA', ['EXPIRADA']]);
  const retryOn = addDays(due, 2);
  const retry = `/cobr/${txid}/retentativa/${retryOn}`;
  loseAnswer('dropped_after', 'retryRecurringCharge');
  const asked = await rec.call('POST', retry);
  assert.equal(asked.status, 201, asked.text);
  assert.deepEqual(
    [(await rec.call('POST', retry)).status, (await rec.read(txid)).status],
    [400, 'ATIVA'],
  );
  await sync();
  gateway.clock.advance(60_000);
  await sync();
  bank.setPayer({ document: payer.document });
  await goTo(retryOn, 9);
  await receive();
  const paid = await rec.read(txid);
  assert.deepEqual(
    paid.tentativas.map(({ tipo, dataLiquidacao, status }) => [tipo, dataLiquidacao, status]),
    [
      ['AGND', due, 'EXPIRADA'],
      ['NTAG', retryOn, 'PAGA'],
    ],
  );
  assert.deepEqual([paid.status, await available(rec)], ['CONCLUIDA', NET]);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a due date that must not move is sent so, and the amount of the recurrence is kept', async () => {
  const rec = await recurrence();
  const day = addDays(rec.due, (6 - new Date(rec.due).getUTCDay() + 7) % 7);
  const at = { calendario: { dataDeVencimento: day }, ajusteDiaUtil: false };
  const wrong = await rec.put(newTxid(), { ...at, valor: { original: '99.99' } });
  assert.deepEqual([wrong.status, typeOf(wrong)], [400, 'CobROperacaoInvalida']);
  const txid = newTxid();
  assert.equal((await rec.put(txid, at)).status, 201);
  await sync();
  const there = await atBank(rec);
  assert.deepEqual(
    [there?.dueDate, there?.movesToBusinessDay, there?.amount],
    [day, false, AMOUNT],
  );
  assert.ok(brazilianDayOf(gateway.clock.now()) < day);
});

test('a canceled cycle has another charge only when the bank has ended the first one', async () => {
  const rec = await scheduled();
  const first = (await cycle(rec.id)).txid;
  await rec.call('PATCH', `/cobr/${rec.txid}`, { status: 'CANCELADA' });
  const second = newTxid();
  const early = await rec.put(second);
  assert.deepEqual([early.status, typeOf(early)], [400, 'CobROperacaoInvalida'], 'it may be paid');
  loseAnswer('dropped_before', 'reviseRecurringCharge');
  await sync();
  assert.equal((await rec.put(second)).status, 400, 'the bank has not answered');
  gateway.clock.advance(60_000);
  await sync();
  gateway.clock.advance(60_000);
  await sync();
  assert.equal(bank.recurringCharge(first)?.status, 'CANCELADA');
  const made = await rec.put(second);
  assert.deepEqual([made.status, made.body.status], [201, 'CRIADA'], made.text);
  await sync();
  await goTo(rec.due, 9);
  await receive();
  assert.deepEqual(
    [(await rec.read(rec.txid)).status, (await rec.read(second)).status],
    ['CANCELADA', 'CONCLUIDA'],
  );
  assert.equal(await available(rec), NET);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a cancellation that the bank refuses keeps the cycle for the charge that it will pay', async () => {
  const rec = await scheduled();
  await goTo(addDays(rec.due, -3), 12);
  await rec.call('PATCH', `/cobr/${rec.txid}`, { status: 'CANCELADA' });
  await goTo(addDays(rec.due, -1), 23);
  await sync();
  assert.equal((await cycle(rec.id)).wanted, 'kept');
  const later = { calendario: { dataDeVencimento: addDays(rec.due, 7) } };
  assert.equal((await rec.put(newTxid(), later)).status, 400);
  await goTo(rec.due, 9);
  await receive();
  assert.equal((await rec.read(rec.txid)).status, 'CONCLUIDA');
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a rejected charge is replaced, and a Pix for it is booked all the same', async () => {
  const rec = await scheduled();
  const first = (await cycle(rec.id)).txid;
  bank.refuseAttempt(first, 'AC05');
  await seenAgain(rec);
  const second = newTxid();
  const later = { calendario: { dataDeVencimento: addDays(rec.due, 7) } };
  assert.equal((await rec.put(second, later)).status, 201);
  await sync();
  bank.receiveWithoutCharge(AMOUNT, first);
  await receive();
  assert.deepEqual(
    [(await rec.read(rec.txid)).status, (await rec.read(second)).status],
    ['CONCLUIDA', 'CRIADA'],
  );
  await syncCyclesNow(gateway.appContext, [first, (await cycle(rec.id)).txid]);
  await sync();
  await goTo(addDays(rec.due, 8), 9);
  await receive();
  await sync();
  assert.equal((await rec.read(second)).status, 'CONCLUIDA');
  assert.equal(await available(rec), 2 * NET);
  assert.deepEqual((await events(rec)).slice(1), [
    'cycle.scheduled',
    'cycle.failed',
    'cycle.scheduled',
    'cycle.paid',
    'cycle.paid',
  ]);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a charge that no bank took is replaced, and a call-back for it registers nothing', async () => {
  const rec = await recurrence();
  const { recurring } = live.liveBank;
  assert.ok(recurring);
  await rec.put(newTxid());
  const refusal = { code: 'refused', message: 'Não aceito', bankWords: '' } as const;
  await sync({ createCycle: async () => ({ kind: 'refused', refusal }) });
  const { txid: first, reason } = await cycle(rec.id);
  assert.equal(reason, 'bank_refused');
  const ofEarlierVersion = `update subscription_bank_cycles set wanted = 'exists' where txid = $1`;
  await gateway.sql(ofEarlierVersion, [first]);
  await syncCyclesNow(gateway.appContext, [first]);
  await sync();
  assert.equal((await rec.put(newTxid())).status, 400, 'the bank may have it after all');
  gateway.clock.advance(60_000);
  await sync();
  assert.equal(bank.recurringCharge(first), undefined);
  assert.equal((await rec.put(newTxid())).status, 201);
  await sync();
  assert.ok(await atBank(rec), 'the second one');
});

test('a request for a charge that was replaced never moves the charge in its place', async () => {
  const rec = await scheduled();
  const { due, payer } = rec;
  const { txid: first, charge_id: chargeId } = await cycle(rec.id);
  bank.refuseAttempt(first, 'AC05');
  await seenAgain(rec);
  const second = newTxid();
  assert.equal((await rec.put(second)).status, 201);
  // As a request does that read the first charge before it was replaced.
  const act = { kind: 'cancel_cycle', chargeId: String(chargeId) } as const;
  const key = { merchantId: rec.merchantId, environment: 'live', id: rec.id } as const;
  const [late] = await actOnSubscriptions({ ...gateway.appContext, tellPayers }, [{ ...key, act }]);
  assert.ok(late && 'error' in late && late.error instanceof Refusal);
  assert.equal(late.error.code, 'cycle_not_found');
  assert.equal((await cycle(rec.id)).status, 'scheduled');
  await sync();
  bank.setPayer({ document: payer.document, balance: 0n });
  await goTo(due, 22);
  await sync();
  const retry = (txid: string) => `/cobr/${txid}/retentativa/${addDays(due, 1)}`;
  const refused = await rec.call('POST', retry(rec.txid));
  assert.deepEqual([refused.status, typeOf(refused)], [400, 'CobROperacaoInvalida']);
  assert.equal((await cycle(rec.id)).status, 'failed');
  assert.equal((await rec.call('POST', retry(second))).status, 201);
  assert.equal((await cycle(rec.id)).status, 'retrying');
  bank.setPayer({ document: payer.document });
  assert.deepEqual(await failedChecks(gateway), []);
});
