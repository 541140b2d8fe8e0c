import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { allLedgerChecks } from '#src/host/ledger-checks.ts';
import { verifyLedger } from '#src/ledger/verify.ts';
import { createMerchantWithKeys, receivePayment } from '../support/gateway.ts';
import { type PanelSession, signIn } from '../support/panel.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const PATH = '/api/panel/test/transfers';

/** A merchant with 9802 centavos, logged in. */
async function openFunded({ hasSecondFactor = false } = {}) {
  const created = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, created.keys);
  const session = await signIn(gateway, created.merchant, { hasSecondFactor });
  const available = async () =>
    (await gateway.call('GET', '/v1/balance', { keys: created.keys })).body.available;
  return { ...created, session, available };
}

function setStatus(merchantId: string, status: string) {
  return gateway.sql('update merchants set status = $2 where merchant_id = $1', [
    merchantId,
    status,
  ]);
}

function send(session: PanelSession, body: object, key = randomUUID()) {
  return session.call('POST', PATH, { body, headers: { 'idempotency-key': key } });
}

test('a transfer moves money once, and both merchants see it', async () => {
  const [sender, recipient] = [await openFunded(), await openFunded()];
  const { username } = recipient;
  const found = await sender.session.call('GET', `/api/panel/test/recipients/${username}`);
  assert.deepEqual(found.body, { username, name: recipient.merchant.name });
  const key = randomUUID();
  const body = { username, amount: 1_002, description: ' acerto de março ' };
  const first = await send(sender.session, body, key);
  const second = await send(sender.session, body, key);
  assert.deepEqual([first.status, second.status, second.text], [201, 201, first.text]);
  assert.deepEqual([await sender.available(), await recipient.available()], [8_800, 10_804]);
  const sides = await Promise.all(
    [sender, recipient].map(({ session }) => session.call<{ data: object[] }>('GET', PATH)),
  );
  const common = { id: first.body.id, amount: 1_002, description: 'acerto de março' };
  const facts = { ...common, created_at: first.body.created_at };
  const nameOf = ({ username, merchant: { name } }: typeof sender) => ({ username, name });
  assert.deepEqual(sides[0]?.body.data, [
    { ...facts, direction: 'sent', counterparty: nameOf(recipient) },
  ]);
  assert.deepEqual(sides[1]?.body.data, [
    { ...facts, direction: 'received', counterparty: nameOf(sender) },
  ]);
  const log = await gateway.sql('select action, details from audit_log where subject = $1', [
    first.body.id,
  ]);
  const details = { environment: 'test', amount: 1_002, recipient: username };
  assert.deepEqual(log, [{ action: 'transfer.sent', details }]);
});

test('only approved merchants ask for the names behind usernames, thirty times an hour', async () => {
  const [asker, recipient] = [await openFunded(), await openFunded()];
  const path = `/api/panel/test/recipients/${recipient.username}`;
  const ask = async (session: PanelSession) => {
    const { status, body } = await session.call('GET', path);
    return [status, body.code];
  };
  const newcomer = await createMerchantWithKeys(gateway);
  await setStatus(newcomer.merchant.merchantId, 'pending_kyc');
  const stranger = await signIn(gateway, newcomer.merchant);
  assert.deepEqual(await ask(stranger), [403, 'account_not_approved']);
  const colleague = await signIn(gateway, asker.merchant);
  const answers: unknown[] = [];
  for (let count = 0; count < 15; count += 1) {
    answers.push(await ask(asker.session), await ask(colleague));
  }
  assert.deepEqual(answers, Array(30).fill([200, undefined]));
  assert.deepEqual(await ask(colleague), [429, 'rate_limited']);
  assert.deepEqual(await ask(recipient.session), [422, 'self_transfer']);
});

test('a transfer without balance, to oneself or to an unknown merchant is refused', async () => {
  const [sender, recipient] = [await openFunded(), await openFunded()];
  const { username } = recipient;
  await gateway.sql(`update merchants set status = 'suspended' where username = $1`, [username]);
  const cases = [
    [{ username: sender.username, amount: 1 }, 422, 'self_transfer'],
    [{ username: 'ninguem-aqui', amount: 1 }, 404, 'recipient_not_found'],
    [{ username, amount: 1 }, 404, 'recipient_not_found'],
    [{ username: 'sandbox', amount: 1 }, 404, 'recipient_not_found'],
    [{ username: 'Não é um nome', amount: 1 }, 404, 'recipient_not_found'],
    [{ username, amount: 0 }, 400, 'invalid_request'],
  ] as const;
  for (const [body, status, code] of cases) {
    const refused = await send(sender.session, body);
    assert.deepEqual([refused.status, refused.body.code], [status, code], JSON.stringify(body));
  }
  const other = await openFunded();
  const key = randomUUID();
  const tooMuch = { username: other.username, amount: 9_803 };
  const { code, message } = (await send(sender.session, tooMuch, key)).body;
  assert.equal(code, 'insufficient_balance');
  assert.equal(message, 'O saldo disponível não cobre a transferência.');
  // A refused transfer does not use its idempotency key.
  const all = await send(sender.session, { ...tooMuch, amount: 9_802 }, key);
  assert.equal(all.status, 201);
  assert.deepEqual([await sender.available(), await other.available()], [0, 19_604]);
});

test('a repeated transfer replays its answer after the recipient was suspended', async () => {
  const [sender, recipient] = [await openFunded(), await openFunded()];
  const { username } = recipient;
  const key = randomUUID();
  const first = await send(sender.session, { username, amount: 100 }, key);
  assert.equal(first.status, 201);
  await gateway.sql(`update merchants set status = 'suspended' where username = $1`, [username]);
  const again = await send(sender.session, { username, amount: 100 }, key);
  assert.deepEqual([again.status, again.text], [201, first.text]);
  assert.equal(again.headers.get('idempotency-replayed'), 'true');
  const reused = await send(sender.session, { username, amount: 101 }, key);
  assert.deepEqual([reused.status, reused.body.code], [409, 'idempotency_key_reused']);
  assert.equal(await sender.available(), 9_702);
});

test('a transfer needs a second-factor code', async () => {
  const [sender, recipient] = [await openFunded({ hasSecondFactor: true }), await openFunded()];
  const body = { username: recipient.username, amount: 100 };
  assert.equal((await send(sender.session, body)).body.code, 'second_factor_invalid');
  const sent = await send(sender.session, { ...body, code: await sender.session.code() });
  assert.equal(sent.status, 201);
});

test('many concurrent crossing transfers all end and lose no centavo', async () => {
  const shops = [await openFunded(), await openFunded(), await openFunded()];
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const [from, to] = [shops[index % 3], shops[(index + 1 + (index % 2)) % 3]];
      if (!from || !to) throw new Error('there are three shops');
      return (await send(from.session, { username: to.username, amount: 1 + index * 7 })).status;
    }),
  );
  assert.ok(
    outcomes.every((status) => status === 201 || status === 422),
    String(outcomes),
  );
  const balances = await Promise.all(shops.map((shop) => shop.available()));
  assert.equal(
    balances.reduce<number>((sum, balance) => sum + Number(balance), 0),
    3 * 9_802,
  );
  const report = await verifyLedger(gateway.appContext.database, allLedgerChecks);
  assert.deepEqual(
    report.laws.filter((law) => law.differences.length > 0),
    [],
  );
});
