import assert from 'node:assert/strict';
import { test } from 'node:test';
import { centavos } from '#src/ground/money/centavos.ts';
import { OWN_KEY, openBank } from '../../../test/banking/open-for-test.ts';
import {
  type ArrivedRequest,
  openSmallBank,
  type SmallAnswer,
} from '../../../test/banking/small-bank.ts';
import type { DueChargeOrder } from '../due-charge.ts';
import { CALLS_PER_CHANGE } from '../open-bank.ts';

const ORDER: DueChargeOrder = {
  txid: '7978c0c97ea847e78e8849634473c1f1',
  rules: {
    amount: centavos(12_345n),
    dueDate: '2026-12-10',
    daysAfterDue: 30,
    fine: { type: 'percent', value: 200n },
    interest: null,
    rebate: null,
    discounts: [],
  },
  payer: { name: 'Maria da Silva', document: '52998224725' },
  merchantName: 'Padaria',
  merchantCity: 'Recife',
};
const RIGHT = { original: '123.45', multa: { modalidade: 2, valorPerc: '2.00' } };
const NOT_OPEN = problem(400, 'CobVOperacaoInvalida');

function problem(status: number, name: string): SmallAnswer {
  const type = `https://pix.bcb.gov.br/api/v2/error/${name}`;
  return { status, body: { type, title: name, status } };
}

function charge(more: object = {}, status = 201): SmallAnswer {
  const calendario = { criacao: '2026-11-20T20:15:00Z', dataDeVencimento: '2026-12-10' };
  const fixed = { revisao: 0, status: 'ATIVA', chave: OWN_KEY, pixCopiaECola: '000201' };
  return { status, body: { txid: ORDER.txid, calendario, valor: RIGHT, ...fixed, ...more } };
}

/** A bank that answers by method. */
function byMethod(answers: Readonly<Record<string, SmallAnswer>>) {
  return ({ method }: ArrivedRequest) => answers[method] ?? { status: 500 };
}

test('an answer with other rules than those of the order is unknown, and no charge', async (context) => {
  const small = await openSmallBank(context);
  const { receiving } = openBank(context, small);
  small.onRequest = () => charge();
  assert.equal((await receiving.createDueCharge(ORDER)).kind, 'done');
  for (const wrong of [
    { valor: { original: '123.45' } },
    { valor: { ...RIGHT, original: '123.46' } },
    { valor: { ...RIGHT, multa: { modalidade: 1, valorPerc: '2.00' } } },
    { valor: { ...RIGHT, juros: { modalidade: 2, valorPerc: '1.00' } } },
    { calendario: { criacao: '2026-11-20T20:15:00Z', dataDeVencimento: '2026-12-11' } },
    { chave: 'outra@example.com' },
    { txid: `${ORDER.txid}a` },
  ]) {
    small.onRequest = () => charge(wrong);
    const outcome = await receiving.createDueCharge(ORDER);
    assert.equal(outcome.kind, 'unknown', JSON.stringify(wrong));
  }
});

const CHEAPER = { ...ORDER, rules: { ...ORDER.rules, amount: centavos(12_000n) } };
const NO_FINE = { ...ORDER, rules: { ...ORDER.rules, fine: null } };

const ZERO = { modalidade: 1, valorPerc: '0.00' };

test('the first request of a change ends its parts, and null comes only after a part was kept', async (context) => {
  const small = await openSmallBank(context, byMethod({ PATCH: NOT_OPEN, GET: charge({}, 200) }));
  const { receiving } = openBank(context, small);
  const sent = () =>
    small.requests
      .splice(0)
      .flatMap(({ method, body }) =>
        method === 'PATCH' ? [(body as { valor: { multa?: unknown } }).valor.multa] : [],
      );
  assert.equal((await receiving.changeDueCharge(NO_FINE, ORDER)).kind, 'refused');
  assert.deepEqual(sent(), [ZERO, undefined]);
  small.onRequest = () => charge({}, 200);
  // The last request gives the charge its fine again.
  assert.equal((await receiving.changeDueCharge(NO_FINE, ORDER)).kind, 'refused');
  assert.deepEqual(sent(), [ZERO, undefined, null, RIGHT.multa]);
});

test('a refused change is done, refused, or unknown, as the bank shows the charge', async (context) => {
  const small = await openSmallBank(context, byMethod({ PATCH: NOT_OPEN, GET: charge({}, 200) }));
  const { receiving } = openBank(context, small);
  assert.equal((await receiving.changeDueCharge(ORDER, CHEAPER)).kind, 'done');
  assert.equal((await receiving.changeDueCharge(CHEAPER, ORDER)).kind, 'refused');
  // Neither the new rules nor those of before, and the bank refuses those too.
  assert.equal((await receiving.changeDueCharge(CHEAPER, NO_FINE)).kind, 'unknown');
  const paid = charge({ status: 'CONCLUIDA' }, 200);
  small.onRequest = byMethod({ PATCH: NOT_OPEN, GET: paid });
  assert.equal((await receiving.changeDueCharge(ORDER, CHEAPER)).kind, 'done');
  assert.equal((await receiving.changeDueCharge(CHEAPER, ORDER)).kind, 'refused');
});

test('a change that the bank answers without making it is refused when it is undone', async (context) => {
  const small = await openSmallBank(context, () => charge({}, 200));
  const { receiving } = openBank(context, small);
  assert.equal((await receiving.changeDueCharge(CHEAPER, ORDER)).kind, 'refused');
  assert.equal((await receiving.changeDueCharge(CHEAPER, NO_FINE)).kind, 'unknown');
  // Null is no value of the document.
  small.requests.splice(0);
});

const NO_REBATE = { modalidade: 1, valorPerc: '0.00' };
const REBATE = {
  ...ORDER,
  rules: { ...ORDER.rules, rebate: { type: 'fixed', value: 1n } as const },
};
const OTHER_PAYER = { ...ORDER, payer: { name: 'Ana Souza', document: '11144477735' } };

test('a rule that the bank stored otherwise turns no refusal of another change into an open one', async (context) => {
  const kept = charge({ valor: { ...RIGHT, abatimento: NO_REBATE } }, 200);
  const small = await openSmallBank(context, byMethod({ PATCH: NOT_OPEN, GET: kept }));
  const { receiving } = openBank(context, small);
  const cheaper = { ...REBATE, rules: { ...REBATE.rules, amount: centavos(12_000n) } };
  assert.equal((await receiving.changeDueCharge(cheaper, REBATE)).kind, 'refused');
  // Only the first request may change the charge.
  assert.equal(small.requests.filter(({ method }) => method === 'PATCH').length, 1);
  // A half-made change is undone though the bank never had the rebate.
  let valor: object = { ...RIGHT, original: '120.00' };
  small.onRequest = ({ method, body }) => {
    const sent = (body as { valor?: { original: string } } | undefined)?.valor;
    if (method === 'PATCH' && sent?.original === '120.00') return NOT_OPEN;
    if (method === 'PATCH') valor = RIGHT;
    return charge({ valor }, 200);
  };
  const more = { ...cheaper, rules: { ...cheaper.rules, daysAfterDue: 10 } };
  assert.equal((await receiving.changeDueCharge(more, REBATE)).kind, 'refused');
  assert.deepEqual(valor, RIGHT);
});

test('a change of only the payer is done, or refused, as the bank shows the document', async (context) => {
  const shown = (cpf: string) => charge({ devedor: { cpf, nome: 'x' } }, 200);
  const small = await openSmallBank(context);
  const { receiving } = openBank(context, small);
  const { document } = OTHER_PAYER.payer;
  small.onRequest = byMethod({ PATCH: NOT_OPEN, GET: shown(document) });
  assert.equal((await receiving.changeDueCharge(OTHER_PAYER, ORDER)).kind, 'done');
  small.onRequest = byMethod({ PATCH: NOT_OPEN, GET: shown(ORDER.payer.document) });
  assert.equal((await receiving.changeDueCharge(OTHER_PAYER, ORDER)).kind, 'refused');
  // The bank answers, and keeps the payer.
  small.onRequest = () => shown(ORDER.payer.document);
  assert.equal((await receiving.changeDueCharge(OTHER_PAYER, ORDER)).kind, 'refused');
});

test('a change asks the bank no more often than its lease allows', async (context) => {
  const juros = { modalidade: 3, valorPerc: '1.00' };
  const small = await openSmallBank(context, () => charge({ valor: { ...RIGHT, juros } }, 200));
  const { receiving } = openBank(context, small);
  const interest = { mode: 'percent_per_month', value: 100n } as const;
  const before = { ...ORDER, rules: { ...ORDER.rules, fine: null, interest } };
  assert.equal((await receiving.changeDueCharge(ORDER, before)).kind, 'unknown');
  // Null is no value of the document.
  assert.equal(small.requests.splice(0).length, CALLS_PER_CHANGE - 1);
});

test('a refused change whose search fails is unknown', async (context) => {
  const small = await openSmallBank(context, byMethod({ PATCH: NOT_OPEN }));
  const { receiving } = openBank(context, small);
  assert.equal((await receiving.changeDueCharge(ORDER, CHEAPER)).kind, 'unknown');
});

test('a txid that the bank has but doesn’t find is unknown', async (context) => {
  const conflict = { status: 409, body: { nome: 'txid_duplicado', mensagem: 'x' } };
  const missing = problem(404, 'CobVNaoEncontrada');
  const small = await openSmallBank(context, byMethod({ PUT: conflict, GET: missing }));
  const { receiving } = openBank(context, small);
  assert.equal((await receiving.createDueCharge(ORDER)).kind, 'unknown');
});
