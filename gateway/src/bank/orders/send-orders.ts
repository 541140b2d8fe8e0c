import type { Queryable } from '#src/ground/database/database.ts';
import { type DueWorkDeps, runClaimed } from '#src/ground/work/due-work.ts';
import type { BankRefusal, Outcome } from '../outcome.ts';
import { keyOfOrder, type Order, type OrderKey } from './order.ts';
import type { Orders } from './order-statements.ts';
import { type OrderState, type OrderStep, takeOrderStep } from './take-order-step.ts';
import { type OrderFailure, refusalOfWithdrawn } from './withdrawn-orders.ts';

export interface SendOrderDeps extends DueWorkDeps {
  /** The lease of an order: longer than a step may take. */
  readonly bankLeaseMs: number;
  /** The time after an unclear answer in which the order is not sent again. */
  readonly quarantineMs: number;
}

/** An order that a worker claimed, with the state that its earlier attempts left. */
export interface OrderWithState<Of> extends OrderState {
  readonly order: Of;
  /** The failure that the order gets if the bank doesn't have it; null unless it is withdrawn. */
  readonly withdrawn: OrderFailure | null;
}

/** An order that this worker has claimed until `claim`. The claim of another worker replaces it. */
export interface ClaimedOrder {
  readonly key: OrderKey;
  readonly claim: Date;
}

/** The fields that the ends of all orders have. */
export interface OrderEnd {
  /** When set, the end is written only while the order still has this claim. */
  readonly claim?: Date;
  /** The bank may still do the order: it is checked later. */
  readonly isWatched?: boolean;
}

/** The calls of the bank for the orders of one table, and how their room books the answers. */
export interface OrderSender<Of, Found, End extends OrderEnd> {
  find(order: Of): Promise<Outcome<Found | undefined>>;
  send(order: Of): Promise<Outcome<Found>>;
  /** Records that an attempt begins; false when the order may not be sent now. */
  begin(order: ClaimedOrder, at: Date): Promise<boolean>;
  /** The end of an order that the bank has; undefined while it has not ended. */
  endOf(found: Found, claimed: OrderWithState<Of>): End | undefined;
  /** The end of an order that the bank refused. */
  failed(order: Of, failure: Pick<BankRefusal, 'code' | 'message'>): End;
  settle(end: End): Promise<unknown>;
}

/**
 * Takes one step of each live order that is due, at most `limit` at once: asks the bank for it
 * before it is sent again, and then books its end or saves when its next step is due. The state is
 * in the database, so after a crash any worker can take the next step. `takeOrderStep` says what a
 * step does. Throws when the database is away.
 * @returns whether there may be more.
 */
export async function sendOrders<
  Of extends Order,
  Found extends { readonly amount: bigint },
  End extends OrderEnd,
>(
  deps: SendOrderDeps,
  orders: Orders<Of>,
  sender: OrderSender<Of, Found, End>,
  limit: number,
): Promise<boolean> {
  const now = deps.clock.now();
  const claim = new Date(now + deps.bankLeaseMs);
  const due = await orders.claim(deps.database, { at: now, until: claim, limit });
  const { kind } = orders;
  const steps = await Promise.allSettled(
    due.map((claimed) =>
      runClaimed(deps, { kind, id: claimed.order.id }, () =>
        takeStep(deps, orders, sender, { claimed, claim }),
      ),
    ),
  );
  for (const step of steps) if (step.status === 'rejected') throw step.reason;
  return due.length === limit;
}

async function takeStep<
  Of extends Order,
  Found extends { readonly amount: bigint },
  End extends OrderEnd,
>(
  deps: SendOrderDeps,
  orders: Orders<Of>,
  sender: OrderSender<Of, Found, End>,
  { claimed, claim }: { readonly claimed: OrderWithState<Of>; readonly claim: Date },
): Promise<void> {
  const { order, withdrawn } = claimed;
  const key = keyOfOrder(order);
  // A withdrawn order is asked about, and fails instead of being sent.
  const refused = withdrawn && refusalOfWithdrawn(withdrawn);
  const step = await takeOrderStep(
    claimed,
    {
      find: () => sender.find(order),
      begin: async (at) => refused !== null || sender.begin({ key, claim }, new Date(at)),
      send: async () => refused ?? sender.send(order),
    },
    deps,
  );
  const end = endAfter(step);
  if (end === undefined) await saveProgress(deps.database, orders, { key, claim }, step);
  else await sender.settle(end);

  /** The definite end of the order at the bank; undefined while it has not ended. */
  function endAfter({ found, refusal, uncertainAt }: OrderStep<Found>): End | undefined {
    if (refusal) {
      const failed = sender.failed(order, { code: refusal.code, message: refusal.message });
      // An earlier attempt had no clear answer: the bank may still do it, so it is checked later.
      return { ...failed, claim, isWatched: uncertainAt !== null };
    }
    if (!found) return undefined;
    if (found.amount === order.amount) return sender.endOf(found, claimed);
    // Nothing is booked; the operator finds the error in the log.
    const { kind } = orders;
    deps.logger.error({ [kind]: order.id }, `the bank has a ${kind} with another amount`);
    return undefined;
  }
}

/** Writes that an attempt to send begins; false when the order may not be sent now. */
export async function beginAttempt(
  database: Queryable,
  { begin }: Orders,
  { key, claim }: ClaimedOrder,
  at: Date,
): Promise<boolean> {
  const { merchantId, id } = key;
  return (await begin(database, { merchantId, id, claim, at })) > 0;
}

/** Writes the progress of an order after a step that has not ended it. */
async function saveProgress(
  database: Queryable,
  orders: Orders,
  { key, claim }: ClaimedOrder,
  { nextAt, uncertainAt, isKnownAtBank }: OrderStep<unknown>,
): Promise<void> {
  await orders.saveProgress(database, {
    merchantId: key.merchantId,
    id: key.id,
    claim,
    nextAt,
    uncertainAt,
    isKnownAtBank,
  });
}
