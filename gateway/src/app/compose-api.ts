import type { FastifyInstance } from 'fastify';
import type { Caller } from '#src/access/merchant.ts';
import type { MerchantApiDeps } from '#src/api/merchant-api.ts';
import { createRateLimits, type RateLimits } from '#src/api/rate-limit.ts';
import { buildServer } from '#src/api/server.ts';
import { createAuthLibrary } from '#src/auth/auth-library.ts';
import { createQrImages, type QrImages } from '#src/charges/qr-image/qr-image.ts';
import { payTestScenario } from '#src/incoming-payments/pay-test-scenario.ts';
import { createUsageCounter } from '#src/merchants/credentials/count-usage.ts';
import { shareOfDatabase } from '#src/platform/database/database-share.ts';
import { isMigrated } from '#src/platform/database/migrate.ts';
import { clientNetwork } from '#src/platform/http/client-network.ts';
import { startPoller } from '#src/platform/work/poller.ts';
import { createRequestRecorder } from '#src/request-records/record-requests.ts';
import { watchBuckets } from './bucket-poller.ts';
import { callbacksOf, openBank } from './compose-bank.ts';
import { type ApiBatchers, composeBatchers } from './compose-batchers.ts';
import { examDepsOf } from './compose-exams.ts';
import { composePanel } from './compose-panel.ts';
import { inTimeOfCharge } from './compose-test-clocks.ts';
import { type AppContext, type Running, targetRulesOf } from './context.ts';

const USAGE_INTERVAL_MS = 5_000;
/** Of the connections of the pool: readers of events leave the others to payments. */
const READS_AT_ONCE = 4;

/** Builds the HTTP server: gives each feature what its routes use. It does not listen yet. */
export async function composeApi(appContext: AppContext): Promise<FastifyInstance & Running> {
  const { config, database, clock, logger, metrics } = appContext;
  const bank = await openBank(appContext);
  const counts = await openCounts(appContext);
  const rateLimits = createRateLimits(counts);
  const usage = openUsageCount(appContext);
  const recorder = createRequestRecorder(appContext);
  const auth = createAuthLibrary({ ...appContext, appUrl: config.appUrl });
  const batchers = composeBatchers(appContext, bank);
  const { readPayable } = batchers;
  const qrImages = createQrImages();
  const app = await buildServer({
    logger,
    trustProxy: config.trustProxy,
    observeRequest: metrics.observeRequest,
    recordRequest: recorder.add,
    requestTracing: appContext.telemetry?.requests,
    operation: {
      renderMetrics: appContext.renderMetrics,
      metricsToken: config.metricsToken,
      isReady: () => isMigrated(database),
    },
    reference: { baseUrl: config.baseUrl, sandboxKeys: config.sandbox },
    merchantApi: merchantApiOf(appContext, {
      batchers,
      rateLimits,
      qrImages,
      countUse: usage.count,
    }),
    panel: composePanel(appContext, { auth, rateLimits, batchers }),
    paymentPage: {
      ...{ database, clock, logger, readPayable, qrImages },
      openLimits: appContext.limits.open,
      countVisit: ({ address, name }, limit) =>
        rateLimits.countRequest(`pagar ${clientNetwork(address)} ${name}`, limit),
    },
    callbacks: { database, clock, callbacks: callbacksOf(appContext) },
  });
  const buckets = watchBuckets(appContext);
  app.addHook('onClose', async () => {
    await Promise.all([usage.close(), recorder.close()]);
    await buckets.stop();
    await Promise.all([counts.close(), auth.close(), bank?.close()]);
  });
  return Object.assign(app, { stop: () => app.close().then(() => {}) });
}

interface ApiParts {
  readonly batchers: ApiBatchers;
  readonly rateLimits: RateLimits;
  readonly qrImages: QrImages;
  readonly countUse: (caller: Caller) => void;
}

/** Gives each feature of the merchants' API what its routes use. */
function merchantApiOf(appContext: AppContext, parts: ApiParts): MerchantApiDeps {
  const { config, database, clock, logger, limits, secretBox } = appContext;
  const { isIdempotencyRequired } = config;
  const inTimeOf = inTimeOfCharge(appContext);
  const { batchers, rateLimits, qrImages, countUse } = parts;
  const { authenticate, createPayout, createRefund } = batchers;
  const { createCharge, payTestCharge, cancelCharge } = batchers;
  const { defendDispute, openTestDispute, closeTestDispute } = batchers;
  const { readBalance, readCode, readTransaction, listTransactions } = batchers;
  const reads = { clock, database: shareOfDatabase(database, READS_AT_ONCE) };
  return {
    guard: {
      ...{ authenticate, rateLimits, countUse },
      defaultRateLimitPerMinute: config.defaultRateLimitPerMinute,
      sandboxRateLimitPerMinute: config.sandbox.rateLimitPerMinute,
    },
    charges: {
      ...{ createCharge, payTestCharge, cancelCharge, isIdempotencyRequired, readCode },
      payScenario: (payment) => payTestScenario({ database, inTimeOf }, payment),
      qrImages,
    },
    disputes: {
      ...{ database, defendDispute, isIdempotencyRequired },
      ...{ openTestDispute, closeTestDispute },
    },
    events: { ...reads, logger, openLimits: limits.open },
    ledger: { readBalance },
    payouts: { createPayout, isIdempotencyRequired },
    refunds: { createRefund, isIdempotencyRequired },
    requests: { ...reads, logger, openLimits: limits.open },
    splits: { database },
    statements: reads,
    testClocks: { database, clock },
    transactions: { readTransaction, listTransactions },
    webhooks: { ...reads, secretBox, targetRules: targetRulesOf(config) },
    exams: examDepsOf(appContext, parts),
  };
}

/** The counts of the rate limits: those of the machine, or Redis's. */
async function openCounts({ config, logger, limits: { counts } }: AppContext) {
  if (!config.redisUrl) return { ...counts, close: async () => {} };
  const { openRedisCounts } = await import('#src/platform/work/redis-counts.ts');
  return openRedisCounts(config.redisUrl, logger, counts);
}

/** Counts the use of key pairs in memory and writes the counts every few seconds. */
function openUsageCount({ database, clock, logger }: AppContext) {
  const usage = createUsageCounter(database, clock);
  const poller = startPoller({
    name: 'credential-usage',
    intervalMs: USAGE_INTERVAL_MS,
    work: usage.flush,
    logger,
  });
  const close = async (): Promise<void> => {
    await poller.stop();
    await usage
      .flush()
      .catch((error: unknown) => logger.warn({ err: error }, 'the use of keys was not written'));
  };
  return { count: usage.count, close };
}
