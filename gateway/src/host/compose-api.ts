import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { openAuth, openUsageCount } from '#src/accounts/api.ts';
import type { AuthLibrary } from '#src/accounts/auth/auth-library.ts';
import { readView } from '#src/accounts/auth/merchant-view/view-merchant.ts';
import { readSession } from '#src/accounts/auth/read-session.ts';
import { checkSecondFactor, refuseReplacedFactor } from '#src/accounts/auth/second-factor.ts';
import { authenticateCallers } from '#src/accounts/merchants/credentials/authenticate.ts';
import { openBank } from '#src/bank/open-bank.ts';
import { openCharges } from '#src/charges/api.ts';
import { readVolumes } from '#src/charges/daily-totals/read-volumes.ts';
import { isMigrated } from '#src/ground/database/migrate.ts';
import { type ApiContext, openApiContext, type RoomRoutes } from '#src/ground/http/api-context.ts';
import { createRateLimits } from '#src/ground/http/rate-limit.ts';
import { countRecentRequests, type RecentRequests } from '#src/ground/http/recent-requests.ts';
import { watchBuckets } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { incomingProposals } from '#src/incoming/api.ts';
import { payTestScenario } from '#src/incoming/payments/pay-test-scenario.ts';
import { balanceReader } from '#src/ledger/api.ts';
import { refundCreator } from '#src/money-out/api.ts';
import { correctionsOf, EXECUTION_CODES } from '#src/money-out/corrections.ts';
import { receiptsOf, transactionsOf } from '#src/reports/api.ts';
import { drawReceipt } from '#src/reports/receipts/draw-receipt.ts';
import type { ApiParts, Openings, Room, WorkParts } from '#src/room.ts';
import { loadParts } from '#src/rooms.ts';
import { clockTimes } from '#src/test-world/clocks/clock-times.ts';
import type { AppContext } from './context.ts';
import { certificateReader } from './http/client-certificate.ts';
import { createCallerCheck, type GuardDeps } from './http/merchant-guard.ts';
import type { PanelGuard } from './http/panel-api.ts';
import { createMemberCheck } from './http/panel-guard.ts';
import { createPanelLimits } from './http/panel-limits.ts';
import type { PanelRoutesDeps } from './http/panel-routes.ts';
import { createSandboxLimits } from './http/sandbox-limits.ts';
import { buildServer, type ServerDeps } from './http/server.ts';
import type { StandardGuardDeps } from './http/standard-api.ts';
import { serveByTls } from './http/tls-door.ts';
import { faultsOfBody } from './http/validation.ts';
import { createVisitLimit, type LimitVisit } from './http/visit-limits.ts';
import { callbackReadsOf, openingsOf, tellPayersOf } from './option-parts.ts';

/** The keys of the examples while the public sandbox is closed. */
const KEYS_TO_FILL_IN = {
  isOpen: false,
  clientId: 'svc_pk_test_SUA_CHAVE',
  clientSecret: 'svc_sk_test_SEU_SEGREDO',
  webhookSecret: 'whsec_SEU_SEGREDO',
};

/** Builds the HTTP server with the routes of all rooms. It does not listen yet. */
export async function composeApi(appContext: AppContext): Promise<FastifyInstance & RunningWork> {
  const { config, database, logger, metrics, rooms } = appContext;
  const bank = await openBank(appContext);
  const counts = await openCounts(appContext);
  const rateLimits = createRateLimits(counts);
  const limitVisit = createVisitLimit(rateLimits);
  const recentRequests = countRecentRequests(appContext.clock, '/v1');
  const api = openApiContext(appContext, rateLimits);
  const usage = openUsageCount(api);
  const options = await openingsOf(rooms);
  const records = options.requestRecords?.(appContext);
  const auth = openAuth(api);
  const certificateOf = certificateReader(config.apiPix.certificateHeader);
  const readToken = await tokenReaderOf(appContext, api, certificateOf);
  const guards = guardsOf(api, { auth, limitVisit, readToken, countUse: usage.count });
  const tellPayers = await tellPayersOf(rooms);
  const callbackReads = await callbackReadsOf(rooms);
  const parts = partsOf(appContext, {
    api,
    auth,
    bank,
    guards,
    certificateOf,
    recentRequests,
    tellPayers,
    callbackReads,
    options,
  });
  const app = await buildServer({
    logger,
    trustProxy: config.trustProxy,
    limitVisit,
    observeRequest: (request) => {
      metrics.observeRequest(request);
      recentRequests.count(request);
    },
    recordRequest: records?.record,
    requestLog: records?.log,
    requestTracing: appContext.telemetry?.requests,
    operation: {
      renderMetrics: appContext.renderMetrics,
      metricsToken: config.metricsToken,
      isExposed: config.isExposed,
      isReady: () => isMigrated(database),
    },
    reference: {
      brand: config.brand,
      baseUrl: config.baseUrl,
      sandboxKeys: config.sandbox.isOpen ? config.sandbox : KEYS_TO_FILL_IN,
    },
    eventSchemas: Object.assign({}, ...(await loadParts(rooms, (room) => room.eventSchemas))),
    ...(await routesOf(appContext.rooms, api, parts, guards)),
  });
  const { tls, certificateHeader } = config.apiPix;
  if (tls) serveByTls(app, { host: config.host, tls, certificateHeader });
  const buckets = watchBuckets(appContext);
  app.addHook('onClose', async () => {
    await Promise.all([usage.close(), records?.close()]);
    await buckets.stop();
    await Promise.all([counts.close(), auth.close(), bank?.close()]);
  });
  return Object.assign(app, { stop: () => app.close().then(() => {}) });
}

interface Guards {
  readonly merchants: StandardGuardDeps;
  readonly panel: PanelGuard;
}

interface Parts {
  readonly api: ApiContext;
  readonly auth: AuthLibrary;
  readonly bank: Awaited<ReturnType<typeof openBank>>;
  readonly guards: Guards;
  readonly certificateOf: ApiParts['certificateOf'];
  readonly recentRequests: RecentRequests;
  readonly tellPayers: WorkParts['tellPayers'];
  readonly callbackReads: ApiParts['callbackReads'];
  readonly options: Partial<Openings>;
}

/** The routes of rooms. */
async function routesOf(
  records: readonly Room[],
  api: ApiContext,
  parts: ApiParts,
  guards: Guards,
): Promise<Pick<ServerDeps, 'guard' | 'api' | 'standard' | 'panel' | 'open'>> {
  const apis = await loadParts(records, (room) => room.api);
  const rooms = apis.map((routes) => routes(api, parts));
  const all = (part: keyof RoomRoutes): FastifyPluginAsync[] =>
    rooms.flatMap((room) => room[part] ?? []);
  const panel: PanelRoutesDeps = {
    guard: guards.panel,
    logIn: all('visitors'),
    ownAccount: all('ownAccount'),
    members: all('panel'),
    operators: all('operators'),
  };
  const programs = { guard: guards.merchants, api: all('api'), standard: all('standard') };
  return { ...programs, panel, open: all('open') };
}

/** The parts of the rooms that other rooms use. */
function partsOf(
  { alertReaders }: AppContext,
  {
    api,
    auth,
    bank,
    guards,
    certificateOf,
    recentRequests,
    tellPayers,
    callbackReads,
    options,
  }: Parts,
): ApiParts {
  const clocks = clockTimes(api, api.batcher);
  const { customers } = options;
  const transactions = transactionsOf(api, customers?.openIndex(api));
  const receipts = receiptsOf(api);
  const ofBank = { bank, clocks };
  const subscriptions = options.subscriptions?.(api, {
    ...ofBank,
    addPayers: async (...payers) => transactions.customers?.addPayers(...payers),
    tellPayers,
  });
  return {
    ...ofBank,
    auth,
    readVolumes,
    executionCodes: [...EXECUTION_CODES, ...incomingProposals.codes],
    checkLiveKey: options.liveKeyCheck?.(api.config),
    execute: { ...correctionsOf(api).execute, ...incomingProposals.execute },
    hasLiveSubscriptions: subscriptions?.live.isOffered === true,
    subscriptions,
    charges: openCharges(api, ofBank),
    limitCheck: options.limitCheck?.(),
    payScenario: (payment) => payTestScenario({ ...api, inTimeOf: clocks.inTimeOfCharge }, payment),
    findFaults: faultsOfBody,
    drawReceipt: (key, language) => drawReceipt(receipts, key, { reader: 'payer', language }),
    createRefund: refundCreator(api, ofBank),
    chargesOfCustomer: async (scope, customer) =>
      customers?.returnedChargesOf({ ...api.reads, ...transactions }, scope, customer) ?? [],
    authenticate: guards.merchants.authenticate,
    certificateOf,
    readCaller: createCallerCheck(guards.merchants),
    readCharge: transactions.readTransaction.add,
    callbackReads,
    alertReaders,
    readRequests: recentRequests.read,
    readPayerKey: receipts.readKey,
    receipts,
    transactions,
    readBalance: balanceReader(api),
    readMember: createMemberCheck(guards.panel),
  };
}

/** The function that reads tokens of the Central Bank's API. Without that API it finds none. */
async function tokenReaderOf(
  { rooms }: AppContext,
  api: ApiContext,
  certificateOf: ApiParts['certificateOf'],
): Promise<StandardGuardDeps['readToken']> {
  const [readerOf] = await loadParts(rooms, ({ readToken }) => readToken);
  return readerOf?.(api, { certificateOf }) ?? (async () => undefined);
}

/** The guards of the merchants' API and of the panel. */
function guardsOf(
  api: ApiContext,
  parts: {
    readonly auth: AuthLibrary;
    readonly limitVisit: LimitVisit;
    readonly countUse: GuardDeps['countUse'];
    readonly readToken: StandardGuardDeps['readToken'];
  },
): Guards {
  const { config, database, clock, rateLimits } = api;
  const { auth, limitVisit, countUse, readToken } = parts;
  const { defaultRateLimitPerMinute, sandbox } = config;
  const sandboxLimits = createSandboxLimits({
    rateLimits,
    clientId: sandbox.clientId,
    limitPerMinute: defaultRateLimitPerMinute,
    limitOfAllPerMinute: sandbox.rateLimitPerMinute,
  });
  const authenticate: GuardDeps['authenticate'] = api.batcher(
    'authenticate',
    (ids, limited) => authenticateCallers(limited, ids),
    { atOnce: 2 },
  );
  return {
    merchants: {
      authenticate,
      rateLimits,
      countUse,
      defaultRateLimitPerMinute,
      sandboxLimits,
      readToken,
    },
    panel: {
      limitVisit,
      sandboxLimits,
      readSession: (headers: IncomingHttpHeaders) => readSession({ database, auth }, headers),
      readView: (operator) => readView({ database, clock }, operator),
      panelOrigins: new Set([config.appUrl, config.baseUrl].map((url) => new URL(url).origin)),
      limitRequests: createPanelLimits(rateLimits, api.limitExport, sandboxLimits),
      checkSecondFactor: (userId, code) =>
        checkSecondFactor({ database, clock, auth }, userId, code),
      refuseReplacedFactor: (userId) => refuseReplacedFactor({ database, clock }, userId),
    },
  };
}

/** The counts of the rate limits: those of the machine, or Redis's. */
async function openCounts({ config, logger, limits: { counts } }: AppContext) {
  if (!config.redisUrl) return { ...counts, close: async () => {} };
  const { openRedisCounts } = await import('#src/ground/work/redis-counts.ts');
  return openRedisCounts(config.redisUrl, logger, counts);
}
