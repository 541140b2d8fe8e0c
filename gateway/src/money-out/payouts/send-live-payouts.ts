import type { SendingBank, SentPayout } from '#src/bank/live-bank.ts';
import { keyOfOrder, type OrderRow } from '#src/bank/orders/order-row.ts';
import {
  beginAttempt,
  type ClaimedOrder,
  type ClaimedRow,
  type OrderSender,
  type SendOrderDeps,
  sendOrders,
} from '#src/bank/orders/send-orders.ts';
import { type OrderFailure, refusalOfWithdrawn } from '#src/bank/orders/withdrawn-orders.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { idFromTxid, txidFromId } from '#src/ground/pix/txid.ts';
import {
  checkPayoutsNow,
  PAYOUT_ORDERS,
  releasePayoutLease,
  takePayoutLease,
} from './due-payout-store.ts';
import { payoutOfOrder } from './payout-read-store.ts';
import type { PayoutOutcome } from './payout-store.ts';
import { type SettleDeps, settlePayouts } from './settle-payouts.ts';
import { lockForSend, selectStopsOfScope } from './stop/payout-stop-store.ts';

// Banks advise against sending from one account before the last payment has been answered.
const PAYOUTS_AT_ONCE = 1;
const REFUSED = { code: 'refused', message: 'O banco não fez o Pix.' };

export interface SendDeps extends SettleDeps, SendOrderDeps {
  readonly sending: SendingBank;
}

/**
 * Takes one step of a live payout that is due. Does nothing while another process has the lease.
 * Throws when the database is away.
 * @returns whether there may be more.
 */
export async function sendLivePayouts(deps: SendDeps): Promise<boolean> {
  const now = deps.clock.now();
  const until = new Date(now + deps.bankLeaseMs);
  if ((await takePayoutLease(deps.database, { at: now, until })) === 0) return false;
  try {
    return await sendOrders(deps, PAYOUT_ORDERS, senderOf(deps), PAYOUTS_AT_ONCE);
  } finally {
    await releasePayoutLease(deps.database, { until });
  }
}

function senderOf(deps: SendDeps): OrderSender<OrderRow, SentPayout, PayoutOutcome> {
  const { database, sending } = deps;
  return {
    find: ({ id }) => sending.findPayout(txidFromId(id)),
    send: (row) => sending.sendPayout(orderOf(row)),
    begin: (order, at) => beginUnlessStopped(database, order, at),
    endOf,
    failed,
    settle: (outcome) => database.transaction((tx) => settlePayouts(deps, tx, [outcome])),
  };
}

function orderOf(row: OrderRow) {
  const { id, amount, pixKey, pixKeyType, beneficiary, externalId } = payoutOfOrder(row);
  return {
    id: txidFromId(id),
    amount,
    pixKey,
    pixKeyType,
    beneficiaryDocument: beneficiary.document,
    description: externalId ?? undefined,
  };
}

function beginUnlessStopped(database: Database, order: ClaimedOrder, at: Date): Promise<boolean> {
  return database.transaction(async (tx) => {
    lockForSend(tx);
    // A separate statement, because on a cluster the stops are on another server than the payout.
    const { merchantId } = order.key;
    const stops = await selectStopsOfScope(tx, { merchantId, environment: 'live' });
    if (stops.length > 0) return false;
    return beginAttempt(tx, PAYOUT_ORDERS, order, at);
  });
}

function endOf(
  { status, endToEndId, refusal }: SentPayout,
  row: ClaimedRow<OrderRow>,
): PayoutOutcome | undefined {
  if (status === 'paid' && endToEndId !== null) {
    return { ...keyOfOrder(row), status, endToEndId, failure: null };
  }
  if (status !== 'failed') return undefined;
  const { code, message } = refusalOfWithdrawn(row)?.refusal ?? refusal ?? REFUSED;
  return failed(row, { code, message });
}

function failed(row: OrderRow, failure: OrderFailure): PayoutOutcome {
  return { ...keyOfOrder(row), status: 'failed', endToEndId: null, failure };
}

/** Makes the check of payouts due now: a call-back or a list of the bank has named them. */
export async function checkReportedPayoutsNow(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  bankIds: readonly string[],
): Promise<void> {
  const ids = bankIds.flatMap((id) => idFromTxid(id) ?? []);
  if (ids.length > 0) await checkPayoutsNow(database, ids, new Date(clock.now()));
}
