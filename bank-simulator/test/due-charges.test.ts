import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasError, isDynamicPix, parsePix } from 'pix-utils';
import { chargeBody, createTxid, dueChargeBody, openBank } from './support/open-bank.ts';

const DAY_MS = 86_400_000;
const YEAR_2026 = 'inicio=2026-01-01T00:00:00Z&fim=2026-12-31T00:00:00Z';

test('a charge with a due date is created, found and paid as its day says', async (context) => {
  const { bank, client, clock } = await openBank(context);
  const path = `/v2/cobv/${createTxid()}`;
  const created = await client.call('PUT', path, dueChargeBody(bank));
  assert.equal(created.status, 201, created.text);
  assert.equal(created.body.status, 'ATIVA');
  assert.equal(created.body.recebedor.uf, 'SP');
  const code = parsePix(created.body.pixCopiaECola);
  assert.ok(!hasError(code) && isDynamicPix(code));
  assert.match(code.url, /\/qr\/v2\/cobv\/[0-9a-f]{32}$/);
  // Ten days after a Tuesday: 0.41 of interest and 2.46 of fine.
  clock.advance(17 * DAY_MS);
  const { amount, endToEndId } = bank.pay(created.body.pixCopiaECola);
  assert.equal(amount, 12_632n);
  await client.logIn();
  const { body } = await client.call('GET', path);
  assert.equal(body.status, 'CONCLUIDA');
  assert.deepEqual(body.pix[0].componentesValor, {
    original: { valor: '123.45' },
    multa: { valor: '2.46' },
    juros: { valor: '0.41' },
  });
  assert.equal((await client.call('GET', `/v2/pix/${endToEndId}`)).body.valor, '126.32');
  assert.throws(() => bank.pay(created.body.txid), /CONCLUIDA/);
});

test('a payer may send another amount, and none after the last day', async (context) => {
  const { bank, client, clock } = await openBank(context);
  const [first, second] = [createTxid(), createTxid()];
  for (const txid of [first, second]) {
    assert.equal((await client.call('PUT', `/v2/cobv/${txid}`, dueChargeBody(bank))).status, 201);
  }
  bank.pay(first, { amount: 100n });
  const { body } = await client.call('GET', `/v2/cobv/${first}`);
  assert.deepEqual([body.pix[0].valor, body.pix[0].componentesValor], ['1.00', undefined]);
  clock.advance(60 * DAY_MS);
  assert.throws(() => bank.pay(second), /vencida/);
  assert.equal(bank.pay(second, { isForced: true }).txid, second);
});

test('a revision replaces the objects that it names; all are kept; a removal comes alone', async (context) => {
  const { bank, client } = await openBank(context);
  const path = `/v2/cobv/${createTxid()}`;
  await client.call('PUT', path, dueChargeBody(bank));
  const revised = await client.call('PATCH', path, { valor: { original: '200.00' } });
  assert.equal(revised.body.revisao, 1);
  assert.deepEqual(revised.body.valor, { original: '200.00' });
  assert.equal(revised.body.calendario.dataDeVencimento, '2026-03-17');
  const again = await client.call('PATCH', path, { valor: { original: '200.00' } });
  assert.equal(again.body.revisao, 1);
  const first = await client.call('GET', `${path}?revisao=0`);
  assert.equal(first.body.valor.multa.valorPerc, '2.00');
  const missing = await client.call('GET', `${path}?revisao=7`);
  assert.match(missing.body.type, /CobVConsultaInvalida$/);
  const status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
  const both = await client.call('PATCH', path, { status, solicitacaoPagador: 'x' });
  assert.equal(both.status, 400);
  assert.equal((await client.call('PATCH', path, { status })).body.status, status);
  const late = await client.call('PATCH', path, { valor: { original: '1.00' } });
  assert.match(late.body.type, /CobVOperacaoInvalida$/);
});

test('a txid is used once over both kinds of charges, in both dialects', async (context) => {
  for (const [dialect, status] of [
    ['standard', 400],
    ['efi', 409],
  ] as const) {
    const { bank, client } = await openBank(context, { dialect });
    const [cob, cobv] = [createTxid(), createTxid()];
    await client.call('PUT', `/v2/cob/${cob}`, chargeBody(bank, '1.00'));
    await client.call('PUT', `/v2/cobv/${cobv}`, dueChargeBody(bank));
    const due = await client.call('PUT', `/v2/cobv/${cob}`, dueChargeBody(bank));
    const plain = await client.call('PUT', `/v2/cob/${cobv}`, chargeBody(bank, '1.00'));
    assert.deepEqual([due.status, plain.status], [status, status]);
    const repeat = await client.call('PUT', `/v2/cobv/${cobv}`, dueChargeBody(bank));
    assert.equal(repeat.status, dialect === 'efi' ? 409 : 201);
    assert.equal(bank.snapshot().dueCharges.length, 1);
  }
});

/** Bodies that the standard's list of violations refuses. */
const INVALID: readonly [string, object][] = [
  ['a due date before its creation', { calendario: { dataDeVencimento: '2026-03-09' } }],
  ['a day that no calendar has', { calendario: { dataDeVencimento: '2026-02-30' } }],
  ['an amount of zero', { valor: { original: '0.00' } }],
  ['another key', { chave: 'outra@example.com' }],
  ['no debtor', { devedor: undefined }],
  ['a rebate of everything', valor({ abatimento: { modalidade: 1, valorPerc: '123.45' } })],
  ['a rebate of 100 %', valor({ abatimento: { modalidade: 2, valorPerc: '100.00' } })],
  ['a fine of an unknown kind', valor({ multa: { modalidade: 3, valorPerc: '1.00' } })],
  ['interest of an unknown kind', valor({ juros: { modalidade: 9, valorPerc: '1.00' } })],
  ['a discount until a day without days', valor({ desconto: { modalidade: 1 } })],
  ['a discount for each day without a value', valor({ desconto: { modalidade: 3 } })],
  [
    'a discount after the due date',
    valor({
      desconto: {
        modalidade: 1,
        descontoDataFixa: [{ data: '2026-03-18', valorPerc: '1.00' }],
      },
    }),
  ],
  ['a location that does not exist', { loc: { id: 999 } }],
];

function valor(parts: object): object {
  return { valor: { original: '123.45', ...parts } };
}

for (const [name, changes] of INVALID) {
  test(`${name} is a CobVOperacaoInvalida`, async (context) => {
    const { bank, client } = await openBank(context);
    const body = dueChargeBody(bank, changes);
    const answer = await client.call('PUT', `/v2/cobv/${createTxid()}`, body);
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.body.type, /CobVOperacaoInvalida$/);
    assert.ok(answer.body.violacoes.length > 0);
    assert.equal(bank.snapshot().dueCharges.length, 0);
  });
}

test('charges with due dates are listed by period, debtor, status and location', async (context) => {
  const { bank, client } = await openBank(context);
  const txids = [createTxid(), createTxid()];
  for (const txid of txids) await client.call('PUT', `/v2/cobv/${txid}`, dueChargeBody(bank));
  await client.call('PUT', `/v2/cob/${createTxid()}`, chargeBody(bank, '1.00'));
  bank.pay(txids[0] ?? '');
  const list = async (more: string) => {
    const { body } = await client.call('GET', `/v2/cobv?${YEAR_2026}${more}`);
    return body.cobs.map(({ txid }: { txid: string }) => txid);
  };
  assert.deepEqual(await list(''), txids);
  assert.deepEqual(await list('&status=CONCLUIDA'), [txids[0]]);
  assert.deepEqual(await list('&cpf=12345678909'), txids);
  assert.deepEqual(await list('&cpf=52998224725'), []);
  assert.deepEqual(await list('&locationPresente=false'), []);
});

test('a number is also accepted as the digits of a modalidade', async (context) => {
  const { bank, client } = await openBank(context);
  const body = dueChargeBody(bank, valor({ multa: { modalidade: '2', valorPerc: '2.00' } }));
  const answer = await client.call('PUT', `/v2/cobv/${createTxid()}`, body);
  assert.deepEqual(answer.body.valor.multa, { modalidade: 2, valorPerc: '2.00' });
});

test('both forms of a discount are kept as they were asked for', async (context) => {
  const { bank, client } = await openBank(context);
  for (const desconto of [
    { modalidade: 4, valorPerc: '0.50' },
    { modalidade: 1, descontoDataFixa: [{ data: '2026-03-12', valorPerc: '5.00' }] },
  ]) {
    const body = dueChargeBody(bank, valor({ desconto }));
    const answer = await client.call('PUT', `/v2/cobv/${createTxid()}`, body);
    assert.deepEqual(answer.body.valor.desconto, desconto);
  }
});

test('removed: the charge is answered as ATIVA and then removed by the bank', async (context) => {
  const { bank, client } = await openBank(context);
  const path = `/v2/cobv/${createTxid()}`;
  bank.faults.add({ kind: 'removed', operation: 'createDueCharge', times: 1 });
  assert.equal((await client.call('PUT', path, dueChargeBody(bank))).body.status, 'ATIVA');
  assert.equal((await client.call('GET', path)).body.status, 'REMOVIDA_PELO_PSP');
});
