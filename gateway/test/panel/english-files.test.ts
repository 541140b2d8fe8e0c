import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { parseAmount } from '#src/ground/money/parse-amount.ts';
import { readBatchFile } from '#src/money-out/payouts/batches/read-batch-file.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';
import { type PanelSession, signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const PORTUGUESE = /[áéíóúâêôãõàç]|Valor|Pagador|Lojista|Cobran/i;
const { keys, merchant } = await createMerchantWithKeys(gateway);
const partner = await createMerchantWithKeys(gateway);
const split = [{ username: partner.username, percentage: 5.5 }];
await receivePayment(gateway, keys, { ...CHARGE, payer: { ...CHARGE.payer, name: 'Mary' }, split });

/** A file as a person gets it who has chosen English in the panel. */
async function english(session: PanelSession, path: string) {
  const headers = { cookie: `${session.cookie()}; language=en` };
  const url = `${gateway.url}/api/panel/test/${path}`;
  const answer = await fetch(url, { headers });
  assert.equal(answer.status, 200, path);
  return { name: answer.headers.get('content-disposition'), text: await answer.text() };
}

const FILES = [
  ['transactions.csv', /^Created at,Type,Status,Amount,Fee,You received/],
  ['statement.csv', /^Date,Description,Amount,Balance,/],
  ['transfers.csv', /^Date,Direction,Amount,/],
  ['splits-received.csv', /^Charge created at,Status,Percentage,/],
  ['accounting/movements.csv', /^Date,Movement,Gross amount,/],
  ['accounting/days.csv', /^Day,Opening balance,/],
] as const;

for (const [path, header] of FILES) {
  test(`the panel in English downloads ${path} in English`, async () => {
    const owner = path.startsWith('splits') ? partner.merchant : merchant;
    const session = await signIn(gateway, owner);
    const { text, name } = await english(session, path);
    assert.match(text, header);
    assert.doesNotMatch(text, PORTUGUESE);
    assert.doesNotMatch(String(name), /transacoes|transferencias/);
    const portuguese = await session.call('GET', `/api/panel/test/${path}`);
    assert.match(portuguese.text.split('\r\n')[0] ?? '', /;/);
  });
}

test('the English template of a batch of payouts is read as the Portuguese one is', async () => {
  const session = await signIn(gateway, merchant, { hasSecondFactor: true });
  const path = '/api/panel/test/payout-batch-template.csv';
  const templates = [
    (await session.call('GET', path)).text,
    (await english(session, 'payout-batch-template.csv')).text,
  ];
  const [portuguese, inEnglish] = templates.map((text) =>
    readBatchFile(Buffer.from(text)).map((raw) => ({
      ...raw,
      amount: parseAmount(raw.amount),
      description: raw.description !== '',
    })),
  );
  assert.deepEqual(inEnglish, portuguese);
  assert.equal(portuguese?.[0]?.amount, 123_456);
});
