import type { FastifyInstance } from 'fastify';
import { createAuthLibrary } from '#src/accounts/auth/auth-library.ts';
import { createUsageCounter } from '#src/accounts/merchants/credentials/count-usage.ts';
import { findMerchantById } from '#src/accounts/merchants/find-merchant.ts';
import { checkAmount } from '#src/charges/divide-charge.ts';
import type { LinkPageDeps } from '#src/charges/link-page/link-page-routes.ts';
import { findImage } from '#src/charges/links/products/read-products.ts';
import { readLook } from '#src/charges/payment-page/change-page-look.ts';
import { createPayerLogos } from '#src/charges/payment-page/payer-logos.ts';
import type { PaymentPageDeps } from '#src/charges/payment-page/payment-page-routes.ts';
import { createQrImages, type QrImages } from '#src/charges/qr-image/qr-image.ts';
import type { RenewalDeps } from '#src/charges/renew-charge.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import { shareOfDatabase } from '#src/ground/database/database-share.ts';
import { isMigrated } from '#src/ground/database/migrate.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { startPoller } from '#src/ground/work/poller.ts';
import { payTestScenario } from '#src/incoming/payments/pay-test-scenario.ts';
import { drawReceipt, type ReceiptDeps } from '#src/reports/receipts/draw-receipt.ts';
import { createRequestLog } from '#src/reports/request-records/log/log-requests.ts';
import { createRequestRecorder } from '#src/reports/request-records/record-requests.ts';
import { watchBuckets } from './bucket-poller.ts';
import { callbacksOf, openBank } from './compose-bank.ts';
import { type ApiBatchers, composeBatchers } from './compose-batchers.ts';
import { examDepsOf } from './compose-exams.ts';
import { brandOf, type Exports, exportsOf, receiptsOf } from './compose-exports.ts';
import { composePanel, sandboxLimitsOf } from './compose-panel.ts';
import { inTimeOfCharge } from './compose-test-clocks.ts';
import { type AppContext, type Running, targetRulesOf } from './context.ts';
import type { MerchantApiDeps } from './http/merchant-api.ts';
import { createRateLimits, type RateLimits } from './http/rate-limit.ts';
import type { SandboxLimits } from './http/sandbox-limits.ts';
import { buildServer } from './http/server.ts';
import { createVisitLimit } from './http/visit-limits.ts';

const USAGE_INTERVAL_MS = 5_000;
/** Connections of the pool for readers of events; all others are left to payments. */
const READS_AT_ONCE = 4;

/** Builds the HTTP server and gives each feature its dependencies. It does not listen yet. */
export async function composeApi(appContext: AppContext): Promise<FastifyInstance & Running> {
  const { config, database, clock, logger, metrics } = appContext;
  const bank = await openBank(appContext);
  const counts = await openCounts(appContext);
  const rateLimits = createRateLimits(counts);
  const limitVisit = createVisitLimit(rateLimits);
  const sandboxLimits = sandboxLimitsOf(appContext, rateLimits);
  const usage = openUsageCount(appContext);
  const recorder = createRequestRecorder(appContext);
  const requestLog = openRequestLog(appContext);
  const auth = createAuthLibrary({ ...appContext, appUrl: config.appUrl, brand: config.brand });
  const batchers = composeBatchers(appContext, bank);
  const receipts = receiptsOf(appContext);
  const exports = exportsOf(appContext, rateLimits);
  const qrImages = createQrImages();
  const app = await buildServer({
    logger,
    trustProxy: config.trustProxy,
    ...{ limitVisit, observeRequest: metrics.observeRequest },
    ...{ recordRequest: recorder.add, requestLog },
    requestTracing: appContext.telemetry?.requests,
    operation: {
      renderMetrics: appContext.renderMetrics,
      metricsToken: config.metricsToken,
      isExposed: config.isExposed,
      isReady: () => isMigrated(database),
    },
    reference: { brand: config.brand, baseUrl: config.baseUrl, sandboxKeys: config.sandbox },
    merchantApi: merchantApiOf(appContext, {
      ...{ batchers, rateLimits, sandboxLimits, qrImages, receipts, exports },
      countUse: usage.count,
    }),
    panel: composePanel(appContext, {
      ...{ auth, rateLimits, limitVisit, sandboxLimits },
      ...{ batchers, receipts, exports, qrImages },
    }),
    paymentPage: paymentPageOf(appContext, { batchers, rateLimits, qrImages, receipts }),
    receiptCheck: {
      ...receipts,
      countCheck: (address, limit) =>
        rateLimits.countRequest(`comprovante ${clientNetwork(address)}`, limit),
    },
    linkPage: linkPageOf(appContext, { batchers, rateLimits, hasLiveBank: bank !== undefined }),
    callbacks: { database, clock, callbacks: callbacksOf(appContext) },
  });
  const buckets = watchBuckets(appContext);
  app.addHook('onClose', async () => {
    await Promise.all([usage.close(), recorder.close(), requestLog.close()]);
    await buckets.stop();
    await Promise.all([counts.close(), auth.close(), bank?.close()]);
  });
  return Object.assign(app, { stop: () => app.close().then(() => {}) });
}

function paymentPageOf(
  appContext: AppContext,
  parts: Pick<ApiParts, 'batchers' | 'rateLimits' | 'qrImages' | 'receipts'>,
): PaymentPageDeps {
  const { database, clock, logger } = appContext;
  const { batchers, rateLimits, qrImages, receipts } = parts;
  const { readPayable } = batchers;
  return {
    ...{ database, clock, logger, readPayable, qrImages },
    drawReceipt: (key, language) => drawReceipt(receipts, key, { reader: 'payer', language }),
    accountHolder: appContext.config.bank?.accountHolder,
    platform: appContext.config.brand,
    renewals: renewalsOf(appContext, batchers),
    openLimits: appContext.limits.open,
    countVisit: ({ address, name }, limit) =>
      rateLimits.countRequest(`pagar ${clientNetwork(address)} ${name}`, limit),
  };
}

function renewalsOf({ database }: AppContext, batchers: ApiBatchers): RenewalDeps {
  return {
    ...{ database, createCharge: batchers.createChargeByLink },
    findMerchant: (merchantId) => findMerchantById(database, merchantId),
  };
}

function linkPageOf(
  { config, database, clock }: AppContext,
  {
    batchers,
    rateLimits,
    hasLiveBank,
  }: Pick<ApiParts, 'batchers' | 'rateLimits'> & {
    readonly hasLiveBank: boolean;
  },
): LinkPageDeps {
  const { readLink, createChargeByLink } = batchers;
  return {
    ...{ clock, readLink, hasLiveBank, createCharge: createChargeByLink },
    platform: config.brand,
    readLook: (merchantId) => readLook(database, merchantId),
    sendLogo: createPayerLogos(database),
    findMerchant: (merchantId) => findMerchantById(database, merchantId),
    findImage: async (id) => findImage(database, id),
    count: (name, limit) => rateLimits.countRequest(`link ${name}`, limit),
  };
}

interface ApiParts {
  readonly batchers: ApiBatchers;
  readonly rateLimits: RateLimits;
  readonly sandboxLimits: SandboxLimits;
  readonly qrImages: QrImages;
  readonly receipts: ReceiptDeps;
  readonly exports: Exports;
  readonly countUse: (caller: Caller) => void;
}

/** The dependencies of the merchants' API, by feature. */
function merchantApiOf(appContext: AppContext, parts: ApiParts): MerchantApiDeps {
  const { config, database, clock, logger, limits, secretBox } = appContext;
  const { isIdempotencyRequired } = config;
  const inTimeOf = inTimeOfCharge(appContext);
  const { batchers, rateLimits, qrImages, receipts, exports, countUse } = parts;
  const { authenticate, createPayout, createRefund } = batchers;
  const { createCharge, payTestCharge, cancelCharge } = batchers;
  const { defendDispute, openTestDispute, closeTestDispute } = batchers;
  const { readBalance, readCode, readTransaction, listTransactions } = batchers;
  const reads = { clock, database: shareOfDatabase(database, READS_AT_ONCE) };
  return {
    guard: {
      ...{ authenticate, rateLimits, countUse },
      defaultRateLimitPerMinute: config.defaultRateLimitPerMinute,
      sandboxLimits: parts.sandboxLimits,
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
    paymentLinks: { database, clock, isIdempotencyRequired, checkAmount },
    payouts: { createPayout, isIdempotencyRequired },
    receipts: {
      ...receipts,
      countReceipt: (merchantId, limit) => rateLimits.countRequest(`receipts ${merchantId}`, limit),
    },
    refunds: { createRefund, isIdempotencyRequired },
    requests: { ...reads, logger, openLimits: limits.open },
    splits: { database },
    statements: {
      ...{ ...reads, ...brandOf(receipts), exportDatabase: exports.database },
      // A fixed network, so that a merchant has one budget of exports over the API.
      limitExport: (id, reply) => exports.limit({ id, network: 'api' }, reply),
    },
    testClocks: { database, clock },
    transactions: { readTransaction, listTransactions },
    webhooks: { ...reads, secretBox, targetRules: targetRulesOf(config) },
    exams: examDepsOf(appContext, parts),
  };
}

/** The counts of the rate limits: those of the machine, or Redis's. */
async function openCounts({ config, logger, limits: { counts } }: AppContext) {
  if (!config.redisUrl) return { ...counts, close: async () => {} };
  const { openRedisCounts } = await import('#src/ground/work/redis-counts.ts');
  return openRedisCounts(config.redisUrl, logger, counts);
}

/** The request logs of the servers that share a set of metrics, in which each metric is unique. */
const requestLogs = new WeakMap<AppContext['metrics'], ReturnType<typeof createRequestLog>[]>();

/** Opens the log of requests and registers the metric of dropped requests. */
function openRequestLog(appContext: AppContext) {
  const { metrics } = appContext;
  const log = createRequestLog(appContext);
  const others = requestLogs.get(metrics);
  if (others) {
    others.push(log);
    return log;
  }
  const logs = [log];
  requestLogs.set(metrics, logs);
  metrics.gauge(
    'pix_gateway_request_log_dropped',
    'Requests that the log of the panel has dropped since the start',
    () => logs.reduce((sum, requestLog) => sum + requestLog.dropped(), 0),
  );
  return log;
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
