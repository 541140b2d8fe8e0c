import type { IncomingHttpHeaders } from 'node:http';
import type { AttemptCounter } from '#src/accounts/auth/attempt-limits.ts';
import type { AuthDeps } from '#src/accounts/auth/auth-deps.ts';
import type { AuthLibrary } from '#src/accounts/auth/auth-library.ts';
import { readView } from '#src/accounts/auth/merchant-view/view-merchant.ts';
import { readSession } from '#src/accounts/auth/read-session.ts';
import { checkSecondFactor, refuseReplacedFactor } from '#src/accounts/auth/second-factor.ts';
import { checkAmount } from '#src/charges/divide-charge.ts';
import type { QrImages } from '#src/charges/qr-image/qr-image.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { shareOfDatabase } from '#src/ground/database/database-share.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { readAlerts } from '#src/messages/alerts/read-alerts.ts';
import type { ReceiptDeps } from '#src/reports/receipts/draw-receipt.ts';
import { limitSearches } from '#src/reports/transactions/limit-searches.ts';
import { liveKeyCheck } from '#src/webhooks/exams/create-exam.ts';
import type { ApiBatchers } from './compose-batchers.ts';
import { composeCorrections, EXECUTION_CODES } from './compose-corrections.ts';
import { disputeDepsOf } from './compose-disputes.ts';
import { examDepsOf } from './compose-exams.ts';
import { brandOf, type Exports } from './compose-exports.ts';
import { type AppContext, targetRulesOf } from './context.ts';
import type { OperatorApiDeps } from './http/operator-api.ts';
import type { PanelApiDeps } from './http/panel-api.ts';
import { createMemberCheck, type PanelGuardDeps } from './http/panel-guard.ts';
import { createPanelLimits } from './http/panel-limits.ts';
import type { PanelRoutesDeps } from './http/panel-routes.ts';
import type { RateLimits } from './http/rate-limit.ts';
import { createSandboxLimits, type SandboxLimits } from './http/sandbox-limits.ts';
import type { LimitVisit } from './http/visit-limits.ts';
import { merchantReadsOf } from './merchant-reads.ts';

/** Connections of the pool for the panel's reads; all others are left to payments. */
const READS_AT_ONCE = 5;

/** The dependencies of the panel besides the context of the process. */
export interface PanelParts {
  readonly auth: AuthLibrary;
  readonly rateLimits: RateLimits;
  readonly limitVisit: LimitVisit;
  readonly sandboxLimits: SandboxLimits;
  readonly batchers: ApiBatchers;
  readonly receipts: ReceiptDeps;
  readonly qrImages: QrImages;
  readonly exports: Exports;
}

/** The dependencies of the panel, by feature. */
export function composePanel(appContext: AppContext, parts: PanelParts): PanelRoutesDeps {
  const { config, database, clock } = appContext;
  const { auth, rateLimits, exports } = parts;
  const sessionGuard: PanelGuardDeps = {
    readSession: (headers: IncomingHttpHeaders) => readSession({ database, auth }, headers),
    readView: (operator) => readView({ database, clock }, operator),
    limitVisit: parts.limitVisit,
    panelOrigins: new Set([config.appUrl, config.baseUrl].map((url) => new URL(url).origin)),
  };
  const shared: Shared = {
    appContext,
    guard: {
      ...sessionGuard,
      limitRequests: createPanelLimits(rateLimits, exports.limit, parts.sandboxLimits),
      sandboxLimits: parts.sandboxLimits,
      checkSecondFactor: (userId, code) =>
        checkSecondFactor({ database, clock, auth }, userId, code),
      refuseReplacedFactor: (userId) => refuseReplacedFactor({ database, clock }, userId),
    },
    reads: {
      database: shareOfDatabase(database, READS_AT_ONCE),
      exportDatabase: exports.database,
      clock: appContext.clock,
    },
  };
  return {
    account: { guard: shared.guard, auth: authDepsOf(appContext, parts) },
    merchants: merchantPanelDeps(shared, parts),
    operators: operatorPanelDeps(shared),
  };
}

interface Shared {
  readonly appContext: AppContext;
  readonly guard: PanelApiDeps['guard'];
  readonly reads: {
    readonly database: Database;
    readonly exportDatabase: Database;
    readonly clock: Clock;
  };
}

/** The budgets of the public sandbox, of its key and its user of the panel together. */
export function sandboxLimitsOf({ config }: AppContext, rateLimits: RateLimits): SandboxLimits {
  return createSandboxLimits({
    ...{ rateLimits, clientId: config.sandbox.clientId },
    limitPerMinute: config.defaultRateLimitPerMinute,
    limitOfAllPerMinute: config.sandbox.rateLimitPerMinute,
  });
}

function authDepsOf(appContext: AppContext, { auth, rateLimits }: PanelParts): AuthDeps {
  const { config, database, clock, mailer, passwords } = appContext;
  const { sandbox } = config;
  return {
    ...{ database, clock, mailer, passwords, auth },
    attempts: attemptCounterOf(rateLimits),
    fees: config.fees,
    sandboxLogIn: {
      email: sandbox.email.toLowerCase(),
      password: sandbox.password,
      client_id: sandbox.clientId,
      client_secret: sandbox.clientSecret,
      webhook_secret: sandbox.webhookSecret,
    },
    bankName: config.bank?.provider,
  };
}

function merchantPanelDeps(
  { appContext, guard, reads }: Shared,
  { batchers, rateLimits, receipts, qrImages }: PanelParts,
): PanelApiDeps {
  const { config, logger, secretBox, mailer } = appContext;
  const { createCharge, payTestCharge, cancelCharge, createPayout, createRefund } = batchers;
  const { readBalance, readTransaction } = batchers;
  return {
    guard,
    audit: reads,
    charges: {
      ...{ createCharge, payTestCharge, cancelCharge },
      isIdempotencyRequired: config.isIdempotencyRequired,
    },
    disputes: { ...reads, defendDispute: batchers.defendDispute },
    liveUpdates: {
      ...{ ...reads, logger, readMember: createMemberCheck(guard) },
      openLimits: appContext.limits.open,
    },
    merchants: { ...reads, secretBox, checkLiveKey: liveKeyCheck(config) },
    notifications: reads,
    requestLog: reads,
    overview: { ...reads, readBalance },
    paymentLinks: { ...reads, checkAmount },
    paymentPage: {
      ...{ ...reads, qrImages, platform: config.brand },
      accountHolder: config.bank?.accountHolder,
    },
    payouts: {
      ...reads,
      createPayout,
      canSend: batchers.canSend,
      paymentDelaySeconds: config.sandbox.paymentDelaySeconds,
      secretBox,
      sandboxMerchantId: appContext.sandboxMerchantId,
      targetRules: targetRulesOf(config),
    },
    receipts,
    refunds: { createRefund },
    splits: reads,
    statements: { ...reads, ...brandOf(receipts) },
    team: { ...reads, mailer, attempts: attemptCounterOf(rateLimits) },
    transactions: { ...reads, readTransaction, runSearch: limitSearches(appContext.database) },
    transfers: {
      ...reads,
      countLookUp: (merchantId, { max, seconds }) =>
        rateLimits.countAttempt(`recipients ${merchantId}`, max, seconds),
    },
    webhooks: { ...reads, secretBox, targetRules: targetRulesOf(config) },
    exams: examDepsOf(appContext, { batchers, rateLimits }),
  };
}

function operatorPanelDeps({ appContext, guard, reads }: Shared): OperatorApiDeps {
  const { config, logger, passwords, secretBox, mailer, sandboxMerchantId, alertReaders } =
    appContext;
  const { adjustments, orders, execute } = composeCorrections(appContext);
  return {
    guard,
    adjustments: { ...adjustments, ...reads },
    audit: reads,
    auth: { ...reads, passwords, mailer },
    disputes: { ...disputeDepsOf(appContext), ...reads },
    incomingPayments: { ...reads, mailer },
    ledger: reads,
    mail: { ...reads, secretBox, isSmtpConfigured: config.smtp !== undefined },
    merchants: {
      ...reads,
      ...merchantReadsOf(reads),
      secretBox,
      mailer,
      defaultRateLimitPerMinute: config.defaultRateLimitPerMinute,
    },
    orderResolutions: { ...orders, ...reads },
    overview: { ...reads, readAlerts: () => readAlerts(alertReaders, logger) },
    payouts: reads,
    proposals: { ...reads, execute, executionCodes: EXECUTION_CODES },
    reconciliation: { ...reads, sandboxMerchantId, bankName: config.bank?.provider },
  };
}

/** Counts the attempts of the log-in by the limiter of the API. */
function attemptCounterOf(rateLimits: RateLimits): AttemptCounter {
  return {
    clientNetwork,
    undo: rateLimits.undoAttempt,
    count: async (name, { max, seconds }) => {
      const budget = await rateLimits.countAttempt(name, max, seconds);
      return budget.isExceeded ? budget.resetSeconds : undefined;
    },
  };
}
