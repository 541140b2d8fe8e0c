import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyPluginAsync } from 'fastify';
import { taxIdFaults } from '#src/accounts/merchants/tax-id-of-request.ts';
import { type CancelRoutesDeps, cancelChargeRoute } from '#src/charges/cancel-charge-routes.ts';
import { type ChargeRoutesDeps, createChargeRoute } from '#src/charges/charge-routes.ts';
import { type LinkRoutesDeps, paymentLinkRoutes } from '#src/charges/links/link-routes.ts';
import { productRoutes } from '#src/charges/links/products/product-routes.ts';
import { type QrImageDeps, qrImageRoute } from '#src/charges/qr-image/qr-image-routes.ts';
import { splitPreviewRoute } from '#src/charges/split-preview-routes.ts';
import { listSplitsRoute, type SplitRoutesDeps } from '#src/charges/splits/split-routes.ts';
import {
  payTestChargeRoute,
  type TestPaymentRoutesDeps,
} from '#src/charges/test-payment-routes.ts';
import {
  type DisputeRoutesDeps,
  defendDisputeRoute,
  listDisputesRoute,
  readDisputeRoute,
} from '#src/disputes/dispute-routes.ts';
import {
  closeTestDisputeRoute,
  openTestDisputeRoute,
  type TestDisputeDeps,
} from '#src/disputes/test-dispute-routes.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { type BalanceRoutesDeps, balanceRoute } from '#src/ledger/balance-routes.ts';
import { createPayoutRoute, type PayoutRoutesDeps } from '#src/money-out/payouts/payout-routes.ts';
import { createRefundRoute, type RefundRoutesDeps } from '#src/money-out/refunds/refund-routes.ts';
import { type ReceiptRouteDeps, receiptRoute } from '#src/reports/receipts/receipt-routes.ts';
import {
  type RequestStreamRoutesDeps,
  streamRequestsRoute,
} from '#src/reports/request-records/request-stream-routes.ts';
import {
  type StatementRoutesDeps,
  statementRoute,
} from '#src/reports/statements/statement-routes.ts';
import {
  listTransactionsRoute,
  readTransactionRoute,
  type TransactionRoutesDeps,
} from '#src/reports/transactions/transaction-routes.ts';
import { testClockRoutes } from '#src/test-world/clocks/clock-routes.ts';
import type { ClockDeps } from '#src/test-world/clocks/manage-clocks.ts';
import { webhookEndpointRoutes } from '#src/webhooks/endpoints/endpoint-routes.ts';
import { endpointStepRoutes } from '#src/webhooks/endpoints/endpoint-step-routes.ts';
import type { EndpointDeps } from '#src/webhooks/endpoints/manage-endpoints.ts';
import type { ExamDeps } from '#src/webhooks/exams/create-exam.ts';
import { webhookExamRoutes } from '#src/webhooks/exams/exam-routes.ts';
import {
  type EventRoutesDeps,
  listAttemptsRoute,
  listEventsRoute,
  readEventRoute,
} from '#src/webhooks/feed/event-routes.ts';
import {
  type EventStreamRoutesDeps,
  streamEventsRoute,
} from '#src/webhooks/feed/event-stream-routes.ts';
import { resendEventRoute } from '#src/webhooks/feed/resend-event-routes.ts';
import { webhookScenarioRoute } from '#src/webhooks/feed/webhook-scenario-routes.ts';
import { createCallerCheck, createMerchantGuard, type GuardDeps } from './merchant-guard.ts';
import { createSandboxBodyLimit } from './sandbox-limits.ts';

/** The dependencies of the guard and of each feature's routes. */
export interface MerchantApiDeps {
  readonly guard: GuardDeps;
  readonly charges: ChargeRoutesDeps & TestPaymentRoutesDeps & CancelRoutesDeps & QrImageDeps;
  readonly disputes: DisputeRoutesDeps & TestDisputeDeps;
  readonly events: EventRoutesDeps & Omit<EventStreamRoutesDeps, 'readCaller'>;
  readonly ledger: BalanceRoutesDeps;
  readonly paymentLinks: LinkRoutesDeps;
  readonly payouts: PayoutRoutesDeps;
  readonly receipts: ReceiptRouteDeps;
  readonly refunds: RefundRoutesDeps;
  readonly requests: Omit<RequestStreamRoutesDeps, 'readCaller'>;
  readonly splits: SplitRoutesDeps;
  readonly statements: StatementRoutesDeps;
  readonly testClocks: ClockDeps;
  readonly transactions: TransactionRoutesDeps;
  readonly webhooks: EndpointDeps;
  readonly exams: ExamDeps;
}

/** The API for merchants' programs: every operation under /v1, behind one guard. */
export function merchantApi(deps: MerchantApiDeps): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRoute', ({ method, url, config }) => {
      if (!config?.keyScope) throw new Error(`${String(method)} ${url} declares no scope`);
    });
    app.addHook('onRequest', createMerchantGuard(deps.guard));
    // Kept for the log of requests, which masks it.
    app.addHook('onSend', (_request, reply, payload, done) => {
      if (typeof payload === 'string') reply.answerText = payload;
      done(null, payload);
    });
    // A missing body is refused as `invalid_json`; a body of another shape has its faults listed.
    app.addHook('preValidation', (request, _reply, done) => {
      const { schema, config } = request.routeOptions;
      if (config.isBodyOptional) request.body ??= {};
      const isMissing = schema?.body && request.body === undefined;
      done(isMissing ? new Refusal('invalid_json') : undefined);
    });
    app.addHook('preValidation', createSandboxBodyLimit(deps.guard.sandboxLimits));
    app.addHook('preHandler', (request, _reply, done) => {
      const fields = taxIdFaults(request);
      done(fields.length > 0 ? new Refusal('invalid_request', { fields }) : undefined);
    });
    for (const route of routesOf(deps)) await app.register(route);
  };
}

function routesOf(deps: MerchantApiDeps): FastifyPluginAsyncTypebox[] {
  const readCaller = createCallerCheck(deps.guard);
  return [
    createChargeRoute(deps.charges),
    qrImageRoute(deps.charges),
    payTestChargeRoute(deps.charges),
    cancelChargeRoute(deps.charges),
    createPayoutRoute(deps.payouts),
    createRefundRoute(deps.refunds),
    listDisputesRoute(deps.disputes),
    readDisputeRoute(deps.disputes),
    defendDisputeRoute(deps.disputes),
    openTestDisputeRoute(deps.disputes),
    closeTestDisputeRoute(deps.disputes),
    balanceRoute(deps.ledger),
    statementRoute(deps.statements),
    testClockRoutes(deps.testClocks),
    paymentLinkRoutes(deps.paymentLinks),
    productRoutes(deps.paymentLinks),
    listSplitsRoute(deps.splits),
    splitPreviewRoute(deps.splits),
    readTransactionRoute(deps.transactions),
    receiptRoute(deps.receipts),
    listTransactionsRoute(deps.transactions),
    listEventsRoute(deps.events),
    readEventRoute(deps.events),
    listAttemptsRoute(deps.events),
    resendEventRoute(deps.events),
    webhookScenarioRoute(deps.events),
    webhookExamRoutes(deps.exams),
    webhookEndpointRoutes(deps.webhooks),
    endpointStepRoutes(deps.webhooks),
    streamEventsRoute({ ...deps.events, readCaller }),
    streamRequestsRoute({ ...deps.requests, readCaller }),
  ];
}
