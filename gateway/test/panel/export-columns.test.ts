import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import {
  CHARGE,
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { type PanelSession, signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const PANEL = '/api/panel/test';
const FORMULA = '=HYPERLINK("http://x")';

/** The lines of a CSV file as objects, by the names of its first line. */
async function linesOf(session: PanelSession, path: string): Promise<Record<string, string>[]> {
  const { status, text } = await session.call('GET', `${PANEL}/${path}`);
  assert.equal(status, 200, text);
  const [names = [], ...rows] = text
    .replace('\u{FEFF}', '')
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^;]*)(?:;|$)/g)].map(([, cell = '']) => cell),
    );
  return rows.map((row) =>
    Object.fromEntries(
      names.flatMap((name, index) => (name ? [[name, plain(row[index] ?? '')]] : [])),
    ),
  );
}

function plain(cell: string): string {
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

async function openBusyShop() {
  const shop = await createMerchantWithKeys(gateway);
  const partner = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, shop.merchant);
  const charge = await receivePayment(gateway, shop.keys, {
    ...CHARGE,
    external_id: 'pedido-1',
    utm: { source: 'google', campaign: FORMULA },
    split: [{ username: partner.username, percentage: 5.5 }],
  });
  const path = `/v1/transactions/${charge.internal_id}/refund`;
  const refund = { amount: 2_000 };
  const refunded = await gateway.call('POST', path, { keys: shop.keys, body: refund });
  assert.equal(refunded.status, 201, refunded.text);
  gateway.clock.advance(31_000);
  await until('the refund is done', async () => {
    const [row] = await gateway.sql('select refunded_centavos as back from charges where id = $1', [
      charge.internal_id,
    ]);
    return Number(row?.back) === 2_000;
  });
  const { body: payout } = await gateway.call('POST', '/v1/pix/payout', {
    keys: shop.keys,
    body: { ...PAYOUT, amount: 1_000, external_id: 'saque-1' },
  });
  await session.call('POST', `${PANEL}/transfers`, {
    body: { username: partner.username, amount: 300, description: FORMULA },
    headers: { 'idempotency-key': randomUUID() },
  });
  const { body: paid } = await gateway.call('GET', `/v1/transactions/${charge.internal_id}`, {
    keys: shop.keys,
  });
  return {
    session,
    partner,
    partnerSession: await signIn(gateway, partner.merchant),
    chargeId: String(charge.internal_id),
    payoutId: String(payout.internal_id),
    endToEndId: String(paid.end_to_end_id),
    username: shop.username,
  };
}

const shop = await openBusyShop();

test('the transactions file has payer, references, refunds and UTM, with the signs of the panel', async () => {
  const [payout, charge] = await linesOf(shop.session, 'transactions.csv');
  assert.deepEqual(
    {
      type: charge?.Tipo,
      state: charge?.Situação,
      amount: charge?.Valor,
      refunded: charge?.Devolvido,
      name: charge?.Nome,
      document: charge?.['CPF ou CNPJ'],
      reference: charge?.Referência,
      endToEndId: charge?.EndToEndId,
      utm: charge?.UTM,
      id: charge?.Identificador,
    },
    {
      type: 'Cobrança',
      state: 'Devolvida em parte',
      amount: '100,00',
      refunded: '20,00',
      name: 'Maria Silva',
      document: '123.456.789-09',
      reference: 'pedido-1',
      endToEndId: shop.endToEndId,
      utm: `source=google; campaign=${FORMULA}`,
      id: shop.chargeId,
    },
  );
  assert.deepEqual(
    [
      payout?.Tipo,
      payout?.Valor,
      payout?.['Você recebeu'],
      payout?.['Chave Pix'],
      payout?.['CPF ou CNPJ'],
    ],
    ['Saque', '-10,00', '-10,00', "'+5511987654321", '529.982.247-25'],
  );
});

test('what a merchant received of a charge is the sum of its entries in the statement', async () => {
  const { session, chargeId } = shop;
  const entries = (await linesOf(session, 'statement.csv')).filter(
    ({ Transação: id }) => id === chargeId,
  );
  const centavosOf = (money: string | undefined) => Number(money?.replace(',', ''));
  const received = entries.reduce((sum, { Valor }) => sum + centavosOf(Valor), 0);
  const [, line] = await linesOf(session, 'transactions.csv');
  assert.equal(centavosOf(line?.['Você recebeu']), received);
  const parts = ['Valor', 'Tarifa', 'Split', 'Devolvido'].map((name) => centavosOf(line?.[name]));
  const [amount = 0, ...less] = parts;
  assert.equal(
    less.reduce((left, part) => left - part, amount),
    received,
  );
  const page = await session.call('GET', `${PANEL}/transactions/${chargeId}`);
  assert.equal(page.body.received_amount, received);
  for (const [path, list] of [
    ['transactions', 'data'],
    ['overview', 'latest'],
  ] as const) {
    const { body } = await session.call('GET', `${PANEL}/${path}`);
    const rows = body[list] as { internal_id: string; received_amount: number | null }[];
    const row = rows.find(({ internal_id: id }) => id === chargeId);
    assert.equal(row?.received_amount, received, path);
  }
});

test('the statement page and file name the payer and the transaction', async () => {
  const lines = await linesOf(shop.session, 'statement.csv');
  assert.deepEqual(
    lines.map((line) => [line.Descrição, line.Nome, line['Sua referência'], line.Transação]),
    [
      ['Cobrança recebida', 'Maria Silva', 'pedido-1', shop.chargeId],
      ['Devolução', 'Maria Silva', 'pedido-1', shop.chargeId],
      ['Saque', 'João Souza', 'saque-1', shop.payoutId],
      ['Transferência enviada', shop.partner.merchant.name, `'${FORMULA}`, ''],
    ],
  );
  assert.deepEqual(
    lines.map((line) => [line['CPF ou CNPJ'], line.EndToEndId]).slice(0, 2),
    Array(2).fill(['123.456.789-09', shop.endToEndId]),
  );
  const page = await shop.session.call<{
    from: string;
    to: string;
    data: { kind: string; transaction_id: string | null; name: string | null }[];
  }>('GET', `${PANEL}/statement`);
  assert.match(`${page.body.from} ${page.body.to}`, /^\d{4}-\d\d-\d\d \d{4}-\d\d-\d\d$/);
  assert.deepEqual(
    page.body.data.map((entry) => entry.transaction_id),
    [null, shop.payoutId, shop.chargeId, shop.chargeId],
  );
});

test('the recipient of a split sees the charge’s merchant and no payer data', async () => {
  const [split] = await linesOf(shop.partnerSession, 'splits-received.csv');
  assert.deepEqual(
    [split?.Usuário, split?.Percentual, split?.Valor, split?.Cobrança],
    [shop.username, '5,50', '5,50', shop.chargeId],
  );
  const canceled = await linesOf(shop.partnerSession, 'splits-received.csv?status=canceled');
  assert.deepEqual(canceled, []);
  const statement = await shop.partnerSession.call('GET', `${PANEL}/statement.csv`);
  assert.ok(statement.text.includes('Split recebido'));
  assert.equal(/Maria Silva|123\.456/.test(statement.text), false);
});

test('the transfers file shows sent amounts as negative for both merchants', async () => {
  const [sent] = await linesOf(shop.session, 'transfers.csv');
  const [received] = await linesOf(shop.partnerSession, 'transfers.csv');
  assert.deepEqual(
    [sent?.Sentido, sent?.Valor, sent?.Usuário, sent?.Descrição],
    ['Enviada', '-3,00', shop.partner.username, `'${FORMULA}`],
  );
  assert.deepEqual(
    [received?.Sentido, received?.Valor, received?.Usuário],
    ['Recebida', '3,00', shop.username],
  );
});
