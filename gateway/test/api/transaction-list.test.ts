import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  CHARGE,
  createKeys,
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  until,
} from '../support/gateway.ts';
import { startInBuckets } from '../support/two-buckets.ts';

interface Item extends Record<string, unknown> {
  readonly internal_id: string;
  readonly created_at: string;
}
interface Page {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

const gateway = await startInBuckets({ after });
const owner = await createMerchantWithKeys(gateway);
const { keys } = owner;
const MINUTE_MS = 60_000;

async function page(query: Record<string, string>): Promise<Page> {
  const path = `/v1/transactions?${new URLSearchParams(query)}`;
  const answer = await gateway.call<Page>('GET', path, { keys });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(Object.keys(answer.body), ['data', 'next_cursor']);
  return answer.body;
}

async function everything(query: Record<string, string>, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const next: Page = await page({ ...query, limit: `${limit}`, ...(cursor && { cursor }) });
    assert.ok(next.data.length <= limit && (next.data.length > 0 || ids.length === 0));
    ids.push(...next.data.map((one) => one.internal_id));
    cursor = next.next_cursor;
  } while (cursor !== null);
  return ids;
}

/** Transactions of every kind and state, a minute apart except the last four; newest first. */
async function makeTransactions(): Promise<Record<string, string[]>> {
  const made: Record<string, string[]> = {};
  const note = (kind: string, body: Record<string, unknown>): void => {
    made[kind] = [String(body.internal_id), ...(made[kind] ?? [])];
    gateway.clock.advance(MINUTE_MS);
  };
  const charge = async (change: object) =>
    (await gateway.call('POST', '/v1/pix/qrcode', { keys, body: { ...CHARGE, ...change } })).body;
  const payout = async (change: object) =>
    (await gateway.call('POST', '/v1/pix/payout', { keys, body: { ...PAYOUT, ...change } })).body;
  const failing = { amount: 1, pix_key_type: 'email', pix_key: 'falha@sandbox.com' };
  note('paid', await receivePayment(gateway, keys, { ...CHARGE, external_id: 'pedido' }));
  note('expired', await charge({ expires_in: 60 }));
  note('sent', await payout({ external_id: 'pedido' }));
  note('failed', await payout(failing));
  await until('they have ended', async () => {
    const statuses = (await page({})).data.map((one) => one.status);
    return String(statuses) === 'failed,paid,expired,paid';
  });
  const together = await Promise.all([1, 2, 3, 4].map(() => charge({ expires_in: 86_400 })));
  for (const one of together) note('pending', one);
  return made;
}

const made = await makeTransactions();
const of = (...kinds: string[]) =>
  kinds
    .flatMap((kind) => made[kind] ?? [])
    .sort()
    .reverse();
const all = of('paid', 'expired', 'sent', 'failed', 'pending');

test('pages of any size contain every transaction once, newest first', async () => {
  assert.equal(all.length, 8);
  for (const limit of [1, 2, 3, 7, 8, 9, 100]) {
    assert.deepEqual(await everything({}, limit), all, `limit ${limit}`);
  }
  // A full last page has no cursor that leads to an empty one.
  assert.equal((await page({ limit: '8' })).next_cursor, null);
  assert.notEqual((await page({ limit: '7' })).next_cursor, null);
});

test('a page writes each transaction with the same bytes as its read by id', async () => {
  const writer = await createMerchantWithKeys(gateway);
  const create = (change: object) =>
    gateway.call('POST', '/v1/pix/qrcode', { keys: writer.keys, body: { ...CHARGE, ...change } });
  const texts = ['a "quote" and a \\', 'João d’Ávila 💸', `long ${'x'.repeat(130)}`];
  const payer = { name: 'Ana "Lu" D\'Ávila\\Sá', document: '12345678909' };
  const split = [{ username: owner.merchant.username, percentage: 10 }];
  for (const description of texts) await create({ description, payer });
  await create({ utm: { source: 'a "b"', campaign: 'ç' }, external_id: 'a\\b"c' });
  await create({ split });
  await create({ due_date: '2031-01-31', expires_in: undefined });
  const paid = await receivePayment(gateway, writer.keys, CHARGE);
  const path = `/v1/transactions/${paid.internal_id}/refund`;
  await gateway.call('POST', path, { keys: writer.keys, body: { amount: 100 } });
  await gateway.call('POST', '/v1/pix/payout', { keys: writer.keys, body: PAYOUT });
  gateway.clock.advance(MINUTE_MS);
  await until('refund and payout have ended', async () => {
    const { text, body } = await gateway.call<Page>('GET', '/v1/transactions', {
      keys: writer.keys,
    });
    const isSent = body.data.some(({ type, status }) => type === 'payout' && status === 'paid');
    return isSent && text.includes('"status":"done"');
  });
  for (const query of ['', '&status=pending']) {
    const listed = await gateway.call<Page>('GET', `/v1/transactions?limit=50${query}`, {
      keys: writer.keys,
    });
    const reads = await Promise.all(
      listed.body.data.map(({ internal_id: id }) =>
        gateway.call('GET', `/v1/transactions/${id}`, { keys: writer.keys }),
      ),
    );
    assert.equal(reads.length, query === '' ? 8 : 6);
    const data = reads.map(({ text }) => text).join(',');
    assert.equal(listed.text, `{"data":[${data}],"next_cursor":null}`);
  }
});

test('pages that many callers ask for at once are those that each of them gets alone', async () => {
  const other = await createMerchantWithKeys(gateway);
  const split = [{ username: owner.merchant.username, percentage: 10 }];
  const paid = await receivePayment(gateway, other.keys, { ...CHARGE, split });
  const refund = `/v1/transactions/${paid.internal_id}/refund`;
  await gateway.call('POST', refund, { keys: other.keys, body: { amount: 100 } });
  await gateway.call('POST', '/v1/pix/payout', { keys: other.keys, body: PAYOUT });
  gateway.clock.advance(MINUTE_MS);
  await until('refund and payout have ended', async () => {
    const { text } = await gateway.call('GET', '/v1/transactions', { keys: other.keys });
    return text.includes('"status":"done"') && !text.includes('"status":"pending"');
  });
  const cursor = (await page({ limit: '3' })).next_cursor;
  const queries = [
    '',
    'limit=1',
    'limit=100',
    'type=charge',
    'type=payout&limit=2',
    'status=paid',
    'external_id=pedido',
    `client_id=${keys['client-id']}`,
    `cursor=${cursor}`,
  ];
  const asked = [keys, other.keys].flatMap((who) =>
    queries.map((query) => async () => {
      const answer = await gateway.call('GET', `/v1/transactions?${query}`, { keys: who });
      return [answer.status, answer.text];
    }),
  );
  const alone: unknown[] = [];
  for (const ask of asked) alone.push(await ask());
  // With their limits these are more rows than one batch reads.
  const rounds = Array.from({ length: 6 });
  const together = await Promise.all(rounds.flatMap(() => asked.map((ask) => ask())));
  assert.deepEqual(
    together,
    rounds.flatMap(() => alone),
  );
});

test('filters work alone, together and over several pages', async () => {
  const cases: readonly (readonly [Record<string, string>, readonly string[]])[] = [
    [{ type: 'charge' }, of('paid', 'expired', 'pending')],
    [{ type: 'payout' }, of('sent', 'failed')],
    [{ status: 'paid' }, of('paid', 'sent')],
    [{ status: 'expired' }, of('expired')],
    [{ status: 'failed' }, of('failed')],
    [{ status: 'pending' }, of('pending')],
    [{ external_id: 'pedido' }, of('paid', 'sent')],
    [{ external_id: ' pedido ' }, of('paid', 'sent')],
    [{ external_id: 'outro' }, []],
    [{ type: 'payout', status: 'paid', external_id: 'pedido' }, of('sent')],
    [{ type: 'charge', status: 'failed' }, []],
    [{ type: 'payout', status: 'expired' }, []],
  ];
  for (const [query, ids] of cases) {
    for (const limit of [1, 100]) {
      assert.deepEqual(await everything(query, limit), ids, JSON.stringify(query));
    }
  }
});

test('each item of the list equals the transaction read by its id', async () => {
  for (const item of (await page({})).data) {
    const read = await gateway.call('GET', `/v1/transactions/${item.internal_id}`, { keys });
    assert.deepEqual(item, read.body);
    assert.equal(JSON.stringify(item), read.text);
  }
});

test('created_from is inclusive and created_to exclusive, in any offset, and a date is 00:00 UTC', async () => {
  const { data } = await page({ type: 'payout' });
  const [later, earlier] = data;
  assert.ok(later && earlier);
  const shift = (at: string, byMs: number) => new Date(Date.parse(at) + byMs).toISOString();
  const inBrasilia = (at: string) => shift(at, -3 * 60 * MINUTE_MS).replace('Z', '-03:00');
  const from = later.created_at;
  const cases: readonly (readonly [Record<string, string>, readonly Item[]])[] = [
    [{ created_from: from }, [later]],
    [{ created_from: inBrasilia(from) }, [later]],
    [{ created_from: shift(from, 1) }, []],
    [{ created_to: from }, [earlier]],
    [{ created_to: inBrasilia(from) }, [earlier]],
    [{ created_to: shift(from, 1) }, [later, earlier]],
    [{ created_from: from, created_to: from }, []],
    [{ created_from: earlier.created_at, created_to: from }, [earlier]],
    [{ created_from: '2000-01-01' }, [later, earlier]],
    [{ created_to: '2000-01-01' }, []],
    [{ created_to: '9999-12-31T23:59:59.999Z' }, [later, earlier]],
  ];
  for (const [query, items] of cases) {
    assert.deepEqual((await page({ type: 'payout', ...query })).data, items, JSON.stringify(query));
  }
  const midnight = `${shift(from, 24 * 60 * MINUTE_MS).slice(0, 10)}T00:00:00.000Z`;
  assert.deepEqual(
    await page({ created_to: midnight }),
    await page({ created_to: midnight.slice(0, 10) }),
  );
});

test('a new transaction does not appear in the later pages of a list that is being read', async () => {
  const first = await page({ limit: '3', status: 'pending' });
  const fresh = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const cursor = String(first.next_cursor);
  const second = await page({ limit: '3', status: 'pending', cursor });
  const ids = [...first.data, ...second.data].map((one) => one.internal_id);
  assert.deepEqual(ids, of('pending'));
  assert.equal((await page({ limit: '1' })).data[0]?.internal_id, fresh.body.internal_id);
});

test('the list of another merchant or environment is empty, also with a foreign cursor', async () => {
  const stranger = await createMerchantWithKeys(gateway);
  const live = await createKeys(gateway.appContext, owner.merchant, 'live');
  const { next_cursor } = await page({ limit: '1' });
  for (const by of [stranger.keys, live]) {
    for (const query of ['', `?cursor=${next_cursor}`, '?external_id=pedido']) {
      const { body } = await gateway.call('GET', `/v1/transactions${query}`, { keys: by });
      assert.deepEqual(body, { data: [], next_cursor: null });
    }
  }
});

test('a wrong filter, limit or cursor is refused and named', async () => {
  const cases: readonly (readonly [string, Record<string, string>])[] = [
    ...['0', '101', '-1', '1.5', 'x', ''].map((limit) => ['limit', { limit }] as const),
    ...['x', '', 'Y2hhcmdl', '\u0000'].map((cursor) => ['cursor', { cursor }] as const),
    ...['', 'cancelled', 'PAID'].map((status) => ['status', { status }] as const),
    ...['', 'refund'].map((type) => ['type', { type }] as const),
    ...['', '\u0000', 'x'.repeat(129)].map(
      (external_id) => ['external_id', { external_id }] as const,
    ),
    ...['', 'x', '2026-13-01', '2026-02-30', '20261120', '1700000000', '2026-11-20T12:00:00'].map(
      (created_from) => ['created_from', { created_from }] as const,
    ),
  ];
  for (const [field, query] of cases) {
    const path = `/v1/transactions?${new URLSearchParams(query)}`;
    const { status, body } = await gateway.call<{ code: string; details: { field: string }[] }>(
      'GET',
      path,
      { keys },
    );
    assert.deepEqual([status, body.code], [400, 'invalid_request'], path);
    assert.deepEqual(
      body.details.map((one) => one.field),
      [field],
      path,
    );
  }
});
