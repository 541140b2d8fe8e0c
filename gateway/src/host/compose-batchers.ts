import { authenticateCallers } from '#src/accounts/merchants/credentials/authenticate.ts';
import type { LiveBank } from '#src/bank/live-bank.ts';
import { type Cancellation, cancelCharges } from '#src/charges/cancel-charges.ts';
import type { Charge } from '#src/charges/charge.ts';
import { createCharges } from '#src/charges/create-charges.ts';
import type { LinkPageDeps } from '#src/charges/link-page/link-page-routes.ts';
import { findLinks } from '#src/charges/links/find-links.ts';
import type { PaymentLink } from '#src/charges/links/payment-link.ts';
import { type ChargeToPay, payTestCharges } from '#src/charges/pay-test-charges.ts';
import type { PaymentPageDeps } from '#src/charges/payment-page/payment-page-routes.ts';
import { readPayables } from '#src/charges/payment-page/read-payables.ts';
import type { ChargeRequest } from '#src/charges/plan-charges.ts';
import { readCodes } from '#src/charges/read-charges.ts';
import { type DefenseRequest, defendDisputes } from '#src/disputes/defend-disputes.ts';
import type { NamedDispute } from '#src/disputes/read-disputes.ts';
import {
  closeTestDisputes,
  openTestDisputes,
  type TestClosing,
  type TestDispute,
} from '#src/disputes/test-disputes.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import type { Page } from '#src/ground/database/read-page.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { type CreatedResource, withKeyOfClock } from '#src/ground/idempotency/create-under-keys.ts';
import { readBalances } from '#src/ledger/read-balance.ts';
import { createPayouts } from '#src/money-out/payouts/create-payouts.ts';
import type { PayoutRequest } from '#src/money-out/payouts/payout-request.ts';
import { createRefunds } from '#src/money-out/refunds/create-refunds.ts';
import type { RefundRequest } from '#src/money-out/refunds/refund-request.ts';
import {
  isPlainPage,
  listTransactionPages,
  listTransactions,
  type TransactionFilter,
} from '#src/reports/transactions/list-transactions.ts';
import {
  readTransactions,
  type TransactionDetails,
} from '#src/reports/transactions/read-transactions.ts';
import { liveCancellations, liveCharges } from './compose-bank.ts';
import { disputeDepsOf } from './compose-disputes.ts';
import { clockedBatcher, clockFinder } from './compose-test-clocks.ts';
import { type AppContext, batcherOf } from './context.ts';
import type { MerchantApiDeps } from './http/merchant-api.ts';

/** The operations whose concurrent requests share a transaction or a query. */
export interface ApiBatchers {
  /** Whether a bank is configured that sends payouts. */
  readonly canSend: boolean;
  readonly authenticate: MerchantApiDeps['guard']['authenticate'];
  readonly createCharge: MerchantApiDeps['charges']['createCharge'];
  readonly payTestCharge: MerchantApiDeps['charges']['payTestCharge'];
  readonly cancelCharge: MerchantApiDeps['charges']['cancelCharge'];
  readonly readCode: MerchantApiDeps['charges']['readCode'];
  readonly createPayout: MerchantApiDeps['payouts']['createPayout'];
  readonly createRefund: MerchantApiDeps['refunds']['createRefund'];
  readonly defendDispute: MerchantApiDeps['disputes']['defendDispute'];
  readonly openTestDispute: MerchantApiDeps['disputes']['openTestDispute'];
  readonly closeTestDispute: MerchantApiDeps['disputes']['closeTestDispute'];
  readonly readBalance: MerchantApiDeps['ledger']['readBalance'];
  readonly readTransaction: MerchantApiDeps['transactions']['readTransaction'];
  readonly listTransactions: MerchantApiDeps['transactions']['listTransactions'];
  readonly readLink: LinkPageDeps['readLink'];
  /** A batch apart from other charges, which must not wait for the lock of a link. */
  readonly createChargeByLink: LinkPageDeps['createCharge'];
  readonly readPayable: PaymentPageDeps['readPayable'];
}

/** Batches of requests that lock rows of their caller's ledger. */
const ofCaller = {
  queueOf: ({ caller }: { readonly caller: Caller }) =>
    `${caller.merchantId} ${caller.environment}`,
  merchantOf: ({ caller }: { readonly caller: Caller }) => caller.merchantId,
};
/** Batches of items that name their merchant. */
const ofScope = { queueOf: merchantOfScope, merchantOf: merchantOfScope };

/** Makes the batchers of the API. Each operation is named as in the metrics of /metrics. */
export function composeBatchers(appContext: AppContext, bank: LiveBank | undefined): ApiBatchers {
  const batcher = batcherOf(appContext);
  const clocked = clockedBatcher(appContext, batcher);
  const findClock = clockFinder(appContext);
  const { paymentDelaySeconds } = appContext.config.sandbox;
  const canSend = bank?.sending !== undefined;
  const deps = { paymentDelaySeconds, canSend };
  const refundDeps = { paymentDelaySeconds, canRefund: bank !== undefined };
  const oneAtOnce = { atOnce: 1 };
  const two = { atOnce: 2 };
  return {
    canSend,
    createCharge: composeCreateCharge(appContext, bank, batcher),
    ...composeLinks(appContext, bank, batcher),
    authenticate: batcher(
      'authenticate',
      (ids, database) => authenticateCallers(database, ids),
      two,
    ),
    payTestCharge: clocked<ChargeToPay, Charge>({
      name: 'pay-test-charges',
      run: (items, inClock) => payTestCharges(inClock, items),
      settings: { ...oneAtOnce, ...ofScope },
      clockOf: (charge) => findClock('charge', charge),
    }),
    cancelCharge: composeCancel(appContext, bank, batcher),
    createPayout: clocked<PayoutRequest, CreatedResource>({
      name: 'create-payouts',
      run: (items, inClock) => createPayouts({ ...deps, ...inClock }, items),
      settings: { ...oneAtOnce, ...ofCaller },
      clockOf: ({ caller }) => caller.testClockId,
      bind: withKeyOfClock,
    }),
    createRefund: clocked<RefundRequest, CreatedResource>({
      name: 'create-refunds',
      run: (items, inClock) => createRefunds({ ...refundDeps, ...inClock }, items),
      settings: { ...oneAtOnce, ...ofCaller },
      clockOf: ({ caller: { merchantId, environment }, chargeId: id }) =>
        findClock('charge', { merchantId, environment, id }),
      bind: withKeyOfClock,
    }),
    ...composeDisputes(appContext, batcher),
    readBalance: batcher('read-balances', (scopes, database) => readBalances(database, scopes), {
      ...two,
      merchantOf: merchantOfScope,
    }),
    readTransaction: batcher(
      'read-transactions',
      (keys, database) => readTransactions(database, keys),
      { ...two, merchantOf: merchantOfScope },
    ),
    listTransactions: composeList(appContext, batcher),
    readCode: batcher('read-codes', (keys, database) => readCodes(database, keys), {
      ...two,
      merchantOf: merchantOfScope,
    }),
    readPayable: batcher('read-payables', (ids, database) => readPayables(database, ids), two),
  };
}

function composeLinks(
  appContext: AppContext,
  bank: LiveBank | undefined,
  batcher: ReturnType<typeof batcherOf>,
) {
  return {
    createChargeByLink: composeCreateCharge(appContext, bank, (name, run, settings) =>
      batcher(`${name}-by-link`, run, settings),
    ),
    readLink: batcher<string, PaymentLink | undefined>(
      'read-payment-links',
      (ids, database) => findLinks(database, ids),
      { atOnce: 2 },
    ),
  };
}

function composeDisputes(appContext: AppContext, batcher: ReturnType<typeof batcherOf>) {
  const deps = disputeDepsOf(appContext);
  const settings = { atOnce: 1, ...ofScope };
  const clocked = clockedBatcher(appContext, batcher);
  const findClock = clockFinder(appContext);
  return {
    defendDispute: clocked<DefenseRequest, CreatedResource>({
      name: 'defend-disputes',
      run: (items, inClock) => defendDisputes({ ...deps, ...inClock }, items),
      settings: { atOnce: 1, ...ofCaller },
      clockOf: ({ caller: { merchantId, environment }, disputeId: id }) =>
        findClock('dispute', { merchantId, environment, id }),
      bind: withKeyOfClock,
    }),
    openTestDispute: clocked<TestDispute, NamedDispute>({
      name: 'open-test-disputes',
      run: (items, inClock) => openTestDisputes({ ...deps, ...inClock }, items),
      settings,
      clockOf: (charge) => findClock('charge', charge),
    }),
    closeTestDispute: clocked<TestClosing, NamedDispute>({
      name: 'close-test-disputes',
      run: (items, inClock) => closeTestDisputes({ ...deps, ...inClock }, items),
      settings,
      clockOf: (dispute) => findClock('dispute', dispute),
    }),
  };
}

function composeCreateCharge(
  appContext: AppContext,
  bank: LiveBank | undefined,
  batcher: ReturnType<typeof batcherOf>,
): (request: ChargeRequest) => Promise<CreatedResource> {
  const { paymentDelaySeconds } = appContext.config.sandbox;
  const createLive = liveCharges(appContext, bank, batcher);
  const createTest = clockedBatcher(
    appContext,
    batcher,
  )<ChargeRequest, CreatedResource>({
    name: 'create-charges',
    run: (items, inClock) => createCharges({ paymentDelaySeconds, ...inClock }, items),
    settings: { atOnce: 2, ...ofCaller },
    clockOf: ({ clockId, caller }) => clockId ?? caller.testClockId,
    namesClock: true,
    bind: withKeyOfClock,
  });
  return async (request) => {
    if (request.caller.environment === 'test') return createTest.add(request);
    if (request.clockId != null) throw new Refusal('test_clock_not_found');
    return createLive(request);
  };
}

function composeCancel(
  appContext: AppContext,
  bank: LiveBank | undefined,
  batcher: ReturnType<typeof batcherOf>,
): ApiBatchers['cancelCharge'] {
  const findClock = clockFinder(appContext);
  const charges = clockedBatcher(
    appContext,
    batcher,
  )<Cancellation, Charge>({
    name: 'cancel-charges',
    run: (items, inClock) => cancelCharges(inClock, items),
    settings: { atOnce: 1, ...ofScope },
    clockOf: (charge) => findClock('charge', charge),
  });
  const cancelLive = liveCancellations(appContext, bank, charges.add);
  return (request) =>
    request.environment === 'live'
      ? cancelLive(request)
      : charges.add({ ...request, isRemovedAtBank: false });
}

/** Plain pages share a query; a page with a filter of another column has a separate plan. */
function composeList(
  { database }: AppContext,
  batcher: ReturnType<typeof batcherOf>,
): ApiBatchers['listTransactions'] {
  const plain = batcher<TransactionFilter, Page<TransactionDetails>>(
    'list-transactions',
    (filters, limited) => listTransactionPages(limited, filters),
    { atOnce: 2, merchantOf: merchantOfScope },
  );
  return (filter) => (isPlainPage(filter) ? plain.add(filter) : listTransactions(database, filter));
}

function merchantOfScope({ merchantId }: Pick<LedgerScope, 'merchantId'>): string {
  return merchantId;
}
