import type { LedgerScope } from '#src/access/ledger-scope.ts';
import type { Caller } from '#src/access/merchant.ts';
import type { MerchantApiDeps } from '#src/api/merchant-api.ts';
import type { LiveBank } from '#src/banking/live-bank.ts';
import { type Cancellation, cancelCharges } from '#src/charges/cancel-charges.ts';
import type { Charge } from '#src/charges/charge.ts';
import { createCharges } from '#src/charges/create-charges.ts';
import { payTestCharges } from '#src/charges/pay-test-charges.ts';
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
import type { CreatedResource } from '#src/idempotency/create-under-keys.ts';
import { readBalances } from '#src/ledger/read-balance.ts';
import { authenticateCallers } from '#src/merchants/credentials/authenticate.ts';
import type { PaymentPageDeps } from '#src/payment-page/payment-page-routes.ts';
import { readPayables } from '#src/payment-page/read-payables.ts';
import { createPayouts } from '#src/payouts/create-payouts.ts';
import type { Page } from '#src/platform/database/read-page.ts';
import { createRefunds } from '#src/refunds/create-refunds.ts';
import {
  isPlainPage,
  listTransactionPages,
  listTransactions,
  type TransactionFilter,
} from '#src/transactions/list-transactions.ts';
import { readTransactions, type TransactionDetails } from '#src/transactions/read-transactions.ts';
import { liveCancellations, liveCharges } from './compose-bank.ts';
import { disputeDepsOf } from './compose-disputes.ts';
import { type AppContext, batcherOf } from './context.ts';

/** The operations whose concurrent requests share a transaction or a query. */
export interface ApiBatchers {
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
  const { config, clock } = appContext;
  const batcher = batcherOf(appContext);
  const { paymentDelaySeconds } = config.sandbox;
  const deps = { clock, paymentDelaySeconds, canSend: bank?.sending !== undefined };
  const refundDeps = { ...deps, canRefund: bank !== undefined };
  const one = { atOnce: 1 };
  const two = { atOnce: 2 };
  return {
    createCharge: composeCreateCharge(appContext, bank, batcher),
    authenticate: batcher(
      'authenticate',
      (ids, database) => authenticateCallers(database, ids),
      two,
    ),
    payTestCharge: batcher(
      'pay-test-charges',
      (items, database) => payTestCharges({ clock, database }, items),
      { ...one, ...ofScope },
    ),
    cancelCharge: composeCancel(appContext, bank, batcher),
    createPayout: batcher(
      'create-payouts',
      (items, database) => createPayouts({ ...deps, database }, items),
      { ...one, ...ofCaller },
    ),
    createRefund: batcher(
      'create-refunds',
      (items, database) => createRefunds({ ...refundDeps, database }, items),
      { ...one, ...ofCaller },
    ),
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

function composeDisputes(appContext: AppContext, batcher: ReturnType<typeof batcherOf>) {
  const deps = disputeDepsOf(appContext);
  const ofMerchant = { atOnce: 1, ...ofScope };
  return {
    defendDispute: batcher<DefenseRequest, CreatedResource>(
      'defend-disputes',
      (items, database) => defendDisputes({ ...deps, database }, items),
      { atOnce: 1, ...ofCaller },
    ),
    openTestDispute: batcher<TestDispute, NamedDispute>(
      'open-test-disputes',
      (items, database) => openTestDisputes({ ...deps, database }, items),
      ofMerchant,
    ),
    closeTestDispute: batcher<TestClosing, NamedDispute>(
      'close-test-disputes',
      (items, database) => closeTestDisputes({ ...deps, database }, items),
      ofMerchant,
    ),
  };
}

function composeCreateCharge(
  appContext: AppContext,
  bank: LiveBank | undefined,
  batcher: ReturnType<typeof batcherOf>,
): (request: ChargeRequest) => Promise<CreatedResource> {
  const { clock, config } = appContext;
  const deps = { clock, paymentDelaySeconds: config.sandbox.paymentDelaySeconds };
  const createLive = liveCharges(appContext, bank, batcher);
  const createTest = batcher<ChargeRequest, CreatedResource>(
    'create-charges',
    (items, database) => createCharges({ ...deps, database }, items),
    { atOnce: 2, ...ofCaller },
  );
  return (request) =>
    request.caller.environment === 'live' ? createLive(request) : createTest.add(request);
}

function composeCancel(
  appContext: AppContext,
  bank: LiveBank | undefined,
  batcher: ReturnType<typeof batcherOf>,
): ApiBatchers['cancelCharge'] {
  const { clock } = appContext;
  const charges = batcher<Cancellation, Charge>(
    'cancel-charges',
    (items, database) => cancelCharges({ clock, database }, items),
    { atOnce: 1, ...ofScope },
  );
  const cancelLive = liveCancellations(appContext, bank, charges.add);
  return (request) =>
    request.environment === 'live'
      ? cancelLive(request)
      : charges.add({ ...request, isRemovedAtBank: false });
}

/** Plain pages share a query; a filter of another column has a plan of its own. */
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
