import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import pg from 'pg';
import { allLedgerChecks } from '#src/app/context.ts';
import { openLiveBank } from '#src/banking/open-live-bank.ts';
import { loadConfig } from '#src/config.ts';
import { verifyLedger } from '#src/ledger/verify.ts';
import { systemClock } from '#src/platform/clock.ts';
import { openDatabase } from '#src/platform/database/database.ts';
import { openLog } from '#src/platform/log.ts';
import { type FaultOrder, startBankSimulator } from '../../../bank-simulator/src/bank-simulator.ts';
import { createDurableDatabase } from '../support/database-server.ts';
import { CHARGE, callGateway, type Keys, PAYOUT, until } from '../support/gateway.ts';
import {
  freePort,
  type GatewayProcess,
  runCli,
  startGatewayProcess,
} from '../support/gateway-process.ts';
import { bankVariables } from '../support/live.ts';

/**
 * Kills the gateway (SIGKILL) at every step of live money: before and after the bank has done a
 * request, and while the database delays a write. Then starts it again.
 */
// A bank retries a call-back for hours; here for a minute, which is longer than a start.
const CALLBACK_PAUSES_MS = [100, 200, 400, 800, ...Array.from({ length: 40 }, () => 1_500)];
const BANK_LEASE_MS = 60_000;
const bank = await startBankSimulator({
  ...{ dialect: 'efi', payoutDelayMs: 0, callbackPausesMs: CALLBACK_PAUSES_MS },
});
after(() => bank.stop());
const {
  env: databaseEnv,
  connectionString,
  ownerConnectionString,
  drop,
} = await createDurableDatabase();
after(drop);
const port = String(await freePort());
const env: Record<string, string> & { PORT: string } = {
  ...(await bankVariables({ after }, bank)),
  PORT: port,
  ...databaseEnv,
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  PROVIDER_TIMEOUT_SECONDS: '1',
  PROVIDER_UNKNOWN_QUARANTINE_SECONDS: '2',
  DEFAULT_RATE_LIMIT_PER_MINUTE: '1000000',
  LOG_LEVEL: 'silent',
};
let gateway: GatewayProcess = await startGatewayProcess(env);
after(() => gateway.stop());
await registerCallback();
const keys = await openShop();
const { url } = gateway;

async function registerCallback(): Promise<void> {
  const config = loadConfig(env);
  if (!config.bank) throw new Error('no bank');
  const { logger } = openLog('silent');
  const opened = openLiveBank(config.bank, { logger, now: systemClock.now });
  const path = `/banks/efi/${env.PROVIDER_CALLBACK_SECRET}`;
  const outcome = await opened.receiving.registerCallback(`http://127.0.0.1:${port}${path}`);
  await opened.close();
  assert.equal(outcome.kind, 'done');
}

async function openShop(): Promise<Keys> {
  const opened = await command('merchant create --username loja --name Loja --approve', [
    '--document',
    '11222333000181',
  ]);
  assert.equal(opened.status, 'active');
  const line = 'credential create --merchant loja --environment live --name site';
  const made = await command(line);
  return { 'client-id': made.client_id, 'client-secret': made.client_secret };
}

async function command(line: string, more: readonly string[] = []) {
  const { exitCode, stdout, stderr } = await runCli(env, ...line.split(' '), ...more, '--json');
  assert.equal(exitCode, 0, stderr);
  return JSON.parse(stdout);
}

/** An answer, or undefined while the gateway is down. */
async function ask(method: string, path: string, options: object = {}) {
  const answer = await callGateway<Record<string, unknown>>(`${url}${path}`, method, {
    keys,
    ...options,
  }).catch(() => undefined);
  assert.ok(answer === undefined || answer.status < 500 || answer.status === 503, answer?.text);
  return answer;
}

async function createOnce(path: string, body: object): Promise<string> {
  const headers = { 'idempotency-key': randomUUID() };
  const created = await until(
    `${path} is answered`,
    async () => {
      const answer = await ask('POST', path, { headers, body });
      return answer?.status === 201 && answer;
    },
    BANK_LEASE_MS,
  );
  return String(created.body.internal_id);
}

function ends(id: string, status = 'paid'): Promise<unknown> {
  return until(
    `${id} is ${status}`,
    async () => {
      const answer = await ask('GET', `/v1/transactions/${id}`);
      return answer?.body.status === status;
    },
    BANK_LEASE_MS,
  );
}

/** A paid charge, a payout and a refund, by a caller that retries until it is answered. */
async function sellAndWithdraw(): Promise<void> {
  const chargeId = await createOnce('/v1/pix/qrcode', CHARGE);
  bank.pay(chargeId.replaceAll('-', ''));
  await ends(chargeId);
  await ends(await createOnce('/v1/pix/payout', PAYOUT));
  await createOnce(`/v1/transactions/${chargeId}/refund`, { amount: 1_000 });
  await ends(chargeId, 'partially_refunded');
}

async function crash(): Promise<void> {
  await gateway.killHard();
  bank.faults.clear();
  gateway = await startGatewayProcess(env);
}

const BANK_STEPS: readonly FaultOrder['operation'][] = [
  'requestToken',
  'createCharge',
  'findCharge',
  'findPayment',
  'sendPayout',
  'findPayout',
  'sendRefund',
  'findRefund',
];
for (const operation of BANK_STEPS) {
  for (const kind of ['silent_before', 'silent_after'] as const) {
    test(`killed at ${operation}, ${kind.replace('silent_', '')} the bank did it`, async () => {
      if (operation === 'requestToken') bank.revokeTokens();
      // The worker asks for a charge only if its registration is unclear.
      const doubt = { kind: 'silent_after', operation: 'createCharge', times: 1 } as const;
      if (operation === 'findCharge') bank.faults.add(doubt);
      // Wait until the crash: a used fault is deleted.
      const fault = bank.faults.add({ kind, operation });
      const work = sellAndWithdraw();
      await until(`the bank holds ${operation}`, async () =>
        bank.faults.list().some(({ id, happened }) => id === fault && happened > 0),
      );
      await crash();
      await work;
    });
  }
}

const TABLES = [
  'idempotency_keys',
  'charge_drafts',
  'charges',
  'bank_callbacks',
  'incoming_payments',
  'ledger_postings',
  'ledger_entries',
  'webhook_events',
  'payouts',
  'refunds',
];
for (const table of TABLES) {
  test(`killed at a write of ${table}`, async () => {
    const client = new pg.Client({ connectionString: ownerConnectionString });
    await client.connect();
    await client.query('begin');
    await client.query(`lock table ${table} in exclusive mode`);
    const work = sellAndWithdraw();
    try {
      await until(`the gateway waits to write ${table}`, async () => {
        const { rowCount } = await client.query(
          `select from pg_locks l join pg_class c on c.oid = l.relation
            where c.relname = $1 and not l.granted`,
          [table],
        );
        return rowCount !== 0;
      });
      await gateway.killHard();
    } finally {
      await client.end();
    }
    gateway = await startGatewayProcess(env);
    await work;
  });
}

test('at the end bank and ledger agree, each payout and refund was sent once, and the ledger is consistent', async () => {
  const database = openDatabase({ connectionString, connectionsMax: 2, applicationName: 'test' });
  const { payouts, payments, refunds, balance } = bank.snapshot();
  const { rows } = await database.pool.query(
    `select (select count(*)::int from payouts where status = 'paid') as payouts,
      (select count(*)::int from incoming_payments where state = 'charge') as incoming_payments,
      (select count(*)::int from refunds where status = 'done') as refunds,
      (select -sum(balance_centavos)::bigint from ledger_accounts
        where environment = 'live' and account = 'bank')::text as held`,
  );
  const [counts] = rows;
  assert.deepEqual(counts, {
    payouts: payouts.length,
    incoming_payments: payments.length,
    refunds: refunds.length,
    held: balance.toString(),
  });
  assert.equal(payouts.length, BANK_STEPS.length * 2 + TABLES.length);
  const { laws } = await verifyLedger(database, allLedgerChecks);
  await database.close();
  assert.deepEqual(
    laws.filter(({ differences }) => differences.length > 0),
    [],
  );
});
