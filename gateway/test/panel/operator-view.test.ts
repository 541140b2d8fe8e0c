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
import { runCli } from '../support/gateway-process.ts';
import { failedChecks } from '../support/live.ts';
import { type PanelSession, signIn, signInOperator } from '../support/panel.ts';

const MINUTE_MS = 60_000;
const gateway = await startGateway({ after });
const operator = await signInOperator(gateway);

interface Totals {
  readonly paid_count: number;
  readonly paid_amount: number;
  readonly fees: number;
  readonly active_merchants: number;
  readonly new_merchants: number;
}
interface Revenue {
  readonly days: (Totals & { readonly day: string })[];
  readonly totals: Totals;
  readonly before: Totals;
  readonly top: { username: string; paid_amount: number; paid_amount_before: number }[];
}

async function revenue(days = 7): Promise<Revenue> {
  const path = `/api/operator/revenue/test?days=${days}`;
  const answer = await operator.call<Revenue>('GET', path);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

test('revenue has the fees of charges and payouts, the volume and the active merchants', async () => {
  const large = await createMerchantWithKeys(gateway);
  const small = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, large.keys, { ...CHARGE, amount: 50_000 });
  await receivePayment(gateway, large.keys);
  await receivePayment(gateway, small.keys);
  const { days, totals, before, top } = await revenue();
  assert.equal(days.length, 7);
  const charged = [50_000, 10_000, 10_000].map((amount) => Math.round(amount * 0.0149) + 49);
  const fees = charged.reduce((sum, fee) => sum + fee, 0);
  assert.deepEqual(
    [totals.paid_count, totals.paid_amount, totals.fees, totals.active_merchants],
    [3, 70_000, fees, 2],
  );
  assert.ok(totals.new_merchants >= 2);
  assert.deepEqual(days.at(-1)?.fees, totals.fees);
  assert.deepEqual([before.paid_count, before.fees], [0, 0]);
  assert.deepEqual(
    top.map(({ username, paid_amount: amount }) => [username, amount]),
    [
      [large.username, 60_000],
      [small.username, 10_000],
    ],
  );
  const payout = await gateway.call('POST', '/v1/pix/payout', { keys: large.keys, body: PAYOUT });
  gateway.clock.advance(MINUTE_MS);
  const path = `/v1/transactions/${String(payout.body.internal_id)}`;
  const paid = await until('the payout is paid', async () => {
    const { body } = await gateway.call('GET', path, { keys: large.keys });
    return body.status === 'paid' && body;
  });
  assert.equal((await revenue()).totals.fees, fees + Number(paid.fee_amount));
  assert.deepEqual(await failedChecks(gateway), []);
});

test('the period before is compared with the same number of days', async () => {
  const now = (await revenue()).totals;
  gateway.clock.advance(7 * 24 * 60 * MINUTE_MS);
  const later = await revenue();
  assert.deepEqual([later.before.paid_amount, later.before.fees], [now.paid_amount, now.fees]);
  assert.equal(later.totals.paid_amount, 0);
  const longer = await revenue(30);
  assert.equal(longer.totals.fees, now.fees);
});

async function setAside(kind: string, id: string): Promise<void> {
  await gateway.sql(
    `insert into set_aside_work (kind, id, failures, last_error, first_failed_at, next_try_at)
      values ($1, $2, 3, 'bad row', $3, $4)`,
    [kind, id, new Date(gateway.clock.now()), new Date(gateway.clock.now() + 30 * MINUTE_MS)],
  );
}

interface Item {
  readonly id: string;
  readonly next_try_at: string | null;
  readonly dropped: { readonly reason: string } | null;
}

async function itemOf(id: string): Promise<{ total: number; item: Item | undefined }> {
  const { body } = await operator.call<{ set_aside: { total: number; items: Item[] } }>(
    'GET',
    '/api/operator/health',
  );
  const { total, items } = body.set_aside;
  return { total, item: items.find((one) => one.id === id) };
}

async function decide(id: string, decision: 'retry' | 'drop', reason = 'Dados corrigidos.') {
  const path = `/api/operator/set-aside/refund/${id}/${decision}`;
  return operator.call('POST', path, { body: { reason, code: await operator.code() } });
}

test('dropped work is kept, not counted and not tried, until an operator has it tried again', async () => {
  const id = randomUUID();
  await setAside('refund', id);
  assert.equal((await itemOf(id)).total, 1);
  assert.equal((await decide(id, 'drop', 'Combinado com o lojista.')).status, 200);
  const { total, item } = await itemOf(id);
  assert.deepEqual([total, item?.next_try_at], [0, null]);
  assert.equal(item?.dropped?.reason, 'Combinado com o lojista.');
  const again = await decide(id, 'drop');
  assert.deepEqual([again.status, again.body.code], [404, 'work_not_set_aside']);
  assert.equal((await decide(id, 'retry')).status, 200);
  const taken = await itemOf(id);
  assert.deepEqual([taken.total, taken.item?.dropped], [1, null]);
  const { body } = await operator.call<{ data: { action: string; details: object }[] }>(
    'GET',
    '/api/operator/audit',
  );
  assert.deepEqual(
    body.data.filter(({ action }) => action.startsWith('work.')).map(({ action }) => action),
    ['work.retried', 'work.dropped'],
  );
});

test('the expiry of a charge is not tried while it is dropped', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const { body } = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const id = String(body.internal_id);
  await setAside('charge', id);
  const path = `/api/operator/set-aside/charge/${id}/drop`;
  const dropped = await operator.call('POST', path, {
    body: { reason: 'Sem efeito.', code: await operator.code() },
  });
  assert.equal(dropped.status, 200, dropped.text);
  gateway.clock.advance(60 * MINUTE_MS);
  // The charge of another merchant expires meanwhile, so the worker has looked.
  const other = await createMerchantWithKeys(gateway);
  const charge = { ...CHARGE, expires_in: 60 };
  const later = await gateway.call('POST', '/v1/pix/qrcode', { keys: other.keys, body: charge });
  gateway.clock.advance(2 * MINUTE_MS);
  await until('the other charge expires', async () => {
    const address = `/v1/transactions/${String(later.body.internal_id)}`;
    return (await gateway.call('GET', address, { keys: other.keys })).body.status === 'expired';
  });
  const read = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
  assert.equal(read.body.status, 'pending');
  assert.equal((await itemOf(id)).item?.dropped?.reason, 'Sem efeito.');
});

test('notes on a merchant are for operators only, and their removal is in the audit log', async () => {
  const { merchant, username } = await createMerchantWithKeys(gateway);
  const path = `/api/operator/merchants/${username}/notes`;
  for (const text of ['Ligou sobre o limite.', 'Mandou o contrato novo.']) {
    assert.equal((await operator.call('POST', path, { body: { text } })).status, 201);
  }
  const { body } = await operator.call<{ data: { id: string; text: string }[] }>('GET', path);
  assert.deepEqual(
    body.data.map(({ text }) => text),
    ['Mandou o contrato novo.', 'Ligou sobre o limite.'],
  );
  const removed = await operator.call('DELETE', `${path}/${body.data[0]?.id}`);
  assert.equal(removed.status, 200, removed.text);
  const left = await operator.call<{ data: object[] }>('GET', path);
  assert.equal(left.body.data.length, 1);
  const gone = await operator.call('DELETE', `${path}/${body.data[0]?.id}`);
  assert.equal(gone.body.code, 'note_not_found');
  const own = await (await signIn(gateway, merchant)).call('GET', '/api/panel/audit');
  assert.doesNotMatch(own.text, /merchant\.note/);
  const all = await operator.call('GET', '/api/operator/audit');
  assert.match(all.text, /merchant\.note_removed/);
});

async function view(by: PanelSession, username: string) {
  return by.call('POST', `/api/operator/merchants/${username}/view`);
}

test('an operator sees a merchant’s panel as a viewer, changes nothing, and the merchant finds it', async () => {
  const { merchant, username, keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys);
  const list = '/api/panel/test/transactions';
  assert.equal((await operator.call('GET', list)).body.code, 'not_permitted');
  assert.equal((await view(operator, username)).status, 200);
  const seen = await operator.call<{ data: object[] }>('GET', list);
  assert.equal(seen.body.data.length, 1);
  const session = await operator.call('GET', '/api/account/session');
  assert.deepEqual(
    [session.body.role, session.body.member_role, Object(session.body.merchant).username],
    ['operator', 'viewer', username],
  );
  const change = await operator.call('POST', '/api/panel/test/charges', { body: CHARGE });
  assert.deepEqual([change.status, change.body.code], [403, 'view_is_read_only']);
  interface Changes {
    readonly data: readonly { action: string; actor: { kind: string; address: string | null } }[];
  }
  const own = await (await signIn(gateway, merchant)).call<Changes>('GET', '/api/panel/audit');
  const viewed = own.body.data.find(({ action }) => action === 'merchant.viewed');
  assert.deepEqual([viewed?.actor.kind, viewed?.actor.address], ['operator', null]);
  await operator.call('DELETE', '/api/operator/merchant-view');
  assert.equal((await operator.call('GET', list)).body.code, 'not_permitted');
});

test('a view ends after 30 minutes, belongs to one session, and names its merchant', async () => {
  const [one, two] = [await createMerchantWithKeys(gateway), await createMerchantWithKeys(gateway)];
  const list = '/api/panel/test/transactions';
  await view(operator, one.username);
  await view(operator, two.username);
  const headers = { 'x-viewed-merchant': one.username };
  assert.equal((await operator.call('GET', list, { headers })).body.code, 'view_ended');
  const download = `/api/panel/test/accounting/movements.csv?viewed=${one.username}`;
  assert.equal((await operator.call('GET', download)).body.code, 'view_ended');
  assert.equal((await operator.call('GET', list)).status, 200);
  const colleague = await signInOperator(gateway);
  assert.equal((await colleague.call('GET', list)).body.code, 'not_permitted');
  gateway.clock.advance(31 * MINUTE_MS);
  assert.equal((await operator.call('GET', list)).body.code, 'not_permitted');
  const clerk = await signInOperator(gateway, { operatorRole: 'finance' });
  assert.equal((await view(clerk, one.username)).body.code, 'role_missing');
});

test('the CLI lists and shows merchants', async () => {
  const { merchant, username } = await createMerchantWithKeys(gateway);
  const env = {
    DATABASE_URL: gateway.connectionString,
    ENCRYPTION_KEY: gateway.appContext.config.encryptionKey?.toString('base64') ?? '',
    LOG_LEVEL: 'silent',
  };
  const listed = await runCli(env, '--json', 'merchant', 'list', '--search', username);
  assert.equal(listed.exitCode, 0, listed.stderr);
  const { data } = JSON.parse(listed.stdout);
  assert.deepEqual(
    data.map((one: { username: string }) => one.username),
    [username],
  );
  const shown = await runCli(env, 'merchant', 'show', username);
  assert.equal(shown.exitCode, 0, shown.stderr);
  assert.match(shown.stdout, new RegExp(`^username +${username}$`, 'm'));
  assert.match(shown.stdout, new RegExp(`^name +${merchant.name}$`, 'm'));
});
