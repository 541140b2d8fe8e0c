import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '#src/access/merchant.ts';
import { createRateLimits, type RateLimits } from '#src/api/rate-limit.ts';
import { buildServer, type ServerDeps } from '#src/api/server.ts';
import type { AttemptCounter } from '#src/auth/attempt-limits.ts';
import { type AuthLibrary, createAuthLibrary } from '#src/auth/auth-library.ts';
import { selectMerchantEmails, selectMerchantUsers } from '#src/auth/merchant-users-store.ts';
import { readSession } from '#src/auth/read-session.ts';
import { checkSecondFactor } from '#src/auth/second-factor.ts';
import type { LiveBank } from '#src/banking/live-bank.ts';
import { createCharges } from '#src/charges/create-charges.ts';
import { readVolumes } from '#src/charges/daily-totals/read-volumes.ts';
import { payTestCharges } from '#src/charges/pay-test-charges.ts';
import type { ChargeRequest } from '#src/charges/plan-charges.ts';
import { createQrImages } from '#src/charges/qr-image/qr-image.ts';
import { readCodes } from '#src/charges/read-charges.ts';
import type { CreatedResource } from '#src/idempotency/create-under-keys.ts';
import { readBalances } from '#src/ledger/read-balance.ts';
import { authenticateCallers } from '#src/merchants/credentials/authenticate.ts';
import { createUsageCount } from '#src/merchants/credentials/count-usage.ts';
import { createKycMails } from '#src/merchants/kyc/kyc-mails.ts';
import { readPayables } from '#src/payment-page/read-payables.ts';
import { createPayouts } from '#src/payouts/create-payouts.ts';
import { isMigrated } from '#src/platform/database/migrate.ts';
import { clientNetwork } from '#src/platform/http/client-network.ts';
import { startPoller } from '#src/platform/work/poller.ts';
import { createRefunds } from '#src/refunds/create-refunds.ts';
import { readTransactions } from '#src/transactions/read-transactions.ts';
import { callbacksOf, liveCharges, openBank } from './compose-bank.ts';
import { type AppContext, batcherOf, type Running, targetRulesOf } from './context.ts';

const USAGE_INTERVAL_MS = 5_000;

/** The doors: what answers HTTP requests. It hands each room what it needs, a line a feature. */
export async function composeApi(appContext: AppContext): Promise<FastifyInstance & Running> {
  const { config, database, clock, logger, metrics } = appContext;
  const bank = openBank(appContext);
  const rateLimits = createRateLimits(config.redisUrl, logger);
  const usage = createUsageCount(database, clock);
  const usageFlush = startPoller({
    name: 'credential-usage',
    intervalMs: USAGE_INTERVAL_MS,
    work: usage.flush,
    logger,
  });
  const auth = createAuthLibrary({ ...appContext, appUrl: config.appUrl });
  const app = await buildServer({
    ...accountDeps(appContext, auth, rateLimits),
    logger,
    database,
    rateLimits,
    metrics,
    observeRequest: metrics.observeRequest,
    countUse: usage.count,
    metricsToken: config.metricsToken,
    baseUrl: config.baseUrl,
    sandboxKeys: config.sandbox,
    trustProxy: config.trustProxy,
    defaultRateLimitPerMinute: config.defaultRateLimitPerMinute,
    sandboxRateLimitPerMinute: config.sandbox.rateLimitPerMinute,
    isIdempotencyRequired: config.isIdempotencyRequired,
    isReady: () => isMigrated(database),
    callbacks: callbacksOf(appContext),
    sandboxMerchantId: appContext.sandboxMerchantId,
    bankName: config.bank?.provider,
    ...batchesOf(appContext, bank),
    qrImages: createQrImages(),
    countVisit: ({ address, name }, limit) =>
      rateLimits.countRequest(`pagar ${clientNetwork(address)} ${name}`, limit),
  });
  app.addHook('onClose', async () => {
    await usageFlush.stop();
    await usage
      .flush()
      .catch((error: unknown) => logger.warn({ err: error }, 'the use of keys was not written'));
    await Promise.all([rateLimits.close(), auth.close(), bank?.close()]);
  });
  return Object.assign(app, { stop: () => app.close().then(() => {}) });
}

/** What many requests do together, a batch at a time. */
function batchesOf(
  appContext: AppContext,
  bank: LiveBank | undefined,
): Pick<
  ServerDeps,
  | 'createCharge'
  | 'authenticate'
  | 'payTestCharge'
  | 'createPayout'
  | 'createRefund'
  | 'readBalance'
  | 'readTransaction'
  | 'readCode'
  | 'readPayable'
> {
  const { config, clock } = appContext;
  const batcher = batcherOf(appContext);
  const { paymentDelaySeconds } = config.sandbox;
  const deps = { clock, paymentDelaySeconds, canSend: bank?.sending !== undefined };
  const refundDeps = { ...deps, canRefund: bank !== undefined };
  const two = { atOnce: 2 };
  const createLive = liveCharges(appContext, bank, batcher);
  const createTest = batcher<ChargeRequest, CreatedResource>(
    'create-charges',
    (items, database) => createCharges({ ...deps, database }, items),
    { ...two, queueOf: merchantOf },
  );
  return {
    createCharge: (request) =>
      request.caller.environment === 'live' ? createLive(request) : createTest.add(request),
    authenticate: batcher(
      'authenticate',
      (ids, database) => authenticateCallers(database, ids),
      two,
    ),
    payTestCharge: batcher(
      'pay-test-charges',
      (items, database) => payTestCharges({ clock, database }, items),
      { atOnce: 1, queueOf: ({ merchantId }) => merchantId },
    ),
    createPayout: batcher(
      'create-payouts',
      (items, database) => createPayouts({ ...deps, database }, items),
      { atOnce: 1, queueOf: merchantOf },
    ),
    createRefund: batcher(
      'create-refunds',
      (items, database) => createRefunds({ ...refundDeps, database }, items),
      { atOnce: 1, queueOf: merchantOf },
    ),
    readBalance: batcher(
      'read-balances',
      (scopes, database) => readBalances(database, scopes),
      two,
    ),
    readTransaction: batcher(
      'read-transactions',
      (keys, database) => readTransactions(database, keys),
      two,
    ),
    readCode: batcher('read-codes', (keys, database) => readCodes(database, keys), two),
    readPayable: batcher('read-payables', (ids, database) => readPayables(database, ids), two),
  };
}

function merchantOf({ caller }: { readonly caller: Caller }): string {
  return `${caller.merchantId} ${caller.environment}`;
}

/** What the doors of the panel need. */
function accountDeps(appContext: AppContext, auth: AuthLibrary, rateLimits: RateLimits) {
  const { config, database, clock, secretBox, passwords } = appContext;
  return {
    clock,
    secretBox,
    passwords,
    auth,
    fees: config.fees,
    kycMails: createKycMails(config.appUrl),
    findMerchantEmails: selectMerchantEmails,
    readMerchantUsers: selectMerchantUsers,
    readVolumes,
    sandboxLogIn: {
      email: config.sandbox.email.toLowerCase(),
      password: config.sandbox.password,
      client_id: config.sandbox.clientId,
      client_secret: config.sandbox.clientSecret,
      webhook_secret: config.sandbox.webhookSecret,
    },
    targetRules: targetRulesOf(config),
    isSmtpConfigured: config.smtp !== undefined,
    panelOrigins: new Set([config.appUrl, config.baseUrl].map((url) => new URL(url).origin)),
    readSession: (headers: IncomingHttpHeaders) => readSession({ database, auth }, headers),
    attempts: attemptCounterOf(rateLimits),
    checkSecondFactor: (userId: string, code: string) =>
      checkSecondFactor({ database, clock, auth }, userId, code),
  };
}

/** Counts the attempts of the log-in by the limiter of the API. */
function attemptCounterOf(rateLimits: RateLimits): AttemptCounter {
  return {
    clientNetwork,
    undo: rateLimits.takeTryBack,
    count: async (name, { max, seconds }) => {
      const budget = await rateLimits.countTry(name, max, seconds);
      return budget.isExceeded ? budget.resetSeconds : undefined;
    },
  };
}
