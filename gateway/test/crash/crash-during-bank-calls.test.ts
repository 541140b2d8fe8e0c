import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openDatabase } from '#src/ground/database/database.ts';
import { allLedgerChecks } from '#src/host/ledger-checks.ts';
import { verifyLedger } from '#src/ledger/verify.ts';
import { openStandardClient } from '../support/api-pix.ts';
import { CHARGE, PAYOUT, until } from '../support/gateway.ts';
import { checkIntentTraces, recordIntents } from '../support/intent-traces.ts';
import { afterBank, beforeBank, type Story, startCrashingGateway } from './crashing-gateway.ts';

/**
 * Kills the gateway (SIGKILL) at every step of live money: before and after the bank has done a
 * request, and while the database delays a write. Then starts it again.
 */
const live = await startCrashingGateway({ after });
const { bank, connectionString, createOnce, ends, crashAt, endLease } = live;
await recordIntents(live.ownerConnectionString);
const done = { payouts: 0, refunds: 0 };

/** A charge that waits for its payment, by a caller that retries until it is answered. */
const charge = () => createOnce('/v1/pix/qrcode', CHARGE);

async function pay(chargeId: string): Promise<void> {
  bank.pay(chargeId.replaceAll('-', ''));
  await ends(chargeId);
}

async function sell(): Promise<string> {
  const chargeId = await charge();
  await pay(chargeId);
  return chargeId;
}

async function withdraw(): Promise<void> {
  done.payouts += 1;
  await ends(await createOnce('/v1/pix/payout', PAYOUT));
}

async function refund(chargeId: string): Promise<void> {
  done.refunds += 1;
  await createOnce(`/v1/transactions/${chargeId}/refund`, { amount: 1_000 });
  await ends(chargeId, 'partially_refunded');
}

/** Each step of a story, with what must have happened before. */
const selling = async () => sell;
/** The worker asks for a charge only if its registration is unclear. */
const sellingInDoubt = async () => async () => {
  bank.faults.add({ kind: 'dropped_after', operation: 'createCharge', times: 1 });
  const sold = sell();
  await until('the bank is asked for the charge', async () => {
    await endLease('charge_drafts.due_at');
    return !bank.faults.list().some(({ operation }) => operation === 'findCharge');
  });
  await sold;
};
const sellingWithoutToken = async () => () => {
  bank.revokeTokens();
  return sell();
};
const paying = async () => {
  const id = await charge();
  return () => pay(id);
};
/** A revision without a repeat by the merchant: the charge is paid with what the bank asks for. */
const revising = async () => {
  const id = await charge();
  const client = await openStandardClient(live, live.keys);
  return async () => {
    const change = { valor: { original: '250.00' } };
    await client.call('PATCH', `/cob/${id.replaceAll('-', '')}`, change).catch(() => undefined);
    await pay(id);
  };
};
const withdrawing = async () => {
  await sell();
  return withdraw;
};
const refunding = async () => {
  const id = await sell();
  return () => refund(id);
};
type Prepare = () => Promise<() => Promise<unknown>>;

/** Prepares stories, and kills the gateway when each is at its point. */
async function crashIn(...points: readonly (readonly [Story['at'], Prepare])[]): Promise<void> {
  const stories: Story[] = [];
  for (const [at, prepare] of points) stories.push({ at, act: await prepare() });
  await crashAt(...stories);
}

test('killed before the bank made a refund, a payout, a charge and a revision, and at events', () =>
  crashIn(
    [beforeBank('sendRefund'), refunding],
    [beforeBank('sendPayout'), withdrawing],
    [beforeBank('createCharge'), selling],
    [beforeBank('reviseCharge'), revising],
    ['webhook_events', paying],
  ));

test('killed after the bank made a refund, a payout, a charge and a revision, and at entries', () =>
  crashIn(
    [afterBank('sendRefund'), refunding],
    [afterBank('sendPayout'), withdrawing],
    [afterBank('createCharge'), selling],
    [afterBank('reviseCharge'), revising],
    ['ledger_entries', paying],
  ));

// A read changes nothing at the bank, so it is the same crash before and after it.
test('killed while the bank is asked for a refund, a payout, a charge, a payment and a token, and at a key', () =>
  crashIn(
    [afterBank('findRefund'), refunding],
    [afterBank('findPayout'), withdrawing],
    [afterBank('findCharge'), sellingInDoubt],
    [afterBank('findPayment'), paying],
    [afterBank('requestToken'), sellingWithoutToken],
    ['idempotency_keys', selling],
  ));

test('killed at writes of a payout, a refund and a posting', () =>
  crashIn(['payouts', withdrawing], ['refunds', refunding], ['ledger_postings', paying]));

test('killed at writes of a charge and of a call-back', () =>
  crashIn(['charges', selling], ['bank_callbacks', paying]));

test('killed at writes of a revision, of a draft and of an incoming payment', () =>
  crashIn(
    ['charge_revisions', revising],
    ['charge_drafts', selling],
    ['incoming_payments', paying],
  ));

test('each draft and each revision took only steps that the model of intents allows', async () => {
  const ended = await checkIntentTraces(live.ownerConnectionString, bank);
  assert.ok(ended > 20, `${ended} records ended`);
});

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
  assert.deepEqual([payouts.length, refunds.length], [done.payouts, done.refunds]);
  const { laws } = await verifyLedger(database, allLedgerChecks);
  await database.close();
  assert.deepEqual(
    laws.filter(({ differences }) => differences.length > 0),
    [],
  );
});
