import type { SendingBank, SentPayout } from '#src/bank/live-bank.ts';
import { keyOfOrder } from '#src/bank/orders/order.ts';
import {
  beginAttempt,
  type ClaimedOrder,
  type OrderSender,
  type OrderWithState,
  type SendOrderDeps,
  sendOrders,
} from '#src/bank/orders/send-orders.ts';
import type { OrderFailure } from '#src/bank/orders/withdrawn-orders.ts';
import type { Database, Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { idFromTxid, txidFromId } from '#src/ground/pix/txid.ts';
import {
  checkPayoutsNow,
  PAYOUT_ORDERS,
  releasePayoutLease,
  takePayoutLease,
} from './due-payout-store.ts';
import type { Payout } from './payout.ts';
import type { PayoutOutcome } from './payout-store.ts';
import { markUncertain } from './payout-store.ts';
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

function senderOf(deps: SendDeps): OrderSender<Payout, SentPayout, PayoutOutcome> {
  const { database, sending } = deps;
  return {
    find: ({ id }) => sending.findPayout(txidFromId(id)),
    send: (payout) => sending.sendPayout(orderOf(payout)),
    begin: (order, at) => beginUnlessStopped(database, order, at),
    endOf,
    failed,
    settle: (outcome) => database.transaction((tx) => settlePayouts(deps, tx, [outcome])),
  };
}

function orderOf({ id, amount, pixKey, pixKeyType, beneficiary, externalId }: Payout) {
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
  { order, withdrawn }: OrderWithState<Payout>,
): PayoutOutcome | undefined {
  if (status === 'paid' && endToEndId !== null) {
    return { ...keyOfOrder(order), status, endToEndId, failure: null };
  }
  if (status !== 'failed') return undefined;
  const { code, message } = withdrawn ?? refusal ?? REFUSED;
  return failed(order, { code, message });
}

function failed(payout: Payout, failure: OrderFailure): PayoutOutcome {
  return { ...keyOfOrder(payout), status: 'failed', endToEndId: null, failure };
}

/** Makes the check of payouts due now: a call-back or a list of the bank has named them. */
export async function checkReportedPayoutsNow(
  { database, clock }: DatabaseAndClock,
  bankIds: readonly string[],
): Promise<void> {
  const ids = bankIds.flatMap((id) => idFromTxid(id) ?? []);
  if (ids.length > 0) await checkPayoutsNow(database, ids, new Date(clock.now()));
}

/**
 * Makes every open live payout one that the bank may have, in a restored database: the worker then
 * asks the bank for it by its id, and sends it only after the quarantine if the bank doesn't know
 * it.
 */
export function askBeforeSendingPayouts(tx: Transaction, at: Date): Promise<void> {
  return markUncertain(tx, { at });
}
