import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { daysAfter, SUBSCRIPTION, subscriptionClient } from '../support/subscriptions.ts';

const gateway = await startGateway({ after });
const { merchant, keys } = await createMerchantWithKeys(gateway);
const partner = await createMerchantWithKeys(gateway);
const member = await signIn(gateway, merchant);
const client = subscriptionClient(gateway, keys);
const PATH = '/api/panel/test/subscriptions';

interface Faults {
  readonly code: string;
  readonly details?: { readonly field: string; readonly message: string }[];
}

function key(name: string) {
  return { 'idempotency-key': `formulario-${name}` };
}

test('a form that is sent twice creates one subscription, with its split and its code', async () => {
  const splits = [{ username: partner.username, percentage: 10 }];
  const form = { body: { ...SUBSCRIPTION, splits }, headers: key('um') };
  const [first, second] = await Promise.all([
    member.call('POST', PATH, form),
    member.call('POST', PATH, form),
  ]);
  assert.deepEqual([first.status, second.status], [201, 201], first.text);
  assert.deepEqual(first.body, second.body);
  const read = await client.read(String(first.body.internal_id));
  assert.equal(read.authorization.code, Object(first.body.authorization).code);
  assert.ok(read.authorization.code);
  assert.deepEqual([read.status, read.splits], ['created', splits]);
  const { body } = await member.call<{ data: object[] }>('GET', PATH);
  assert.equal(body.data.length, 1);
});

test('what is wrong in the form is said at its field', async () => {
  const faultsOf = async (body: object) => {
    const options = {
      body: { ...SUBSCRIPTION, ...body },
      headers: key(JSON.stringify(body).length.toString().padStart(8, '0')),
    };
    const answer = await member.call<Faults>('POST', PATH, options);
    return [answer.status, answer.body.details?.map(({ field }) => field)];
  };
  assert.deepEqual(await faultsOf({ first_due_on: '2026-01-15' }), [400, ['first_due_on']]);
  assert.deepEqual(await faultsOf({ journey: 'bank_push' }), [400, ['payer.account']]);
  assert.deepEqual(await faultsOf({ amount: null }), [400, ['amount']]);
  assert.deepEqual(await faultsOf({ description: '' }), [400, ['description']]);
});

test('the preview has the due dates that the cycles will have, and the creation’s refusals', async () => {
  const query = `interval=monthly&first_due_on=${SUBSCRIPTION.first_due_on}`;
  const path = '/api/panel/test/subscription-days';
  const { status, body } = await member.call<{ days: string[]; authorizable_until: string }>(
    'GET',
    `${path}?${query}`,
  );
  assert.equal(status, 200);
  assert.equal(body.days.length, 5);
  const start = daysAfter(SUBSCRIPTION.first_due_on, -10);
  const clock = await client.createClock(start);
  const created = await client.create({ clock_id: clock.id, reference: 'previa' });
  // The authorization ends at 0:00 of the day after, three hours behind UTC.
  const after = daysAfter(body.authorizable_until, 1);
  assert.equal(created.authorization.expires_at, `${after}T03:00:00.000Z`);
  const { internal_id: id } = await client.authorize(created.internal_id);
  await client.advanceTo(clock, `${daysAfter(body.days[1] ?? '', 1)}T15:00:00.000Z`);
  const cycles = await client.cycles(id);
  assert.deepEqual(
    cycles.map(({ due_on: day }) => day),
    body.days.slice(0, 2),
  );
  const short = await member.call<{ days: string[] }>(
    'GET',
    `${path}?${query}&ends_on=${daysAfter(SUBSCRIPTION.first_due_on, 20)}`,
  );
  assert.equal(short.body.days.length, 1);
  const early = `${path}?interval=weekly&first_due_on=2026-01-15`;
  const refused = await member.call<Faults>('GET', early);
  assert.deepEqual([refused.status, refused.body.details?.[0]?.field], [400, 'first_due_on']);
});

test('a member creates a cycle of a variable amount once, and not below the smallest', async () => {
  const body = { amount: null, min_amount: 2_000, reference: 'consumo' };
  const { internal_id: id } = await client.authorize((await client.create(body)).internal_id);
  const path = `${PATH}/${id}/cycles`;
  const cycle = { amount: 3_000, due_on: SUBSCRIPTION.first_due_on };
  const small = await member.call<Faults>('POST', path, { body: { ...cycle, amount: 1_999 } });
  assert.deepEqual([small.status, small.body.code], [422, 'cycle_amount_too_small']);
  const made = await member.call('POST', path, { body: cycle });
  assert.equal(made.status, 201, made.text);
  const again = await member.call<Faults>('POST', path, { body: cycle });
  assert.deepEqual([again.status, again.body.code], [409, 'cycle_exists']);
  assert.deepEqual(
    (await client.cycles(id)).map(({ amount, status }) => [amount, status]),
    [[3_000, 'scheduled']],
  );
});

test('the audit log has what members did to a subscription, once, and nothing of programs', async () => {
  const form = { body: { ...SUBSCRIPTION, reference: 'registro' }, headers: key('registro') };
  const { body } = await member.call('POST', PATH, form);
  await member.call('POST', PATH, form);
  const id = String(body.internal_id);
  await client.authorize(id);
  for (const act of ['pause', 'pause', 'resume', 'cancel']) {
    const done = await member.call('POST', `${PATH}/${id}/${act}`);
    assert.equal(done.status, 200, done.text);
  }
  const log = await gateway.sql(
    'select action, actor_name, merchant_id from audit_log where subject = $1 order by id',
    [id],
  );
  const line = { actor_name: member.email, merchant_id: merchant.merchantId };
  assert.deepEqual(
    log,
    ['created', 'paused', 'resumed', 'canceled'].map((act) => ({
      action: `subscription.${act}`,
      ...line,
    })),
  );
});

/** Answers as the payer at the panel; the HTTP status, and the code or what became of it. */
async function asPayer(id: string, act: 'authorize' | 'reject') {
  const { status, body } = await member.call('POST', `${PATH}/${id}/${act}`);
  return [status, body.code ?? body.status];
}

test('a member authorizes and refuses test subscriptions as the payer, which the audit log has', async () => {
  const journey = 'code_and_first_payment';
  const paid = await client.create({ journey, reference: 'paga' });
  const refused = await client.create({ reference: 'recusada' });
  assert.deepEqual(await asPayer(paid.internal_id, 'authorize'), [200, 'authorized']);
  const charge = await client.call('GET', `/v1/transactions/${paid.first_transaction_id}`);
  assert.equal(charge.body.status, 'paid');
  assert.deepEqual(await asPayer(refused.internal_id, 'reject'), [200, 'rejected']);
  const { reason, ended_by: by } = await client.read(refused.internal_id);
  assert.deepEqual([reason?.code, by], ['AP13', 'payer']);
  const again = [409, 'subscription_not_authorizable'];
  assert.deepEqual(await asPayer(refused.internal_id, 'authorize'), again);
  const log = await gateway.sql(
    `select action, subject, actor_name from audit_log
      where action in ('subscription.authorized_by_hand', 'subscription.rejected_by_hand')
      order by id`,
  );
  assert.deepEqual(log, [
    {
      action: 'subscription.authorized_by_hand',
      subject: paid.internal_id,
      actor_name: member.email,
    },
    {
      action: 'subscription.rejected_by_hand',
      subject: refused.internal_id,
      actor_name: member.email,
    },
  ]);
});

test('no member acts as the payer of a live subscription or of another merchant’s', async () => {
  const { internal_id: live } = await client.create({ reference: 'producao' });
  await gateway.sql(`update subscriptions set environment = 'live' where id = $1`, [live]);
  const foreign = await subscriptionClient(gateway, partner.keys).create();
  for (const id of [live, foreign.internal_id, 'desconhecida']) {
    for (const act of ['authorize', 'reject'] as const) {
      assert.deepEqual(await asPayer(id, act), [404, 'subscription_not_found']);
    }
  }
  const waiting = await gateway.sql(`select status from subscriptions where id = any($1)`, [
    [live, foreign.internal_id],
  ]);
  assert.deepEqual(waiting, [{ status: 'created' }, { status: 'created' }]);
});
