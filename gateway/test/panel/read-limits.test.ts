import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CHARGE, createMerchantWithKeys, type Keys, startGateway } from '../support/gateway.ts';
import { type PanelSession, signIn } from '../support/panel.ts';

const ROWS = 150_000;
const EXPORTS_AT_ONCE = 2;
const EXPORTS_PER_MINUTE = 20;
const READS_PER_MINUTE = 1_500;
const CHANGES_PER_MINUTE = 600;
const PANEL_STREAMS = { perSession: 6, perAddress: 40 };
const PAGE_STREAMS = { perCharge: 50, perAddress: 100 };

const gateway = await startGateway({ after }, { hasWorker: false, env: { TRUST_PROXY: 'true' } });
// The minute of the limits does not pass, however slow the machine is.
gateway.clock.hold(gateway.clock.now());
const LIST = '/api/panel/test/transactions';

/** Enough paid charges, by SQL, that an export can't end before the client reads it. */
async function fill(merchantId: string): Promise<void> {
  await gateway.sql(
    `insert into charges (merchant_id, environment, id, status, amount_centavos, fee_centavos,
      payer_name, payer_document, qrcode, created_at, expires_at, is_simulated, paid_at,
      end_to_end_id)
    select $1, 'test', (lpad(to_hex(1730000000000 + n * 1000), 12, '0') || '70008000'
      || lpad(to_hex(n), 12, '0'))::uuid, 'paid', 1000 + n, 1, 'Maria Silva', '12345678909', 'x',
      to_timestamp(1730000000 + n), to_timestamp(1730086400 + n), false,
      to_timestamp(1730000030 + n), 'E99999999' || lpad(n::text, 23, '0')
    from generate_series(1, $2::bigint) as n`,
    [merchantId, ROWS],
  );
}

/** A request whose body is not read until it is cancelled. */
function ask(path: string, from: string, session?: PanelSession): Promise<Response> {
  const cookie = session?.cookie() ?? '';
  return fetch(`${gateway.url}${path}`, { headers: { cookie, 'x-forwarded-for': from } });
}

function countOf(answers: readonly Response[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}

async function cancelAll(answers: readonly Response[]): Promise<void> {
  await Promise.all(answers.map((answer) => answer.body?.cancel()));
}

async function createCharge(keys: Keys): Promise<string> {
  const { body } = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  return `/pagar/${String(body.internal_id)}/events`;
}

test('a merchant has at most two concurrent exports, and other merchants are served', async () => {
  const [shop, other] = [
    await createMerchantWithKeys(gateway),
    await createMerchantWithKeys(gateway),
  ];
  await fill(shop.merchant.merchantId);
  const [session, colleague, otherSession] = [
    await signIn(gateway, shop.merchant),
    await signIn(gateway, shop.merchant),
    await signIn(gateway, other.merchant),
  ];
  const asked = Array.from({ length: 15 }, (_, index) =>
    ask(`${LIST}.csv`, '192.0.2.1', index % 2 === 0 ? session : colleague),
  );
  const answers = await Promise.all(asked);
  assert.equal(countOf(answers, 200), EXPORTS_AT_ONCE);
  assert.equal(countOf(answers, 429), answers.length - EXPORTS_AT_ONCE);
  const refused = answers.find(({ status }) => status === 429);
  assert.ok(Number(refused?.headers.get('retry-after')) >= 1);
  assert.equal((await otherSession.call('GET', `${LIST}.csv`)).status, 200);
  assert.equal((await session.call('GET', LIST)).status, 200);
  const charge = await gateway.call('POST', '/v1/pix/qrcode', { keys: shop.keys, body: CHARGE });
  assert.equal(charge.status, 201);
  await cancelAll(answers);
});

test('a merchant has a limited number of exports a minute over all kinds', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  const names = ['transactions.csv', 'statement.csv', 'statement.ofx', 'splits-received.csv'];
  const paths = [...names, 'transfers.csv'].map((name) => `/api/panel/test/${name}`);
  const statuses: number[] = [];
  for (let number = 0; number <= EXPORTS_PER_MINUTE; number += 1) {
    statuses.push((await session.call('GET', paths[number % paths.length] ?? '')).status);
  }
  assert.equal(statuses.filter((status) => status === 200).length, EXPORTS_PER_MINUTE);
  assert.equal(statuses.at(-1), 429);
});

test('a user has a limited number of reads a minute, without colleagues and changes', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  let served = 0;
  for (let round = 0; round < 16; round += 1) {
    const reads = Array.from({ length: 100 }, () => session.call('GET', '/api/panel/team/members'));
    served += (await Promise.all(reads)).filter(({ status }) => status === 200).length;
  }
  assert.equal(served, READS_PER_MINUTE);
  const colleague = await signIn(gateway, merchant);
  assert.equal((await colleague.call('GET', '/api/panel/team/members')).status, 200);
  const change = await session.call('POST', '/api/panel/test/charges', {
    body: CHARGE,
    headers: { 'idempotency-key': 'cobranca-1' },
  });
  assert.equal(change.status, 201, change.text);
});

test('a user has a limited number of changes a minute, without colleagues and reads', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  const path = '/api/panel/notification-preferences/daily_summary';
  const change = (one: PanelSession) => one.call('PUT', path, { body: { is_enabled: true } });
  let served = 0;
  for (let round = 0; round < 7; round += 1) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => change(session)));
    served += answers.filter(({ status }) => status === 204).length;
  }
  assert.equal(served, CHANGES_PER_MINUTE);
  assert.equal((await change(await signIn(gateway, merchant))).status, 204);
  assert.equal((await session.call('GET', '/api/panel/team/members')).status, 200);
});

test('the streams of one IP address are limited before the global limit', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const open: Response[] = [];
  for (let number = 0; number < 8; number += 1) {
    const session = await signIn(gateway, merchant);
    for (let stream = 0; stream <= PANEL_STREAMS.perSession; stream += 1) {
      open.push(await ask('/api/panel/events', '192.0.2.7', session));
    }
  }
  assert.equal(countOf(open, 200), PANEL_STREAMS.perAddress);
  const elsewhere = await ask('/api/panel/events', '192.0.2.8', await signIn(gateway, merchant));
  assert.equal(elsewhere.status, 200);
  await cancelAll([...open, elsewhere]);
});

test('the payment pages of one IP address and of one charge have a limited number of streams', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const [first, second, third] = [
    await createCharge(keys),
    await createCharge(keys),
    await createCharge(keys),
  ];
  const open: Response[] = [];
  const openMany = async (path: string, count: number): Promise<number> => {
    const answers = await Promise.all(Array.from({ length: count }, () => ask(path, '192.0.2.9')));
    open.push(...answers);
    return countOf(answers, 200);
  };
  assert.equal(await openMany(first, PAGE_STREAMS.perCharge + 1), PAGE_STREAMS.perCharge);
  assert.equal(await openMany(second, PAGE_STREAMS.perCharge), PAGE_STREAMS.perCharge);
  assert.equal(await openMany(third, 1), 0);
  const elsewhere = await ask(third, '192.0.2.10');
  assert.equal(elsewhere.status, 200);
  await cancelAll([...open, elsewhere]);
});
