import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openLiveBank } from '#src/bank/open-live-bank.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { createMetrics } from '#src/ground/metrics.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { composeWorker } from '#src/host/compose-worker.ts';
import { reconcileAndSave } from '#src/incoming/reconciliation/schedule-reconciliations.ts';
import { beginRestoration } from '#src/incoming/restorations/begin-restoration.ts';
import { daysToCompare } from '#src/incoming/restorations/compare-days.ts';
import { confirmRestoration } from '#src/incoming/restorations/confirm-restoration.ts';
import type { Restoration } from '#src/incoming/restorations/restoration.ts';
import { disputeReader } from '#src/incoming/work.ts';
import { createEndpoint } from '#src/webhooks/endpoints/manage-endpoints.ts';
import { CHARGE, PAYOUT, until } from '../support/gateway.ts';
import { failedChecks, startLiveGateway } from '../support/live.ts';
import { liveCommands } from '../support/live-cli.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const STEP_MS = 10_000;
const HOUR_MS = 3_600_000;
const LOST_PAYOUT = 'saquequeacopianaotem00000000000001';
const env = { PROVIDER_TIMEOUT_SECONDS: '3', PROVIDER_UNKNOWN_QUARANTINE_SECONDS: '60' };
const live = await startLiveGateway({ after }, { env });
const { gateway, bank, shop } = live;
const { appContext, clock } = gateway;
const { database, config, logger } = appContext;
if (!config.bank) throw new Error('this gateway has no bank');
const liveBank = openLiveBank(config.bank, { logger, now: clock.now });
after(() => liveBank.close());
const { keys } = shop;
const sink = await startWebhookSink({ after });
const command = await liveCommands({ after }, live);

const txidOf = (id: string) => id.replaceAll('-', '');
const statusOf = async (id: string) =>
  (await gateway.call('GET', `/v1/transactions/${id}`, { keys })).body.status;

async function becomesPaid(id: string, stepMs = STEP_MS): Promise<void> {
  await until(`${id} is paid`, async () => {
    clock.advance(stepMs);
    return (await statusOf(id)) === 'paid';
  });
}

async function requestPayout(): Promise<string> {
  const body = { ...PAYOUT, amount: 1_000 };
  const { body: made, text } = await gateway.call('POST', '/v1/pix/payout', { keys, body });
  assert.equal(made.status, 'pending', text);
  return String(made.internal_id);
}

async function openEndpoint(): Promise<void> {
  const { merchantId } = shop.merchant;
  const owner = { merchantId, environment: 'live', isSandbox: false } as const;
  const targetRules = { allowPrivateAddresses: true, allowPlainHttp: true };
  const settings = { url: sink.url, events: ['payout.paid'] as const };
  await createEndpoint({ ...appContext, targetRules }, owner, settings, commandActor);
}

/** The bank pays an order, by a gateway whose database is lost. */
async function payAtBank(id: string): Promise<void> {
  const sent = await liveBank.sending?.sendPayout({
    id,
    amount: centavos(1_000n),
    pixKey: PAYOUT.pix_key,
    pixKeyType: 'phone',
    beneficiaryDocument: PAYOUT.beneficiary.document,
    description: undefined,
  });
  assert.equal(
    sent?.kind,
    'done',
    JSON.stringify(sent, (_, one) => String(one)),
  );
}

/** Compares the days since a restoration with the bank; returns the subjects that differ. */
async function compareDays(restoration: Restoration): Promise<readonly (string | null)[]> {
  const readDisputes = disputeReader(appContext, liveBank);
  const deps = { database, clock, logger, liveBank, readDisputes };
  const subjects: (string | null)[] = [];
  for (const day of daysToCompare(restoration, clock.now())) {
    const { discrepancies } = await reconcileAndSave(deps, day);
    subjects.push(...discrepancies.map(({ subject }) => subject));
  }
  return subjects;
}

test('after a restore nothing is paid or told until an operator has compared the days', async () => {
  const charge = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  bank.pay(txidOf(String(charge.body.internal_id)));
  await becomesPaid(String(charge.body.internal_id));
  await gateway.stopWorker();
  await openEndpoint();
  const restoredAt = clock.now();
  const [paidByBank, unknownToBank] = [await requestPayout(), await requestPayout()];
  await payAtBank(txidOf(paidByBank));
  await payAtBank(LOST_PAYOUT);
  const restoration = { backup: 'cópia', reachedAt: restoredAt, restoredAt };
  for (const _ of [1, 2]) await beginRestoration(appContext, restoration, config.bank?.provider);
  const confirmation = { bank: 'efi', by: commandActor };
  await assert.rejects(confirmRestoration(appContext, confirmation), /compare primeiro/);

  const worker = await composeWorker({ ...appContext, metrics: createMetrics() });
  after(() => worker.stop());
  await becomesPaid(paidByBank);
  clock.advance(HOUR_MS);
  await until('the bank was asked again', async () => {
    clock.advance(STEP_MS);
    const [row] = await gateway.sql('select send_count from payouts where id = $1', [
      unknownToBank,
    ]);
    return Number(row?.send_count) > 1;
  });
  assert.deepEqual(
    [await statusOf(unknownToBank), bank.payout(txidOf(unknownToBank))],
    ['pending', undefined],
  );
  assert.deepEqual(sink.received, []);
  assert.ok((await compareDays(restoration)).includes(LOST_PAYOUT));

  await assert.rejects(confirmRestoration(appContext, confirmation), /diferenças em aberto/);
  const refused = await command('restoration', 'confirm');
  assert.equal(refused.exitCode, 1);
  assert.match(refused.stdout, new RegExp(LOST_PAYOUT));
  assert.equal((await command('restoration', 'confirm', '--accept-differences', ' ')).exitCode, 2);
  const accepted = 'debitado do lojista à mão';
  const confirmed = await command('restoration', 'confirm', '--accept-differences', accepted);
  assert.equal(confirmed.exitCode, 0, confirmed.stderr);
  const [log] = await gateway.sql(
    "select details from audit_log where action = 'restoration.confirmed'",
  );
  assert.equal(Object(log?.details).reason, accepted);
  assert.match(Object(log?.details).differences, /^\d{4}-\d\d-\d\d: [1-9]/);
  // An order that was asked for often is asked for again after hours.
  await becomesPaid(unknownToBank, HOUR_MS);
  await until('both are told', async () => sink.received.length === 2);
  assert.deepEqual(await failedChecks(gateway), []);
});
