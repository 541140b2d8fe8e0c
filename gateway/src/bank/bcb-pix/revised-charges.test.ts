import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { centavos } from '#src/ground/money/centavos.ts';
import { OWN_KEY, openBank } from '../../../test/banking/open-for-test.ts';
import { openSmallBank, type SmallAnswer } from '../../../test/banking/small-bank.ts';
import type { ChargeRevision } from '../live-bank.ts';

const BEFORE: ChargeRevision = {
  txid: '7978c0c97ea847e78e8849634473c1f1',
  amount: centavos(10_000n),
  expiresInSeconds: 3_600,
  payer: { name: 'Maria da Silva', document: '52998224725' },
};
const REVISION = { ...BEFORE, amount: centavos(25_000n), expiresInSeconds: 7_200 };
const NEW = { original: '250.00' };
const REFUSED: SmallAnswer = {
  status: 400,
  body: {
    type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida',
    title: 'x',
    status: 400,
  },
};

function charge(more: object = {}): SmallAnswer {
  const calendario = { criacao: '2026-11-20T20:15:00Z', expiracao: 3_600 };
  const fixed = { revisao: 0, status: 'ATIVA', chave: OWN_KEY, pixCopiaECola: '000201' };
  const devedor = { cpf: '52998224725', nome: 'Maria da Silva' };
  const valor = { original: '100.00' };
  return {
    status: 200,
    body: { txid: BEFORE.txid, calendario, valor, devedor, ...fixed, ...more },
  };
}

test('a refused revision is done, refused, or unknown, as the bank shows the charge', async (context) => {
  const small = await openSmallBank(context);
  const { reviseCharge } = openBank(context, small).receiving;
  const decided = async (shown: SmallAnswer, revision: ChargeRevision = REVISION) => {
    small.onRequest = ({ method }) => (method === 'GET' ? shown : REFUSED);
    const outcome = await reviseCharge?.(revision, BEFORE);
    return outcome?.kind === 'refused' ? outcome.refusal.code : outcome?.kind;
  };
  const calendario = { criacao: '2026-11-20T20:15:00Z', expiracao: 7_200 };
  const status = 'CONCLUIDA';
  assert.equal(await decided(charge()), 'refused');
  assert.equal(await decided(charge({ valor: NEW, calendario })), 'done');
  // The bank asks for the new amount, and refuses to go back to the old one.
  assert.equal(await decided(charge({ valor: NEW })), 'unknown');
  assert.equal(await decided(charge({ calendario })), 'unknown');
  assert.equal(await decided(charge({ status })), 'charge_paid');
  assert.equal(await decided(charge({ status, valor: NEW })), 'done');
  const other = { ...REVISION, payer: { name: 'Ana Souza', document: '11144477735' } };
  assert.equal(await decided(charge({ valor: NEW, calendario }), other), 'unknown');
  const noPayer = { ...REVISION, payer: { name: '', document: '' } };
  assert.equal(await decided(charge({ valor: NEW, calendario }), noPayer), 'done');
  // An amount that neither the revision nor the charge here names.
  const longer = { ...BEFORE, expiresInSeconds: 7_200 };
  assert.equal(await decided(charge({ valor: NEW }), longer), 'unknown');
  assert.equal(await decided(charge({ valor: { original: '300.00' } })), 'unknown');
  assert.equal(await decided({ status: 500 }), 'unknown');
});

/** A bank that has the new amount, refuses the revision, and takes the amount of before. */
async function openHalfRevised(context: TestContext) {
  const small = await openSmallBank(context);
  let valor: object = NEW;
  small.onRequest = ({ method, body }) => {
    const sent = body as { valor?: { original: string } };
    if (method === 'GET') return charge({ valor });
    if (sent.valor?.original === NEW.original) return REFUSED;
    valor = { original: '100.00' };
    return charge({ valor });
  };
  const { reviseCharge } = openBank(context, small).receiving;
  return { small, reviseCharge, valorAtBank: () => valor };
}

test('a revision that the bank has made in part is undone and refused', async (context) => {
  const { reviseCharge, valorAtBank } = await openHalfRevised(context);
  assert.equal((await reviseCharge?.(REVISION, BEFORE))?.kind, 'refused');
  assert.deepEqual(valorAtBank(), { original: '100.00' });
});

test('a revision that adds a payer and is made in part is undone, and the bank keeps the payer', async (context) => {
  const { small, reviseCharge, valorAtBank } = await openHalfRevised(context);
  const before = { ...BEFORE, payer: { name: '', document: '' } };
  assert.equal((await reviseCharge?.(REVISION, before))?.kind, 'refused');
  assert.deepEqual(valorAtBank(), { original: '100.00' });
  // The payer is at the bank, and nothing is to undo.
  assert.equal((await reviseCharge?.(REVISION, before))?.kind, 'refused');
  assert.equal(small.requests.filter(({ method }) => method === 'PATCH').length, 3);
});
