import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type Auth, createAuth } from './accounts/auth.ts';
import { selectMerchantEmails, selectMerchantUsers } from './accounts/merchant-users-store.ts';
import { readSession } from './accounts/read-session.ts';
import { checkSecondFactor } from './accounts/second-factor.ts';
import { addressKey, createRateLimits, type RateLimits } from './api/rate-limit.ts';
import { buildServer } from './api/server.ts';
import { chargeChecks } from './charges/charge-checks-store.ts';
import { settleDueCharges } from './charges/charge-jobs.ts';
import { createCharges } from './charges/create-charges.ts';
import { payTestCharges } from './charges/pay-test-charges.ts';
import { readCodes } from './charges/read-charges.ts';
import { readVolumes } from './charges/read-volumes.ts';
import type { Config } from './config.ts';
import { purgeExpiredKeys } from './idempotency/purge-keys.ts';
import { runVerificationIfDue } from './ledger/keep-verifications.ts';
import { ledgerChecks } from './ledger/ledger-checks-store.ts';
import { readBalances } from './ledger/read-balance.ts';
import type { LedgerCheck } from './ledger/verify.ts';
import { createMailSender } from './mail/send-mails.ts';
import { authenticateCallers } from './merchants/credentials/authenticate.ts';
import { createUsageCount, purgeUsage } from './merchants/credentials/count-usage.ts';
import { createKycMails } from './merchants/kyc/kyc-mails.ts';
import { readPayables } from './payment-page/read-payables.ts';
import { createPayouts } from './payouts/create-payouts.ts';
import { payoutChecks } from './payouts/payout-checks-store.ts';
import { settleDuePayouts } from './payouts/settle-payouts.ts';
import { type BatchResult, createBatcher } from './platform/batcher.ts';
import type { Clock } from './platform/clock.ts';
import { type Database, isOutage } from './platform/database.ts';
import type { SecretBox } from './platform/encryption.ts';
import type { Figures } from './platform/figures.ts';
import { createHttpClient, type TargetRules } from './platform/http-client.ts';
import { randomFraction } from './platform/ids.ts';
import { countJobs, startJobs } from './platform/jobs.ts';
import type { Logger } from './platform/log.ts';
import { isMigrated } from './platform/migrate.ts';
import { packageVersion } from './platform/package-version.ts';
import { startPoller } from './platform/poller.ts';
import { resetSandboxIfDue } from './sandbox/reset-sandbox.ts';
import { readTransactions } from './transactions/read-transactions.ts';
import { transferChecks } from './transfers/transfer-checks-store.ts';
import { deferDeliveries } from './webhooks/defer-deliveries.ts';
import { createEventDelivery } from './webhooks/deliver-event.ts';
import { DELIVER_WEBHOOK_TASK, deliveryKeyOf } from './webhooks/emit-events.ts';
import { loadDeliveries } from './webhooks/load-deliveries.ts';
import { recordAttempts } from './webhooks/record-attempts.ts';

/** The only file that knows every room: it hands each what it needs, a line a feature. */
export interface Foundation {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly figures: Figures;
  readonly secretBox: SecretBox;
  readonly sandboxMerchantId: string;
  readonly connectionString: string;
}

/** What is running, and how to end it. */
export interface Running {
  stop(): Promise<void>;
}

const BATCH_ITEMS_MAX = 256;
const WAITING_MAX = 4_096;
const DUE_INTERVAL_MS = 250;
const RESET_INTERVAL_MS = 20_000;
const PURGE_INTERVAL_MS = 60_000;
const MAIL_INTERVAL_MS = 1_000;
const VERIFY_INTERVAL_MS = 2_000;
const USAGE_INTERVAL_MS = 5_000;
const USAGE_PURGE_INTERVAL_MS = 60 * 60_000;
const TRIES_PER_MINUTE = 20;
const DELIVERIES_AT_ONCE = 1_000;
const CONNECTIONS_PER_ORIGIN = 64;

/** Everything that `ledger verify` looks at. */
export const allLedgerChecks: readonly LedgerCheck[] = [
  ...ledgerChecks,
  ...chargeChecks,
  ...payoutChecks,
  ...transferChecks,
];

/** Which addresses webhooks may go to: in production only public ones, by https. */
export function targetRulesOf(config: Config): TargetRules {
  return {
    allowPrivateAddresses: config.allowPrivateWebhookAddresses,
    allowPlainHttp: !config.isProduction,
  };
}

/** Batchers that count their batches. */
function batcherOf(figures: Figures) {
  return <Item, Value>(
    name: string,
    run: (items: readonly Item[]) => Promise<readonly BatchResult<Value>[]>,
    batchesInFlightMax: number,
  ) =>
    createBatcher<Item, Value>({
      name,
      run,
      batchesInFlightMax,
      itemsMax: BATCH_ITEMS_MAX,
      waitingMax: WAITING_MAX,
      isOutage,
      observe: figures.observeBatch,
    });
}

/** The doors: what answers HTTP requests. */
export async function composeApi(foundation: Foundation): Promise<FastifyInstance & Running> {
  const { config, database, clock, logger, figures } = foundation;
  const batcher = batcherOf(figures);
  const { paymentDelaySeconds } = config.sandbox;
  const needs = { database, clock, paymentDelaySeconds };
  const rateLimits = createRateLimits(config.redisUrl, logger);
  const usage = createUsageCount(database, clock);
  const usageFlush = startPoller({
    name: 'credential-usage',
    intervalMs: USAGE_INTERVAL_MS,
    work: usage.flush,
    logger,
  });
  const auth = createAuth({ ...foundation, appUrl: config.appUrl });
  const app = await buildServer({
    ...accountNeeds(foundation, auth, rateLimits),
    logger,
    database,
    rateLimits,
    figures,
    observeRequest: figures.observeRequest,
    countUse: usage.count,
    metricsToken: config.metricsToken,
    baseUrl: config.baseUrl,
    trustProxy: config.trustProxy,
    defaultRateLimitPerMinute: config.defaultRateLimitPerMinute,
    isIdempotencyRequired: config.isIdempotencyRequired,
    isReady: () => isMigrated(database),
    authenticate: batcher('authenticate', (items) => authenticateCallers(database, items), 2),
    createCharge: batcher('create-charges', (items) => createCharges(needs, items), 2),
    payTestCharge: batcher('pay-test-charges', (items) => payTestCharges(needs, items), 1),
    createPayout: batcher('create-payouts', (items) => createPayouts(needs, items), 1),
    readBalance: batcher('read-balances', (items) => readBalances(database, items), 2),
    readTransaction: batcher('read-transactions', (items) => readTransactions(database, items), 2),
    readCode: batcher('read-codes', (items) => readCodes(database, items), 2),
    readPayable: batcher('read-payables', (items) => readPayables(database, items), 2),
    countVisit: ({ address, name }, limit) =>
      rateLimits.countRequest(`pagar ${addressKey(address)} ${name}`, limit),
  });
  app.addHook('onClose', async () => {
    await usageFlush.stop();
    await usage
      .flush()
      .catch((error: unknown) => logger.warn({ err: error }, 'the use of keys was not written'));
    await Promise.all([rateLimits.close(), auth.close()]);
  });
  return Object.assign(app, { stop: () => app.close().then(() => {}) });
}

/** What the doors of the panel need. */
function accountNeeds(foundation: Foundation, auth: Auth, rateLimits: RateLimits) {
  const { config, database, clock, secretBox } = foundation;
  return {
    clock,
    secretBox,
    auth,
    fees: config.fees,
    kycMails: createKycMails(config.appUrl),
    findMerchantEmails: selectMerchantEmails,
    readMerchantUsers: selectMerchantUsers,
    readVolumes,
    sandboxLogIn: {
      email: config.sandbox.email.toLowerCase(),
      password: config.sandbox.password,
    },
    targetRules: targetRulesOf(config),
    isSmtpConfigured: config.smtp !== undefined,
    panelOrigins: new Set([config.appUrl, config.baseUrl].map((url) => new URL(url).origin)),
    readSession: (headers: IncomingHttpHeaders) => readSession({ database, auth }, headers),
    isTriedTooOften: async (name: string) =>
      (await rateLimits.countRequest(`try ${name}`, TRIES_PER_MINUTE)).isExceeded,
    checkSecondFactor: (userId: string, code: string) =>
      checkSecondFactor({ database, clock, auth }, userId, code),
  };
}

/** The work behind the doors: payments and payouts that are due, webhooks, the daily reset. */
export async function composeWorker(
  foundation: Foundation,
  connectionString: string,
): Promise<Running> {
  const { config, database, clock, logger, figures, sandboxMerchantId, secretBox } = foundation;
  const batcher = batcherOf(figures);
  const needs = { database, clock, sandboxMerchantId };
  const httpClient = createHttpClient({
    ...targetRulesOf(config),
    connectionsPerOrigin: CONNECTIONS_PER_ORIGIN,
  });
  const random = randomFraction;
  const recordNeeds = { database, random, observe: figures.observeAttempt };
  const deliver = createEventDelivery({
    clock,
    httpClient,
    secretBox,
    sandbox: config.sandbox,
    userAgent: `pix-gateway/${packageVersion}`,
    random,
    load: batcher('load-deliveries', (items) => loadDeliveries(database, items), 1),
    record: batcher('record-attempts', (items) => recordAttempts(recordNeeds, items), 1),
    defer: batcher('defer-deliveries', (items) => deferDeliveries(database, items), 1),
  });
  figures.gauge('pix_gateway_jobs', 'Jobs that wait or run', () => countJobs(database));
  const mailSender = createMailSender({ database, clock, secretBox }, config.smtp);
  const poll = (name: string, intervalMs: number, work: () => Promise<boolean>) =>
    startPoller({ name, intervalMs, work, logger });
  const pollers = [
    poll('due-charges', DUE_INTERVAL_MS, () => settleDueCharges(needs)),
    poll('due-payouts', DUE_INTERVAL_MS, () => settleDuePayouts(needs)),
    poll('sandbox-reset', RESET_INTERVAL_MS, () => resetSandboxIfDue(needs)),
    poll('ledger-verification', VERIFY_INTERVAL_MS, () =>
      runVerificationIfDue({ database, clock, checks: allLedgerChecks }),
    ),
    poll('mails', MAIL_INTERVAL_MS, () => mailSender.sendDue()),
    poll('purge-usage', USAGE_PURGE_INTERVAL_MS, () => purgeUsage(database, clock.now())),
    poll('purge-keys', PURGE_INTERVAL_MS, () => purgeExpiredKeys(database, clock.now())),
  ];
  const jobs = await startJobs({
    connectionString,
    database,
    logger,
    concurrency: DELIVERIES_AT_ONCE,
    handlers: { [DELIVER_WEBHOOK_TASK]: (payload) => deliver(deliveryKeyOf(payload)) },
  });
  return {
    async stop() {
      await Promise.all(pollers.map((poller) => poller.stop()));
      await jobs.stop();
      await httpClient.close();
      mailSender.close();
    },
  };
}
