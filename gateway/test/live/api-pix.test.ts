import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { COB, newTxid, openStandardClient, typeOf } from '../support/api-pix.ts';
import { countBlocked } from '../support/blocked-statements.ts';
import { until } from '../support/gateway.ts';
import { holdRow } from '../support/held-transaction.ts';
import { failedChecks, startLiveInBuckets } from '../support/live.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const live = await startLiveInBuckets({ after }, { env: { PROVIDER_TIMEOUT_SECONDS: '3' } });
const { gateway, bank, shop } = live;
const { keys } = shop;
const MINUTE_MS = 60_000;
const LIVE_COB = { ...COB, chave: bank.pixKey };
const DEBTOR = { cpf: '52998224725', nome: 'Francisco da Silva' };

interface Cob extends Record<string, unknown> {
  readonly status: string;
  readonly revisao: number;
  readonly pix?: readonly { readonly endToEndId: string; readonly valor: string }[];
}

/** Tokens end while the clock goes on. */
async function call<Body = Cob>(method: string, path: string, body?: unknown) {
  const client = await openStandardClient(gateway, keys);
  return client.call<Body>(method, path, body);
}

async function create(body: object = LIVE_COB) {
  const txid = newTxid();
  const made = await call('PUT', `/cob/${txid}`, body);
  assert.equal(made.status, 201, made.text);
  return { txid, atBank: await txidAtBank(txid) };
}

/** The charges of a txid in /v1. */
async function chargesOf(txid: string) {
  const path = `/v1/transactions?external_id=${txid}`;
  const { body } = await gateway.call<{ data: { internal_id: string; amount: number }[] }>(
    'GET',
    path,
    { keys },
  );
  return body.data;
}

/** A charge has its own txid at the operator's bank, where the merchant's txid may be taken. */
async function txidAtBank(txid: string): Promise<string> {
  return (await chargesOf(txid))[0]?.internal_id.replaceAll('-', '') ?? '';
}

async function reaches(txid: string, status: string): Promise<Cob> {
  return until(`the charge is ${status}`, async () => {
    gateway.clock.advance(10_000);
    const { body } = await call('GET', `/cob/${txid}`);
    return body.status === status && body;
  });
}

test('a live charge is registered at the bank, paid there, and refunded by the standard', async () => {
  const { txid, atBank } = await create();
  bank.pay(atBank);
  const paid = await reaches(txid, 'CONCLUIDA');
  const path = `/pix/${paid.pix?.[0]?.endToEndId}/devolucao/1`;
  const other = await create();
  bank.pay(other.atBank);
  await reaches(other.txid, 'CONCLUIDA');
  const made = await call('PUT', path, { valor: '40.00' });
  assert.deepEqual([made.status, made.body.status], [201, 'EM_PROCESSAMENTO'], made.text);
  const done = await until('the refund is done', async () => {
    gateway.clock.advance(10_000);
    const { body } = await call('GET', path);
    return body.status === 'DEVOLVIDO' && body;
  });
  const [row] = await gateway.sql('select return_id from refunds');
  assert.equal(done.rtrId, row?.return_id);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a refund that the bank does not make is told as NAO_REALIZADO, by call-back and by event', async (context) => {
  const sink = await startWebhookSink(context);
  const webhookUrl = `${sink.url}/retorno`;
  const set = await call('PUT', `/webhook/${bank.pixKey}`, { webhookUrl });
  assert.equal(set.status, 200, set.text);
  const { txid, atBank } = await create();
  bank.pay(atBank);
  const paid = await reaches(txid, 'CONCLUIDA');
  bank.faults.add({ kind: 'not_realized', operation: 'settleRefund', times: 1 });
  const endToEndId = paid.pix?.[0]?.endToEndId;
  const made = await call('PUT', `/pix/${endToEndId}/devolucao/falha`, { valor: '40.00' });
  assert.equal(made.status, 201, made.text);
  const told = await until('the failure arrives', async () => {
    gateway.clock.advance(10_000);
    const bodies = sink.received.map(({ rawBody }) => JSON.parse(rawBody) as { pix: Cob[] });
    return bodies.flatMap(({ pix }) => pix).find((one) => one.devolucoes !== undefined);
  });
  const read = await call('GET', `/pix/${endToEndId}`);
  assert.deepEqual(told, read.body);
  const [devolucao] = Object(told).devolucoes;
  assert.deepEqual([devolucao.id, devolucao.status], ['falha', 'NAO_REALIZADO']);
  assert.equal(typeof devolucao.motivo, 'string');
  const feed = await gateway.call<{ data: { sequence: number; data: { status: string } }[] }>(
    'GET',
    '/v1/events?type=deposit.refund_failed',
    { keys },
  );
  assert.deepEqual(
    feed.body.data.map(({ sequence, data }) => [sequence, data.status]),
    [[2, 'paid']],
  );
  assert.equal((await call('DELETE', `/webhook/${bank.pixKey}`)).status, 204);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a revised charge is paid with the amount that the bank has', async () => {
  const { txid, atBank } = await create({ ...LIVE_COB, devedor: DEBTOR });
  const revised = await call('PATCH', `/cob/${txid}`, { valor: { original: '250.00' } });
  assert.deepEqual([revised.status, revised.body.revisao], [200, 1], revised.text);
  bank.pay(atBank);
  const paid = await reaches(txid, 'CONCLUIDA');
  assert.equal(paid.pix?.[0]?.valor, '250.00');
  const late = await call('PATCH', `/cob/${txid}`, { valor: { original: '1.00' } });
  assert.deepEqual([late.status, typeOf(late)], [400, 'CobOperacaoInvalida']);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a text of a paid charge, which the bank does not know, is not changed', async () => {
  const { txid, atBank } = await create({ ...LIVE_COB, solicitacaoPagador: 'Pedido 7' });
  bank.pay(atBank);
  await reaches(txid, 'CONCLUIDA');
  const change = { ...LIVE_COB, solicitacaoPagador: 'Pedido 8' };
  const late = await call('PUT', `/cob/${txid}`, change);
  assert.deepEqual([late.status, typeOf(late)], [400, 'CobOperacaoInvalida'], late.text);
  const { body } = await call('GET', `/cob/${txid}`);
  assert.deepEqual([body.revisao, body.solicitacaoPagador], [0, 'Pedido 7']);
});

test('a revision that waits while the charge is paid is refused', async () => {
  // The first payment of a shop is tried a second time, after its accounts were opened.
  const first = await create();
  bank.pay(first.atBank);
  await reaches(first.txid, 'CONCLUIDA');
  const { txid, atBank } = await create({ ...LIVE_COB, solicitacaoPagador: 'Pedido 7' });
  const [charge] = await chargesOf(txid);
  const release = await holdRow(gateway, 'charges', charge?.internal_id ?? '');
  bank.pay(atBank);
  await until('the payment waits', async () => (await countBlocked(gateway, 'charges')) === 1);
  const revision = call('PATCH', `/cob/${txid}`, { solicitacaoPagador: 'Pedido 8' });
  await until('the revision waits too', async () => (await countBlocked(gateway, 'charges')) === 2);
  await release();
  const late = await revision;
  assert.deepEqual([late.status, typeOf(late)], [400, 'CobOperacaoInvalida'], late.text);
  const paid = await reaches(txid, 'CONCLUIDA');
  assert.deepEqual([paid.revisao, paid.solicitacaoPagador], [0, 'Pedido 7']);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a revision that the bank refuses because the charge is paid is refused', async () => {
  const { txid, atBank } = await create();
  bank.faults.add({ kind: 'callback_lost', operation: 'callback', times: 4 });
  bank.pay(atBank);
  const refused = await call('PATCH', `/cob/${txid}`, { valor: { original: '1.00' } });
  assert.deepEqual([refused.status, typeOf(refused)], [400, 'CobOperacaoInvalida'], refused.text);
  bank.faults.clear();
  gateway.clock.advance(MINUTE_MS);
  assert.equal((await reaches(txid, 'CONCLUIDA')).revisao, 0);
});

test('a PUT whose registration was unclear is repeated without a second charge', async () => {
  const txid = newTxid();
  bank.faults.add({ kind: 'dropped_after', operation: 'createCharge', times: 1 });
  const unclear = await call('PUT', `/cob/${txid}`, LIVE_COB);
  assert.deepEqual([unclear.status, typeOf(unclear)], [503, 'ServicoIndisponivel'], unclear.text);
  const busy = await call('PUT', `/cob/${txid}`, LIVE_COB);
  assert.equal(busy.status, 503);
  const repeated = await until('the worker has asked the bank', async () => {
    gateway.clock.advance(MINUTE_MS);
    const answer = await call('PUT', `/cob/${txid}`, LIVE_COB);
    return answer.status === 201 && answer;
  });
  assert.equal(repeated.body.revisao, 0);
  assert.equal((await chargesOf(txid)).length, 1);
});

test('a txid whose registration the bank refused is free again', async () => {
  const txid = newTxid();
  bank.faults.add({ kind: 'dropped_before', operation: 'createCharge', times: 1 });
  assert.equal((await call('PUT', `/cob/${txid}`, LIVE_COB)).status, 503);
  const made = await until('the worker has asked the bank', async () => {
    gateway.clock.advance(MINUTE_MS);
    const answer = await call('PUT', `/cob/${txid}`, { ...LIVE_COB, valor: { original: '3.00' } });
    return answer.status === 201 && answer;
  });
  assert.deepEqual(made.body.valor, { original: '3.00', modalidadeAlteracao: 0 });
  assert.equal((await chargesOf(txid)).length, 1);
});

test('two revisions of a live charge at once leave the bank and the charge with one amount', async () => {
  const { txid, atBank } = await create();
  const amounts = ['11.00', '12.00', '13.00'];
  const answers = await Promise.all(
    amounts.map((original) => call('PATCH', `/cob/${txid}`, { valor: { original } })),
  );
  for (const { status, text } of answers) assert.ok(status === 200 || status === 503, text);
  const { body } = await call<Cob & { valor: { original: string } }>('GET', `/cob/${txid}`);
  bank.pay(atBank);
  const paid = await reaches(txid, 'CONCLUIDA');
  assert.equal(paid.pix?.[0]?.valor, body.valor.original);
});

test('a live payer’s document has right check digits, and the Pix key is the operator’s', async () => {
  const devedor = { ...DEBTOR, cpf: '12345678900' };
  const refused = await call('PUT', `/cob/${newTxid()}`, { ...LIVE_COB, devedor });
  assert.deepEqual([refused.status, typeOf(refused)], [400, 'CobOperacaoInvalida']);
  const chave = '11444777000161';
  const foreign = await call('PUT', `/cob/${newTxid()}`, { ...LIVE_COB, chave });
  assert.deepEqual([foreign.status, typeOf(foreign)], [400, 'CobOperacaoInvalida']);
});
