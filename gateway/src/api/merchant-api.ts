import type { FastifyPluginAsync } from 'fastify';
import {
  type ChargeRoutesDeps,
  createChargeRoute,
  payTestChargeRoute,
} from '#src/charges/charge-routes.ts';
import { type QrImageDeps, qrImageRoute } from '#src/charges/qr-image/qr-image-routes.ts';
import { type BalanceRoutesDeps, balanceRoute } from '#src/ledger/balance-routes.ts';
import { taxIdFaults } from '#src/merchants/tax-id-of-request.ts';
import { createPayoutRoute, type PayoutRoutesDeps } from '#src/payouts/payout-routes.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { createRefundRoute, type RefundRoutesDeps } from '#src/refunds/refund-routes.ts';
import {
  listTransactionsRoute,
  readTransactionRoute,
  type TransactionRoutesDeps,
} from '#src/transactions/transaction-routes.ts';
import { createMerchantGuard, type GuardDeps } from './merchant-guard.ts';

export type MerchantApiDeps = GuardDeps &
  ChargeRoutesDeps &
  QrImageDeps &
  PayoutRoutesDeps &
  RefundRoutesDeps &
  BalanceRoutesDeps &
  TransactionRoutesDeps;

/** Anybody can write to the sandbox: its texts are kept several times, so they are limited more. */
const SANDBOX_BODY_BYTES_MAX = 8 * 1_024;

/** The merchants' door: everything a merchant's program can do, behind one guard. */
export function merchantApi(deps: MerchantApiDeps): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', createMerchantGuard(deps));
    // A body that is not there at all is no JSON; one of another shape has its faults listed.
    app.addHook('preValidation', (request, _reply, done) => {
      const { schema, config } = request.routeOptions;
      if (config.isBodyOptional) request.body ??= {};
      const isMissing = schema?.body && request.body === undefined;
      done(isMissing ? new Refusal('invalid_json') : undefined);
    });
    app.addHook('preValidation', (request, _reply, done) => {
      const isTooLarge =
        request.caller?.isSandbox &&
        Buffer.byteLength(JSON.stringify(request.body ?? null)) > SANDBOX_BODY_BYTES_MAX;
      done(isTooLarge ? new Refusal('payload_too_large') : undefined);
    });
    app.addHook('preHandler', (request, _reply, done) => {
      const fields = taxIdFaults(request);
      done(fields.length > 0 ? new Refusal('invalid_request', { fields }) : undefined);
    });
    for (const route of [
      createChargeRoute(deps),
      qrImageRoute(deps),
      payTestChargeRoute(deps),
      createPayoutRoute(deps),
      createRefundRoute(deps),
      balanceRoute(deps),
      readTransactionRoute(deps),
      listTransactionsRoute(deps),
    ]) {
      await app.register(route);
    }
  };
}
