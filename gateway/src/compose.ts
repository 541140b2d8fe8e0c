import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type Auth, createAuth } from './accounts/auth.ts';
import { selectMerchantEmails, selectMerchantUsers } from './accounts/merchant-users-store.ts';
import { readSession } from './accounts/read-session.ts';
import { checkSecondFactor } from './accounts/second-factor.ts';
import type { Tries } from './accounts/tries.ts';
import { createRateLimits, type RateLimits } from './api/rate-limit.ts';
import { buildServer, type ServerNeeds } from './api/server.ts';
import type { LiveBank } from './banking/live-bank.ts';
import { type CreatedResource, createCharges } from './charges/create-charges.ts';
import { payTestCharges } from './charges/pay-test-charges.ts';
import type { ChargeRequest } from './charges/plan-charges.ts';
import { createQrImages } from './charges/qr-image.ts';
import { readCodes } from './charges/read-charges.ts';
import { readVolumes } from './charges/read-volumes.ts';
import { callbacksOf, liveCharges, openBank } from './compose-bank.ts';
import { batcherOf, type Foundation, type Running, targetRulesOf } from './composition.ts';
import { readBalances } from './ledger/read-balance.ts';
import { authenticateCallers } from './merchants/credentials/authenticate.ts';
import { createUsageCount } from './merchants/credentials/count-usage.ts';
import { createKycMails } from './merchants/kyc/kyc-mails.ts';
import type { Caller } from './merchants/merchant.ts';
import { readPayables } from './payment-page/read-payables.ts';
import { createPayouts } from './payouts/create-payouts.ts';
import { addressKey } from './platform/address-key.ts';
import { isMigrated } from './platform/migrate.ts';
import { startPoller } from './platform/poller.ts';
import { createRefunds } from './refunds/create-refunds.ts';
import { readTransactions } from './transactions/read-transactions.ts';

const USAGE_INTERVAL_MS = 5_000;

/** The doors: what answers HTTP requests. It hands each room what it needs, a line a feature. */
export async function composeApi(foundation: Foundation): Promise<FastifyInstance & Running> {
  const { config, database, clock, logger, figures } = foundation;
  const bank = openBank(foundation);
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
    sandboxKeys: config.sandbox,
    trustProxy: config.trustProxy,
    defaultRateLimitPerMinute: config.defaultRateLimitPerMinute,
    sandboxRateLimitPerMinute: config.sandbox.rateLimitPerMinute,
    isIdempotencyRequired: config.isIdempotencyRequired,
    isReady: () => isMigrated(database),
    callbacks: callbacksOf(foundation),
    sandboxMerchantId: foundation.sandboxMerchantId,
    bankName: config.bank?.provider,
    ...batchesOf(foundation, bank),
    qrImages: createQrImages(),
    countVisit: ({ address, name }, limit) =>
      rateLimits.countRequest(`pagar ${addressKey(address)} ${name}`, limit),
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
  foundation: Foundation,
  bank: LiveBank | undefined,
): Pick<
  ServerNeeds,
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
  const { config, clock } = foundation;
  const batcher = batcherOf(foundation);
  const { paymentDelaySeconds } = config.sandbox;
  const needs = { clock, paymentDelaySeconds, canSend: bank?.sending !== undefined };
  const refundNeeds = { ...needs, canRefund: bank !== undefined };
  const two = { atOnce: 2 };
  const createLive = liveCharges(foundation, bank, batcher);
  const createTest = batcher<ChargeRequest, CreatedResource>(
    'create-charges',
    (items, database) => createCharges({ ...needs, database }, items),
    { ...two, laneOf: merchantOf },
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
      { atOnce: 1, laneOf: ({ merchantId }) => merchantId },
    ),
    createPayout: batcher(
      'create-payouts',
      (items, database) => createPayouts({ ...needs, database }, items),
      { atOnce: 1, laneOf: merchantOf },
    ),
    createRefund: batcher(
      'create-refunds',
      (items, database) => createRefunds({ ...refundNeeds, database }, items),
      { atOnce: 1, laneOf: merchantOf },
    ),
    readBalance: batcher('read-balances', (books, database) => readBalances(database, books), two),
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
      client_id: config.sandbox.clientId,
      client_secret: config.sandbox.clientSecret,
      webhook_secret: config.sandbox.webhookSecret,
    },
    targetRules: targetRulesOf(config),
    isSmtpConfigured: config.smtp !== undefined,
    panelOrigins: new Set([config.appUrl, config.baseUrl].map((url) => new URL(url).origin)),
    readSession: (headers: IncomingHttpHeaders) => readSession({ database, auth }, headers),
    tries: triesOf(rateLimits),
    checkSecondFactor: (userId: string, code: string) =>
      checkSecondFactor({ database, clock, auth }, userId, code),
  };
}

/** The tries of the log-in, counted as the budgets of the API are. */
function triesOf(rateLimits: RateLimits): Tries {
  return {
    addressKey,
    takeBack: rateLimits.takeTryBack,
    count: async (name, { max, seconds }) => {
      const budget = await rateLimits.countTry(name, max, seconds);
      return budget.isExceeded ? budget.resetSeconds : undefined;
    },
  };
}
