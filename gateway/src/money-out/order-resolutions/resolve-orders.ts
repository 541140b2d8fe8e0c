import type { Proposal } from '#src/accounts/proposals/proposal.ts';
import { proposeAction } from '#src/accounts/proposals/propose-action.ts';
import type { ReversedOrder, UnansweredOrder } from '#src/bank/orders/order.ts';
import type { Resolution, StuckOrder } from '#src/bank/orders/order-resolutions.ts';
import type { Orders } from '#src/bank/orders/order-statements.ts';
import { countStuck } from '#src/bank/orders/read-orders.ts';
import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { ID_MIN } from '#src/ground/ids.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { isSpiId } from '#src/ground/pix/end-to-end-id.ts';
import { PAYOUT_ORDERS } from '../payouts/due-payout-store.ts';
import { settleResolvedPayout } from '../payouts/resolve-payouts.ts';
import type { SettleDeps } from '../payouts/settle-payouts.ts';
import { REFUND_ORDERS } from '../refunds/due-refund-store.ts';
import { settleResolvedRefund } from '../refunds/resolve-refunds.ts';

const LIST_MAX = 500;

export type OrderKind = Orders['kind'];

const ORDERS: Readonly<Record<OrderKind, Orders>> = {
  payout: PAYOUT_ORDERS,
  refund: REFUND_ORDERS,
};

export interface ResolveOrderDeps extends SettleDeps {
  /** The time after an unclear answer in which an order is neither sent again nor given up. */
  readonly quarantineMs: number;
}

/** The outcome that an operator proposes for a payout or refund without an answer of the bank. */
export interface OrderResolution {
  readonly kind: OrderKind;
  readonly id: string;
  readonly resolution: Resolution;
  /** The end-to-end id of a paid payout, or the return id of a refund; null for "not paid". */
  readonly bankId: string | null;
  readonly reason: string;
  /** The caller's own key: a repeated request makes one proposal. */
  readonly requestKey: string | null;
}

export type ListedStuck = StuckOrder & { readonly kind: OrderKind };
export type ListedReversed = ReversedOrder & { readonly kind: OrderKind };

/**
 * The payouts and refunds that were sent longer ago than the quarantine and have no result, oldest
 * first; at most 500 of each.
 */
export async function listStuckOrders({
  database,
  clock,
  quarantineMs,
}: ResolveOrderDeps): Promise<ListedStuck[]> {
  const page = { sentUntil: clock.now() - quarantineMs, afterId: ID_MIN, limit: LIST_MAX };
  const [payouts, refunds] = await Promise.all([
    PAYOUT_ORDERS.listStuck(database, page),
    REFUND_ORDERS.listStuck(database, page),
  ]);
  return [
    ...payouts.map((payout) => ({ ...payout, kind: 'payout' as const })),
    ...refunds.map((refund) => ({ ...refund, kind: 'refund' as const })),
  ].sort((left, right) => left.createdAt - right.createdAt);
}

/**
 * How many live payouts and refunds that were created before an instant (milliseconds) have no
 * result and wait for nothing but the bank; up to 1000 of each.
 */
export async function countStuckOrders(database: Queryable, before: number): Promise<number> {
  const [payouts, refunds] = await Promise.all([
    countStuck(database, PAYOUT_ORDERS, before),
    countStuck(database, REFUND_ORDERS, before),
  ]);
  return payouts + refunds;
}

/** The orders that `countStuckOrders` counts, oldest first; up to `limit` of each kind. */
export async function listUnansweredOrders(
  database: Queryable,
  page: { readonly before: number; readonly limit: number },
): Promise<(UnansweredOrder & { readonly kind: OrderKind })[]> {
  const [payouts, refunds] = await Promise.all([
    PAYOUT_ORDERS.listUnanswered(database, page),
    REFUND_ORDERS.listUnanswered(database, page),
  ]);
  return [
    ...payouts.map((payout) => ({ ...payout, kind: 'payout' as const })),
    ...refunds.map((refund) => ({ ...refund, kind: 'refund' as const })),
  ].sort((left, right) => left.createdAt - right.createdAt);
}

/** The resolutions that the bank has reversed and no operator has seen; at most 500 of each. */
export async function listReversedOrders(database: Queryable): Promise<ListedReversed[]> {
  const page = { afterId: ID_MIN, limit: LIST_MAX };
  const [payouts, refunds] = await Promise.all([
    PAYOUT_ORDERS.listReversed(database, page),
    REFUND_ORDERS.listReversed(database, page),
  ]);
  return [
    ...payouts.map((payout) => ({ ...payout, kind: 'payout' as const })),
    ...refunds.map((refund) => ({ ...refund, kind: 'refund' as const })),
  ];
}

/**
 * Proposes a resolution, which another operator must approve. Refuses `order_not_found`,
 * `order_not_stuck` for an order that has ended, was never sent or is in its quarantine,
 * `end_to_end_id_invalid`, `proposal_waiting` and `idempotency_key_reused`. Throws when the actor
 * is no user.
 */
export function proposeResolution(
  deps: ResolveOrderDeps,
  request: OrderResolution,
  by: Actor,
): Promise<Proposal> {
  const now = deps.clock.now();
  const { kind, id, resolution, reason, requestKey } = request;
  const bankId = bankIdOf(request);
  return deps.database.transaction(async (tx) => {
    const order = await lockOrder(deps, tx, { kind, id, now });
    const { merchantId, environment, amount, uncertainAt } = order;
    const action = {
      merchantId,
      environment,
      amount,
      reason,
      requestKey,
      subject: id,
      kind: `${kind}_resolution`,
      parameters: { resolution, bank_id: bankId, sent_at: isoTime(uncertainAt) },
    } as const;
    return proposeAction(tx, action, by, now);
  });
}

/**
 * Executes an approved resolution. Refuses `order_not_stuck` when the bank has answered or the
 * order was sent again since the proposal.
 */
export async function executeResolution(
  deps: ResolveOrderDeps,
  tx: Transaction,
  { kind: proposalKind, subject: id, parameters, reason, id: proposalId }: Proposal,
  { by, now }: { by: Actor; now: number },
): Promise<void> {
  const kind = proposalKind === 'refund_resolution' ? 'refund' : 'payout';
  const order = await lockOrder(deps, tx, { kind, id, now });
  if (isoTime(order.uncertainAt) !== parameters.sent_at) throw new Refusal('order_not_stuck');
  const resolution = parameters.resolution === 'paid' ? 'paid' : 'not_paid';
  const bankId = typeof parameters.bank_id === 'string' ? parameters.bank_id : null;
  if (kind === 'payout') await settleResolvedPayout(deps, tx, order, { resolution, bankId });
  else await settleResolvedRefund(tx, order, { resolution, bankId, now });
  const { merchantId, amount } = order;
  const details = {
    amount: centavosToJson(amount),
    resolution,
    bank_id: bankId,
    reason,
    proposal: proposalId,
  };
  recordChange(tx, by, { action: `${kind}.resolved`, merchantId, subject: id, details }, now);
}

/** Marks a reversed resolution as seen. Refuses `order_not_found`. */
export async function acknowledgeReversal(
  { database, clock }: Pick<ResolveOrderDeps, 'database' | 'clock'>,
  { kind, id }: Pick<OrderResolution, 'kind' | 'id'>,
  by: Actor,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    const seen = await ORDERS[kind].markSeen(tx, { id, at: now });
    if (!seen) throw new Refusal('order_not_found');
    const { merchantId, amount } = seen;
    const details = { amount: centavosToJson(amount) };
    const action = `${kind}.reversal_seen` as const;
    recordChange(tx, by, { action, merchantId, subject: id, details }, now);
  });
}

async function lockOrder(
  { quarantineMs }: ResolveOrderDeps,
  tx: Transaction,
  { kind, id, now }: { kind: OrderKind; id: string; now: number },
): Promise<StuckOrder> {
  const order = await ORDERS[kind].lockStuck(tx, { id, sentUntil: now - quarantineMs });
  if (order) return order;
  const isLive = (await ORDERS[kind].countLive(tx, { id })) > 0;
  throw new Refusal(isLive ? 'order_not_stuck' : 'order_not_found');
}

/** The bank's id of a paid order. A payout has an end-to-end id, a refund a return id. */
function bankIdOf({ kind, resolution, bankId }: OrderResolution): string | null {
  if (resolution === 'not_paid') {
    if (bankId !== null) throw new Refusal('end_to_end_id_invalid');
    return null;
  }
  if (bankId === null || !isSpiId(bankId, kind === 'payout' ? 'E' : 'D')) {
    throw new Refusal('end_to_end_id_invalid');
  }
  return bankId;
}
