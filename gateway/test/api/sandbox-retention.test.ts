import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { allLedgerChecks } from '#src/host/ledger-checks.ts';
import { verifyLedger } from '#src/ledger/verify.ts';
import { purgeSandbox } from '#src/test-world/sandbox/purge-sandbox.ts';
import { resetSandbox } from '#src/test-world/sandbox/reset-sandbox.ts';
import { COB, openStandardClient } from '../support/api-pix.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  SANDBOX_KEYS,
  startGateway,
} from '../support/gateway.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
const env = { SANDBOX_RETENTION_DAYS: '2', SANDBOX_CHARGES_MAX: '10' };
const gateway = await startGateway({ after }, { hasWorker: false, env });
const { appContext, clock } = gateway;
const own = await createMerchantWithKeys(gateway);

async function deleteOldRows(): Promise<void> {
  while (await purgeSandbox({ ...appContext, sandbox: appContext.config.sandbox }));
}

async function assertClean(): Promise<void> {
  const report = await verifyLedger(appContext.database, allLedgerChecks);
  assert.ok(
    report.isClean,
    JSON.stringify(report, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  );
}

async function count(table: string, where = 'true'): Promise<number> {
  const rows = await gateway.sql(`select count(*)::int as n from ${table} where ${where}`);
  return Number(rows[0]?.n);
}

const OF_SANDBOX = 'merchant_id = (select merchant_id from merchants where is_sandbox)';
const OF_OTHERS = `not (${OF_SANDBOX})`;
const TABLES = ['charges', 'ledger_entries', 'ledger_postings', 'webhook_events', 'payouts'];

async function dispute(id: string, outcome?: string): Promise<void> {
  const path = `/v1/test/charges/${id}/dispute`;
  const opened = await gateway.call('POST', path, { keys: SANDBOX_KEYS, body: { amount: 100 } });
  assert.equal(opened.status, 201, opened.text);
  if (outcome === undefined) return;
  const closing = `/v1/test/disputes/${opened.body.internal_id}/close`;
  await gateway.call('POST', closing, { keys: SANDBOX_KEYS, body: { outcome } });
}

async function refund(id: string): Promise<void> {
  const options = { keys: SANDBOX_KEYS, body: { amount: 1_000 } };
  const answer = await gateway.call('POST', `/v1/transactions/${id}/refund`, options);
  assert.equal(answer.status, 201, answer.text);
}

/** Payments, an unpaid charge, a refund, disputes, a payout and a reset, as visitors make them. */
async function useSandbox(): Promise<string> {
  const paid = await receivePayment(gateway, SANDBOX_KEYS);
  await receivePayment(gateway, SANDBOX_KEYS, { ...CHARGE, amount: 700 });
  await gateway.call('POST', '/v1/pix/qrcode', { keys: SANDBOX_KEYS, body: CHARGE });
  await gateway.call('POST', '/v1/pix/payout', { keys: SANDBOX_KEYS, body: PAYOUT });
  await refund(String(paid.internal_id));
  await dispute(String(paid.internal_id));
  await dispute(String(paid.internal_id), 'accepted');
  await resetSandbox(appContext);
  return String(paid.internal_id);
}

async function checkpoint(): Promise<void> {
  clock.advance(HOUR_MS + 1_000);
  await deleteOldRows();
}

test('sandbox rows older than the retention are deleted, and the ledger still verifies', async () => {
  await receivePayment(gateway, own.keys);
  const old = await useSandbox();
  await checkpoint();
  await assertClean();
  const others = await Promise.all(TABLES.map((table) => count(table, OF_OTHERS)));
  clock.advance(2 * DAY_MS + HOUR_MS);
  await refund(old);
  await useSandbox();

  await deleteOldRows();

  assert.equal(await count('charges', `${OF_SANDBOX} and status = 'pending'`), 1);
  assert.equal(await count('payouts', OF_SANDBOX), 1);
  assert.equal(await count('refunds', OF_SANDBOX), 2);
  assert.equal(await count('charges', OF_SANDBOX), 4, 'one stays because its refund is recent');
  assert.deepEqual(await Promise.all(TABLES.map((table) => count(table, OF_OTHERS))), others);
  await assertClean();
  const balance = await gateway.call('GET', '/v1/balance', { keys: SANDBOX_KEYS });
  assert.deepEqual([balance.body.available, balance.body.blocked], [0, 0]);

  await checkpoint();
  clock.advance(3 * DAY_MS);
  await deleteOldRows();
  for (const table of [...TABLES, 'refunds', 'disputes', 'dispute_shares', 'balance_holds'])
    assert.equal(await count(table, OF_SANDBOX), 0, table);
  await assertClean();
});

test('of more charges than SANDBOX_CHARGES_MAX the oldest are deleted before the retention ends', async () => {
  for (let made = 0; made < 12; made += 1) {
    await gateway.call('POST', '/v1/pix/qrcode', { keys: SANDBOX_KEYS, body: CHARGE });
    await receivePayment(gateway, SANDBOX_KEYS);
    clock.advance(1_000);
  }
  await checkpoint();
  for (let made = 0; made < 12; made += 1) {
    await gateway.call('POST', '/v1/pix/qrcode', { keys: SANDBOX_KEYS, body: CHARGE });
    clock.advance(1_000);
  }
  await deleteOldRows();
  assert.ok((await count('charges', OF_SANDBOX)) <= 10);
  await assertClean();
});

test('locations that a visitor of the sandbox made are deleted with its old charges', async () => {
  const [sandbox, others] = [
    await openStandardClient(gateway, SANDBOX_KEYS),
    await openStandardClient(gateway, own.keys),
  ];
  for (const client of [sandbox, others]) {
    const free = await client.call('POST', '/loc', { tipoCob: 'cob' });
    const { body } = await client.call('POST', '/loc', { tipoCob: 'cob' });
    const loc = { id: body.id };
    assert.equal((await client.call('POST', '/cob', { ...COB, loc })).status, 201, free.text);
  }
  clock.advance(HOUR_MS);
  await deleteOldRows();
  assert.equal(await count('api_pix_locations', OF_SANDBOX), 2);
  clock.advance(3 * DAY_MS);
  await deleteOldRows();
  assert.equal(await count('api_pix_locations', OF_SANDBOX), 0);
  assert.equal(await count('api_pix_locations', OF_OTHERS), 2);
});

test('verification finds a forged amount after an opening, and a forged opening', async () => {
  await receivePayment(gateway, SANDBOX_KEYS);
  clock.advance(DAY_MS);
  await receivePayment(gateway, SANDBOX_KEYS);
  const off = 'set session_replication_role = replica;';
  const last = `${OF_SANDBOX} and account = 'bank' and sequence = (select max(sequence)
    from ledger_entries where ${OF_SANDBOX} and account = 'bank')`;
  for (const [forge, undo] of [
    [
      `update ledger_entries set amount_centavos = amount_centavos + 1 where ${last}`,
      `update ledger_entries set amount_centavos = amount_centavos - 1 where ${last}`,
    ],
    [
      `update ledger_openings set balance_centavos = balance_centavos + 1 where account = 'bank'`,
      `update ledger_openings set balance_centavos = balance_centavos - 1 where account = 'bank'`,
    ],
  ]) {
    await gateway.sql(`${off} ${forge}`);
    const report = await verifyLedger(appContext.database, allLedgerChecks);
    await gateway.sql(`${off} ${undo}`);
    assert.equal(report.isClean, false, forge);
  }
  await assertClean();
});

test('the database owner can’t delete ledger rows that no opening of the sandbox covers', async () => {
  for (const table of ['ledger_entries', 'ledger_postings']) {
    await assert.rejects(gateway.sql(`delete from ${table}`), /append-only/);
    await assert.rejects(gateway.sql(`delete from ${table} where ${OF_OTHERS}`), /append-only/);
  }
  const opening = `insert into ledger_openings select merchant_id, 'test', 'available', 1, 0, now()
    from merchants where not is_sandbox`;
  await assert.rejects(gateway.sql(opening), /only the sandbox/);
});

test('a body of more than 8 KiB is refused with the sandbox key and accepted from a merchant', async () => {
  const long = '€'.repeat(250);
  const utm = Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [`campo_${index}`, long]),
  );
  const webhook_url = `https://example.com/${'a'.repeat(1_000)}`;
  const body = { ...CHARGE, utm, webhook_url };
  const refused = await gateway.call('POST', '/v1/pix/qrcode', { keys: SANDBOX_KEYS, body });
  assert.deepEqual([refused.status, refused.body.code], [413, 'payload_too_large']);
  const taken = await gateway.call('POST', '/v1/pix/qrcode', { keys: own.keys, body });
  assert.equal(taken.status, 201, taken.text);
});

test('all addresses together share one rate limit of the sandbox key', async (context) => {
  const limits = { SANDBOX_RATE_LIMIT_PER_MINUTE: '5', TRUST_PROXY: 'true' };
  const small = await startGateway(context, { hasWorker: false, env: limits });
  const statuses: number[] = [];
  for (let visitor = 1; visitor <= 7; visitor += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${visitor}` };
    const answer = await small.call('GET', '/v1/balance', { keys: SANDBOX_KEYS, headers });
    statuses.push(answer.status);
    if (answer.status === 429) {
      assert.equal(answer.headers.get('ratelimit-remaining'), '0');
      assert.ok(Number(answer.headers.get('retry-after')) >= 1);
    }
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429]);
  const { keys } = await createMerchantWithKeys(small);
  assert.equal((await small.call('GET', '/v1/balance', { keys })).status, 200);
});
