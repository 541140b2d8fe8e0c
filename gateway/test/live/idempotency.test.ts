import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { rotateCredential } from '#src/accounts/merchants/credentials/manage-credentials.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import {
  CHARGE,
  callGateway,
  createMerchantWithKeys,
  type Keys,
  PAYOUT,
  receivePayment,
  until,
} from '../support/gateway.ts';
import { startLiveGateway } from '../support/live.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const MINUTE_MS = 60_000;
const { gateway } = await startLiveGateway({ after });
const { appContext } = gateway;

interface Request {
  readonly path: string;
  readonly body: object;
}
const SALE: Request = { path: '/v1/pix/qrcode', body: CHARGE };
const WITHDRAWAL: Request = { path: '/v1/pix/payout', body: PAYOUT };

function send(keys: Keys, key: string, { path, body }: Request) {
  return gateway.call('POST', path, { keys, body, headers: { 'idempotency-key': key } });
}

async function rotate(keys: Keys): Promise<Keys> {
  const { clientId, clientSecret } = await rotateCredential(
    appContext,
    { clientId: keys['client-id'] },
    commandActor,
  );
  return { 'client-id': clientId, 'client-secret': clientSecret };
}

async function isReplayOf(first: { text: string }, again: ReturnType<typeof send>): Promise<void> {
  const { status, text, headers } = await again;
  assert.deepEqual([status, text], [201, first.text]);
  assert.equal(headers.get('idempotency-replayed'), 'true');
}

test('charge, payout and refund requests replay after a key rotation and a change of state', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const paid = await receivePayment(gateway, keys);
  const refund: Request = {
    path: `/v1/transactions/${String(paid.internal_id)}/refund`,
    body: { amount: 100 },
  };
  const made = [SALE, WITHDRAWAL, refund].map((request) => ({ request, key: randomUUID() }));
  const firsts = await Promise.all(made.map(({ request, key }) => send(keys, key, request)));
  assert.deepEqual(
    firsts.map(({ status }) => status),
    [201, 201, 201],
  );
  const [sale] = firsts;
  await gateway.call('POST', `/v1/test/charges/${String(sale?.body.internal_id)}/pay`, { keys });
  gateway.clock.advance(MINUTE_MS);
  await until('the payout is paid', async () => {
    const path = `/v1/transactions/${String(firsts[1]?.body.internal_id)}`;
    return (await gateway.call('GET', path, { keys })).body.status === 'paid';
  });
  const rotated = await rotate(keys);
  assert.equal((await send(keys, randomUUID(), SALE)).status, 401);
  for (const [index, { request, key }] of made.entries()) {
    await isReplayOf(firsts[index] ?? { text: '' }, send(rotated, key, request));
  }
});

test('when a key expires, one of many concurrent requests in two processes uses it and the others replay', async () => {
  const secondUrl = await gateway.openSecondApi();
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  for (let round = 0; round < 5; round += 1) {
    const key = randomUUID();
    const older = await send(keys, key, { ...SALE, body: { ...CHARGE, amount: 20_000 } });
    gateway.clock.advance(DAY_MS);
    const options = { keys, body: CHARGE, headers: { 'idempotency-key': key } };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        callGateway(`${index % 2 ? gateway.url : secondUrl}${SALE.path}`, 'POST', options),
      ),
    );
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.notEqual(answers[0]?.text, older.text);
    const [kept] = await gateway.sql(
      `select count(distinct resource_id)::int as rows from idempotency_keys
       where merchant_id = $1 and key = $2 and created_at > $3`,
      [merchant.merchantId, key, new Date(gateway.clock.now() - DAY_MS)],
    );
    assert.equal(kept?.rows, 1);
  }
  const [made] = await gateway.sql(
    'select count(*)::int as rows from charges where merchant_id = $1',
    [merchant.merchantId],
  );
  assert.equal(made?.rows, 10);
});
