import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import { setOperatorLimits } from '#src/money-out/payouts/limits/change-payout-limits.ts';
import { NO_LIMITS } from '#src/money-out/payouts/payout-limits.ts';
import {
  callGateway,
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { type PanelSession, signIn } from '../support/panel.ts';

const NOON = Date.parse('2026-11-20T12:00:00-03:00');
const DAY_MS = 86_400_000;
const PATH = '/api/panel/test/beneficiaries';
const BENEFICIARY = {
  pix_key: PAYOUT.pix_key,
  pix_key_type: PAYOUT.pix_key_type,
  beneficiary: PAYOUT.beneficiary,
  per_payout: null as number | null,
  per_day: null as number | null,
};
const gateway = await startGateway({ after });
const secondUrl = await gateway.openSecondApi();

async function openShop() {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys, {
    amount: 100_000,
    payer: { name: 'Maria Silva', document: '12345678909' },
  });
  return { merchant, keys, session: await signIn(gateway, merchant) };
}

async function save(session: PanelSession, limits: Partial<typeof BENEFICIARY> = {}) {
  const saved = await session.call('POST', PATH, { body: { ...BENEFICIARY, ...limits } });
  assert.equal(saved.status, 201, saved.text);
  return String(saved.body.id);
}

function withdraw(keys: Keys, amount: number, more: object = {}) {
  return gateway.call('POST', '/v1/pix/payout', { keys, body: { ...PAYOUT, amount, ...more } });
}

async function outcomeOf(keys: Keys, amount: number, more: object = {}): Promise<unknown> {
  const { status, body } = await withdraw(keys, amount, more);
  return status === 201 ? 'created' : body.code;
}

test('a saved beneficiary is listed, changed, removed and audited; a key is saved once', async () => {
  const { session, merchant } = await openShop();
  const id = await save(session, { per_day: 5_000 });
  const again = await session.call('POST', PATH, { body: BENEFICIARY });
  assert.deepEqual([again.status, again.body.code], [409, 'beneficiary_exists']);
  const wrongKey = await session.call('POST', PATH, { body: { ...BENEFICIARY, pix_key: 'x' } });
  assert.equal(wrongKey.body.code, 'invalid_pix_key');
  assert.match(wrongKey.text, /"field":"pix_key","message":"inform/);
  const change = { name: 'João da Silva', per_payout: 700, per_day: null };
  const changed = await session.call('PUT', `${PATH}/${id}`, { body: change });
  assert.equal(changed.status, 200, changed.text);
  const listed = await session.call('GET', PATH);
  const [row] = listed.body.data as Record<string, unknown>[];
  assert.deepEqual(
    [row?.id, row?.name, row?.per_payout, row?.per_day],
    [id, 'João da Silva', 700, null],
  );
  assert.equal((await session.call('POST', `${PATH}/${id}/remove`, { body: {} })).status, 200);
  const gone = await session.call('PUT', `${PATH}/${id}`, { body: change });
  assert.equal(gone.body.code, 'beneficiary_not_found');
  const log = await gateway.sql(
    `select action, details ->> 'pix_key' as pix_key from audit_log where merchant_id = $1
      and subject = $2 order by id`,
    [merchant.merchantId, id],
  );
  assert.deepEqual(
    log.map(({ action }) => action),
    ['beneficiary.saved', 'beneficiary.changed', 'beneficiary.removed'],
  );
  await save(session);
});

test('the limits of a beneficiary hold for every payout to its key, and for its key alone', async () => {
  gateway.clock.set(NOON);
  const { session, keys } = await openShop();
  const id = await save(session, { per_payout: 1_000, per_day: 1_500 });
  const refused = await withdraw(keys, 1_001);
  const [detail] = refused.body.details as Record<string, unknown>[];
  assert.deepEqual(
    [refused.status, refused.body.code, detail?.period, detail?.limit],
    [403, 'payout_limit_exceeded', 'payout', 1_000],
  );
  assert.equal(await outcomeOf(keys, 1_000), 'created');
  const second = await withdraw(keys, 501);
  const [left] = second.body.details as Record<string, unknown>[];
  assert.deepEqual([left?.period, left?.left], ['day', 500]);
  const other = { pix_key: 'ana@exemplo.com.br', pix_key_type: 'email' };
  assert.equal(await outcomeOf(keys, 5_000, other), 'created');
  // Removing it and saving it again doesn't begin the day anew.
  await session.call('POST', `${PATH}/${id}/remove`, { body: {} });
  await save(session, { per_day: 1_500 });
  assert.equal(await outcomeOf(keys, 501), 'payout_limit_exceeded');
  gateway.clock.set(NOON + DAY_MS);
  assert.equal(await outcomeOf(keys, 1_500), 'created');
});

test('a failed payout gives the limit of its beneficiary back', async () => {
  gateway.clock.set(NOON);
  const { session, keys } = await openShop();
  const failing = { pix_key: 'falha@sandbox.com', pix_key_type: 'email' };
  await save(session, { ...failing, per_day: 1_000 });
  const created = await withdraw(keys, 1_000, failing);
  const id = String(created.body.internal_id);
  await until('it has failed', async () => {
    gateway.clock.advance(1_000);
    const shown = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    return shown.body.status === 'failed';
  });
  assert.equal(await outcomeOf(keys, 1_000, failing), 'created');
});

test('requests at the same time at two processes never pass the limit of a beneficiary', async () => {
  gateway.clock.set(NOON);
  const { session, keys } = await openShop();
  await save(session, { per_day: 1_000 });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      callGateway(`${index % 2 === 0 ? gateway.url : secondUrl}/v1/pix/payout`, 'POST', {
        keys,
        body: { ...PAYOUT, amount: 300 },
      }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 3);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('with the rule, payouts to other keys are refused, and to a newly saved one accepted', async () => {
  const { merchant, session, keys } = await openShop();
  const scope = { merchantId: merchant.merchantId, environment: 'test' } as const;
  const rule = { ...NO_LIMITS, isOnlyToSaved: true };
  await setOperatorLimits(gateway.appContext, scope, () => rule, commandActor);
  assert.equal(await outcomeOf(keys, 100), 'beneficiary_not_saved');
  const created = await session.call('POST', '/api/panel/test/payouts', {
    headers: { 'idempotency-key': randomUUID() },
    body: { ...PAYOUT, amount: 100, save_beneficiary: true },
  });
  assert.equal(created.status, 201, created.text);
  assert.equal(await outcomeOf(keys, 100), 'created');
});

test('a change in production needs the second factor and mails the owners', async () => {
  const { merchant } = await openShop();
  const plain = await signIn(gateway, merchant);
  const path = '/api/panel/live/beneficiaries';
  const refused = await plain.call('POST', path, { body: BENEFICIARY });
  assert.deepEqual([refused.status, refused.body.code], [403, 'second_factor_required']);
  const viewer = await signIn(gateway, merchant, { memberRole: 'viewer' });
  assert.equal((await viewer.call('POST', path, { body: BENEFICIARY })).body.code, 'role_missing');
  const owner = await signIn(gateway, merchant, { hasSecondFactor: true });
  const saved = await owner.callWithCode('POST', path, BENEFICIARY);
  assert.equal(saved.status, 201, saved.text);
  const subject = 'Favorecidos de saques alterados';
  const mails = await until('the mails', async () => {
    gateway.clock.advance(1_000);
    const rows = await gateway.sql(
      'select recipient from mails where subject = $1 order by recipient',
      [subject],
    );
    return rows.length > 0 && rows;
  });
  const recipients = mails.map(({ recipient }) => recipient);
  assert.ok(recipients.includes(owner.email) && !recipients.includes(viewer.email));
});
