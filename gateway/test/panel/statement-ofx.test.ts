import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import {
  CHARGE,
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after });
const PATH = '/api/panel/test/statement';
const PAYER = { ...CHARGE.payer, name: 'João & Filhos <Comércio de Doces e Salgados> Ltda' };
/** The longest values of OFX 2.2. */
const LENGTHS_MAX: Readonly<Record<string, number>> = {
  BANKID: 9,
  ACCTID: 22,
  TRNUID: 36,
  FITID: 255,
  REFNUM: 32,
  NAME: 32,
  MEMO: 255,
};
/** The element order of OFX 2.2 (11.4.4.1) for the elements that the file uses. */
const TRANSACTION_ORDER = ['TRNTYPE', 'DTPOSTED', 'TRNAMT', 'FITID', 'REFNUM', 'NAME', 'MEMO'];
const OUTER_ORDER = [
  'CODE',
  'SEVERITY',
  'DTSERVER',
  'LANGUAGE',
  'TRNUID',
  'CODE',
  'SEVERITY',
  'CURDEF',
  'BANKID',
  'ACCTID',
  'ACCTTYPE',
  'DTSTART',
  'DTEND',
  'BALAMT',
  'DTASOF',
];

async function liveALittle() {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const other = await createMerchantWithKeys(gateway);
  const reference = 'pedido-é-longo-'.repeat(8);
  const charge = await receivePayment(gateway, keys, {
    amount: 10_000,
    payer: PAYER,
    external_id: reference,
  });
  await gateway.call('POST', '/v1/pix/payout', { keys, body: { ...PAYOUT, amount: 1_000 } });
  const session = await signIn(gateway, merchant);
  const body = { username: other.username, amount: 300 };
  const headers = { 'idempotency-key': randomUUID() };
  await session.call('POST', '/api/panel/test/transfers', { body, headers });
  const path = `/v1/transactions/${charge.internal_id}`;
  const { body: paid } = await gateway.call('GET', path, { keys });
  return { session, endToEndId: String(paid.end_to_end_id), reference };
}

test('an OFX file follows the element order, lengths and characters of OFX 2.2', async () => {
  const { session } = await liveALittle();
  const file = await session.call('GET', `${PATH}.ofx`);
  assert.match(file.text, /^[\x20-\x7e\r\n]+$/);
  const [xml, header] = file.text.split('\r\n');
  assert.equal(xml, '<?xml version="1.0" encoding="UTF-8" standalone="no"?>');
  assert.equal(
    header,
    '<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>',
  );
  const { elements, transactions } = readOfx(file.text);
  for (const [tag, value] of [...elements, ...transactions.flat()]) {
    assert.ok(value.length > 0 && value.length <= (LENGTHS_MAX[tag] ?? 40), `${tag}: ${value}`);
  }
  assert.deepEqual(
    elements.map(([tag]) => tag),
    OUTER_ORDER,
  );
  for (const one of transactions) {
    const tags = one.map(([tag]) => tag);
    assert.deepEqual(
      tags,
      TRANSACTION_ORDER.filter((tag) => tags.includes(tag)),
    );
  }
});

test('an OFX transaction has payer, reference, EndToEndId and a stable id', async () => {
  const { session, endToEndId, reference } = await liveALittle();
  const read = async () => readOfx((await session.call('GET', `${PATH}.ofx`)).text);
  const { transactions, elements } = await read();
  const facts = transactions.map((one) => Object.fromEntries(one));
  assert.deepEqual(
    facts.map((one) => [one.TRNTYPE, one.TRNAMT, one.FITID]),
    [
      ['CREDIT', '98.02', 'available-1'],
      ['DEBIT', '-10.00', 'available-2'],
      ['DEBIT', '-3.00', 'available-3'],
    ],
  );
  const [charge, payout] = facts;
  assert.equal(charge?.NAME, 'Joao & Filhos <Comercio de Doces');
  assert.ok(charge?.MEMO?.startsWith(`Cobranca recebida | ${endToEndId} | Joao & Filhos`));
  assert.ok(charge?.MEMO?.includes('123.456.789-09'));
  assert.ok(charge?.MEMO?.includes(reference.normalize('NFD').slice(0, 7)));
  assert.match(String(payout?.MEMO), /^Saque \| Joao Souza \| 529\.982\.247-25$/);
  assert.ok(facts.every((one) => /^\d{14}\[-3:BRT\]$/.test(String(one.DTPOSTED))));
  const again = await read();
  assert.deepEqual(again.transactions, transactions);
  const accountOf = ({ elements: found }: typeof again) =>
    found.find(([tag]) => tag === 'ACCTID')?.[1];
  assert.equal(accountOf(again), accountOf({ elements, transactions }));
});

type Element = [tag: string, value: string];

/** A strict parser: aggregates close in order, and elements have a value and an end tag. */
function readOfx(text: string): { elements: Element[]; transactions: Element[][] } {
  const open: string[] = [];
  const elements: Element[] = [];
  const transactions: Element[][] = [];
  const body = text.slice(text.indexOf('<OFX>'));
  const token = /<(\/?)([A-Z0-9]+)>(?:([^<\r\n]+)<\/\2>)?|[^\s<]+/g;
  for (const [whole, slash, tag, value] of body.matchAll(token)) {
    assert.ok(tag !== undefined, `“${whole}” stands outside an element`);
    if (slash === '/') {
      assert.equal(open.pop(), tag);
    } else if (value === undefined) {
      open.push(tag);
      if (tag === 'STMTTRN') transactions.push([]);
    } else {
      const target = open.at(-1) === 'STMTTRN' ? transactions.at(-1) : elements;
      target?.push([tag, unescaped(value)]);
    }
  }
  assert.deepEqual(open, []);
  return { elements, transactions };
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
