import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { createMerchantWithKeys, receivePayment, startGateway } from '../support/gateway.ts';
import { MERCHANTS } from '../support/operator-merchants.ts';
import { signIn, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const operator = await signInOperator(gateway);
const PATH = '/api/panel/test/statement';
const DELAYED = { delay_days: 2, business_days: false, reserve_basis_points: 0, reserve_days: 0 };

interface Statement {
  readonly closing_balance: number;
  readonly data: { label: string; external_id: string | null; amount: number }[];
}

async function openShop() {
  const { merchant, keys, username } = await createMerchantWithKeys(gateway);
  return { keys, member: await signIn(gateway, merchant), path: `${MERCHANTS}/${username}` };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

async function change(path: string, body: object) {
  const sent = { environment: 'test', reason: 'Acerto', ...body, code: await operator.code() };
  const headers = { 'idempotency-key': randomUUID() };
  const answer = await operator.call('POST', path, { headers, body: sent });
  assert.equal(answer.status, 201, answer.text);
}

async function statementOf({ member }: Shop, account: string) {
  const { body, text } = await member.call<Statement>('GET', `${PATH}?account=${account}`);
  assert.ok(body.data, text);
  const entries = body.data.map((one) => [one.label, one.external_id, one.amount]);
  return { entries, closing: body.closing_balance };
}

test('blocked money and debt have statements, with the reason that an operator gave', async () => {
  const shop = await openShop();
  await change(`${shop.path}/adjustments`, { amount: 1_000, reference: 'chamado-1' });
  await change(`${shop.path}/holds`, { amount: 400, reason: 'Ordem judicial' });
  await change(`${shop.path}/adjustments`, { amount: -900 });
  assert.deepEqual(await statementOf(shop, 'blocked'), {
    entries: [['Valor bloqueado', 'Ordem judicial', 400]],
    closing: 400,
  });
  assert.deepEqual(await statementOf(shop, 'debt'), {
    entries: [['Ajuste da plataforma', 'Acerto', -300]],
    closing: -300,
  });
  assert.deepEqual((await statementOf(shop, 'available')).entries, [
    ['Ajuste da plataforma', 'Acerto', -600],
    ['Valor bloqueado', 'Ordem judicial', -400],
    ['Ajuste da plataforma', 'Acerto - chamado-1', 1_000],
  ]);
});

test('money that waits for its settlement has a statement', async () => {
  const shop = await openShop();
  const terms = await operator.callWithCode('PUT', `${shop.path}/settlement`, DELAYED);
  assert.equal(terms.status, 200);
  await receivePayment(gateway, shop.keys);
  const { entries, closing } = await statementOf(shop, 'pending_settlement');
  assert.deepEqual(
    entries.map(([label, , amount]) => [label, amount]),
    [['Cobrança recebida', 9_802]],
  );
  assert.equal(closing, 9_802);
});

test('each account exports a CSV and an OFX file of its own', async () => {
  const shop = await openShop();
  await change(`${shop.path}/adjustments`, { amount: 1_000, reference: 'chamado-1' });
  await change(`${shop.path}/adjustments`, { amount: -1_500, reference: 'chamado-2' });
  const ids = new Set<string>();
  for (const [account, word] of [
    ['available', 'disponivel'],
    ['reserved', 'reservado'],
    ['blocked', 'bloqueado'],
    ['pending_settlement', 'a-liquidar'],
    ['debt', 'divida'],
  ]) {
    const csv = await shop.member.call('GET', `${PATH}.csv?account=${account}`);
    assert.equal(csv.status, 200, csv.text);
    const name = new RegExp(`extrato-${word}-teste-`);
    assert.match(String(csv.headers.get('content-disposition')), name);
    const isInDebt = account === 'debt';
    assert.equal(csv.text.includes(';-5,00;-5,00;;;Acerto - chamado-2;'), isInDebt, csv.text);
    const ofx = await shop.member.call('GET', `${PATH}.ofx?account=${account}`);
    ids.add(String(/<ACCTID>([^<]+)/.exec(ofx.text)?.[1]));
    assert.equal(ofx.text.includes('<BALAMT>-5.00<'), isInDebt, ofx.text);
  }
  assert.equal(ids.size, 5);
  const fees = await shop.member.call('GET', `${PATH}?account=fees`);
  assert.deepEqual([fees.status, fees.body.code], [400, 'invalid_request']);
});
