import { settleDueCharges } from './charges/charge-jobs.ts';
import { openBank, startBankWork } from './compose-bank.ts';
import {
  allLedgerChecks,
  batcherOf,
  type Foundation,
  type Running,
  sandboxTargetRulesOf,
  targetRulesOf,
} from './composition.ts';
import { keepPartitions } from './expire-rows.ts';
import { runVerificationIfDue } from './ledger/keep-verifications.ts';
import { createMailSender } from './mail/send-mails.ts';
import { purgeUsage } from './merchants/credentials/count-usage.ts';
import { settleDuePayouts } from './payouts/settle-payouts.ts';
import { createHttpClient, type HttpClient, type TargetRules } from './platform/http-client.ts';
import { randomFraction } from './platform/ids.ts';
import { startJobs } from './platform/job-runner.ts';
import { countJobs } from './platform/jobs.ts';
import { createNameResolver } from './platform/name-resolver.ts';
import { packageVersion } from './platform/package-version.ts';
import { startPoller } from './platform/poller.ts';
import { listSetAside } from './platform/set-aside.ts';
import { settleDueRefunds } from './refunds/settle-refunds.ts';
import { boundSandbox } from './sandbox/bound-sandbox.ts';
import { resetSandboxIfDue } from './sandbox/reset-sandbox.ts';
import { deferDeliveries } from './webhooks/defer-deliveries.ts';
import { createEventDelivery } from './webhooks/deliver-event.ts';
import { DELIVER_WEBHOOK_TASK, deliveryKeyOf } from './webhooks/emit-events.ts';
import { loadDeliveries } from './webhooks/load-deliveries.ts';
import { recordAttempts } from './webhooks/record-attempts.ts';

const DUE_INTERVAL_MS = 250;
const RESET_INTERVAL_MS = 20_000;
const SANDBOX_BOUND_INTERVAL_MS = 60_000;
const PARTITIONS_INTERVAL_MS = 60_000;
const MAIL_INTERVAL_MS = 1_000;
const VERIFY_INTERVAL_MS = 2_000;
const USAGE_PURGE_INTERVAL_MS = 60 * 60_000;
const DELIVERIES_AT_ONCE = 1_000;
const CONNECTIONS_PER_ORIGIN = 64;

/** The work behind the doors: payments and payouts that are due, webhooks, the daily reset. */
export async function composeWorker(
  foundation: Foundation,
  connectionString: string,
): Promise<Running> {
  const { config, database, clock, logger, figures, sandboxMerchantId, secretBox } = foundation;
  const needs = { database, clock, logger, sandboxMerchantId };
  const delivery = openDelivery(foundation);
  figures.gauge('pix_gateway_jobs', 'Jobs that wait or run', () => countJobs(database));
  figures.gauge(
    'pix_gateway_set_aside_items',
    'Due payments, payouts, refunds and receipts that failed and are tried again later',
    async () => (await listSetAside(database, clock.now(), 1)).total,
  );
  const mailSender = createMailSender({ database, clock, secretBox }, config.smtp);
  const poll = (name: string, intervalMs: number, work: () => Promise<boolean>) =>
    startPoller({ name, intervalMs, work, logger });
  const pollers = [
    poll('due-charges', DUE_INTERVAL_MS, () => settleDueCharges(needs)),
    poll('due-payouts', DUE_INTERVAL_MS, () => settleDuePayouts(needs)),
    poll('due-refunds', DUE_INTERVAL_MS, () => settleDueRefunds(needs)),
    poll('sandbox-reset', RESET_INTERVAL_MS, () => resetSandboxIfDue(needs)),
    poll('ledger-verification', VERIFY_INTERVAL_MS, () =>
      runVerificationIfDue({ database, clock, checks: allLedgerChecks }),
    ),
    poll('mails', MAIL_INTERVAL_MS, () => mailSender.sendDue()),
    poll('purge-usage', USAGE_PURGE_INTERVAL_MS, () => purgeUsage(database, clock.now())),
    poll('sandbox-bound', SANDBOX_BOUND_INTERVAL_MS, () =>
      boundSandbox({ ...needs, sandbox: config.sandbox }),
    ),
    poll('partitions', PARTITIONS_INTERVAL_MS, () => keepPartitions(foundation)),
  ];
  const bank = openBank(foundation);
  if (bank) pollers.push(...startBankWork(foundation, bank));
  const jobs = await startJobs({
    connectionString,
    database,
    logger,
    concurrency: DELIVERIES_AT_ONCE,
    handlers: { [DELIVER_WEBHOOK_TASK]: (payload) => delivery.deliver(deliveryKeyOf(payload)) },
  });
  return {
    async stop() {
      await Promise.all(pollers.map((poller) => poller.stop()));
      await jobs.stop();
      await delivery.close();
      await bank?.close();
      mailSender.close();
    },
  };
}

/** What makes the attempts of webhooks; what it reads and writes is batched. */
function openDelivery(foundation: Foundation) {
  const { config, clock, figures, secretBox } = foundation;
  const batcher = batcherOf(foundation);
  const open = (rules: TargetRules): HttpClient =>
    createHttpClient({
      ...rules,
      names: createNameResolver({ servers: config.nameServers }),
      connectionsPerOrigin: CONNECTIONS_PER_ORIGIN,
    });
  const httpClients = {
    merchants: open(targetRulesOf(config)),
    sandbox: open(sandboxTargetRulesOf(config)),
  };
  const random = randomFraction;
  const recordNeeds = { random, observe: figures.observeAttempt };
  const atOnce = 1;
  const deliver = createEventDelivery({
    clock,
    httpClients,
    secretBox,
    sandbox: config.sandbox,
    deliveriesAtOnce: DELIVERIES_AT_ONCE,
    userAgent: `pix-gateway/${packageVersion}`,
    random,
    load: batcher('load-deliveries', (items, database) => loadDeliveries(database, items), {
      atOnce,
    }),
    record: batcher(
      'record-attempts',
      (items, database) => recordAttempts({ ...recordNeeds, database }, items),
      { atOnce },
    ),
    defer: batcher('defer-deliveries', (items, database) => deferDeliveries(database, items), {
      atOnce,
    }),
  });
  const close = async (): Promise<void> => {
    await Promise.all([httpClients.merchants.close(), httpClients.sandbox.close()]);
  };
  return { deliver, close };
}
