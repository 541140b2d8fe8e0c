import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
gateway.clock.setToNoon();
const DAY_MS = 24 * 60 * 60 * 1_000;

interface Statement {
  readonly account: string;
  readonly from: string | null;
  readonly to: string;
  readonly opening_balance: number;
  readonly closing_balance: number;
  readonly data: readonly Record<string, unknown>[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
}

async function read(keys: Keys, query = ''): Promise<Statement> {
  const answer = await gateway.call<Statement>('GET', `/v1/statement?${query}`, { keys });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

const numbers = ({ data }: Statement) =>
  data.map((one) => [one.sequence, one.kind, one.amount, one.balance_after]);

test('a program books each entry once, oldest first, and continues on another day', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const empty = await read(keys);
  assert.deepEqual([empty.data, empty.next_cursor, empty.has_more], [[], null, false]);
  const charge = await receivePayment(gateway, keys, { ...CHARGE, external_id: 'pedido-7' });
  const firstDay = brazilianDayOf(gateway.clock.now());
  await gateway.call('POST', '/v1/pix/payout', { keys, body: { ...PAYOUT, amount: 1_000 } });
  const first = await read(keys, 'limit=1');
  assert.deepEqual(numbers(first), [[1, 'charge_paid', 9_802, 9_802]]);
  assert.deepEqual([first.next_cursor, first.has_more], ['1', true]);
  assert.deepEqual(first.data[0]?.transaction_id, charge.internal_id);
  assert.equal(first.data[0]?.external_id, 'pedido-7');
  assert.doesNotMatch(JSON.stringify(first), /Maria|12345678909/);
  const second = await read(keys, `cursor=${first.next_cursor}`);
  assert.deepEqual(numbers(second), [[2, 'payout_reserved', -1_000, 8_802]]);
  gateway.clock.advance(40 * DAY_MS);
  await receivePayment(gateway, keys);
  const later = await read(keys, `cursor=${second.next_cursor}`);
  assert.deepEqual(numbers(later), [[3, 'charge_paid', 9_802, 18_604]]);
  assert.deepEqual([later.from, later.opening_balance, later.closing_balance], [null, 0, 18_604]);
  const ofFirstDay = await read(keys, `from=${firstDay}&to=${firstDay}`);
  assert.deepEqual([ofFirstDay.data.length, ofFirstDay.closing_balance], [2, 8_802]);
  const reserved = await read(keys, `account=reserved&from=${firstDay}`);
  assert.deepEqual(numbers(reserved), [[1, 'payout_reserved', 1_000, 1_000]]);
});

test('a wrong day, account or cursor of the statement is refused', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const reversed = 'from=2026-11-02&to=2026-11-01';
  for (const query of [
    'from=2026-02-31',
    'to=x',
    'account=fees',
    'cursor=x',
    'limit=101',
    reversed,
    `format=ofx&${reversed}`,
  ]) {
    const refused = await gateway.call('GET', `/v1/statement?${query}`, { keys });
    assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_request'], query);
  }
});
