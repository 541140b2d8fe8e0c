import { type DueWorkDeps, runClaimed } from '#src/ground/work/due-work.ts';
import type { Outcome } from '../outcome.ts';
import { type NextCheck, nextRepeatedCheck, nextScheduledCheck } from './check-schedule.ts';
import type { Order } from './order.ts';
import type { Orders } from './order-statements.ts';

export interface CheckOrderDeps extends DueWorkDeps {
  /** The lease of an order: longer than a request to the bank may take. */
  readonly bankLeaseMs: number;
}

/** When the bank is asked again after its answer about an order was booked. */
export type AfterCheck = 'now' | 'scheduled' | 'repeated' | 'never';

/** How the bank is asked about the orders of one table, and how their room books the answer. */
export interface OrderChecker<Of, Found> {
  find(order: Of): Promise<Outcome<Found | undefined>>;
  /** The instant of an order's end, in milliseconds. */
  endedAt(order: Of): number;
  /** Books new facts; `found` is undefined when the bank has no record or refuses the request. */
  book(order: Of, found: Found | undefined): Promise<AfterCheck>;
}

/**
 * Asks the bank about orders that have ended here and are due to be checked, at most `limit` at
 * once, and books new facts. An order whose answer can't be booked is set aside, where operators
 * see it, and the others go on.
 * @returns whether there may be more.
 */
export async function checkOrders<Of extends Order, Found>(
  deps: CheckOrderDeps,
  orders: Orders<Of>,
  checker: OrderChecker<Of, Found>,
  limit: number,
): Promise<boolean> {
  const { database } = deps;
  const now = deps.clock.now();
  const claim = new Date(now + deps.bankLeaseMs);
  const claimed = await orders.claimChecks(database, { at: now, until: claim, limit });
  await Promise.all(
    claimed.map(({ order, checkCount }) =>
      runClaimed(deps, { kind: `${orders.kind}_check`, id: order.id }, async () => {
        const endedAt = checker.endedAt(order);
        const after = await check(checker, order);
        const next = nextCheck(after, { endedAt, checkCount, now });
        await orders.endCheck(database, {
          merchantId: order.merchantId,
          id: order.id,
          claim,
          nextCheckAt: next.at,
          isRepeat: next.isRepeat,
        });
      }),
    ),
  );
  return claimed.length === limit;
}

async function check<Of, Found>(
  { find, book }: OrderChecker<Of, Found>,
  order: Of,
): Promise<AfterCheck> {
  const outcome = await find(order);
  if (outcome.kind === 'unknown' || outcome.kind === 'unavailable') return 'repeated';
  // A bank may not know old orders, or refuse the request: the next check is the scheduled one.
  return book(order, outcome.kind === 'done' ? outcome.value : undefined);
}

function nextCheck(
  after: AfterCheck,
  order: { readonly endedAt: number; readonly checkCount: number; readonly now: number },
): NextCheck {
  const { endedAt, checkCount, now } = order;
  if (after === 'now') return { at: new Date(now), isRepeat: false };
  if (after === 'never') return { at: null, isRepeat: false };
  if (after === 'scheduled') return nextScheduledCheck(endedAt, now);
  return nextRepeatedCheck({ endedAt, checkCount }, now);
}

/** The bank's answer about an order that has ended here. */
interface CheckedOrder {
  readonly order: Order;
  readonly status: string;
  /** The bank's id of an order that it did. */
  readonly bankId: string | null;
  /** Reverses the order; returns whether it was reversed. */
  reverse(): Promise<boolean>;
}

/**
 * Compares the bank's status with the operators' resolution, if there is one: an equal status
 * confirms it, and a failure at the bank reverses an order that was resolved as paid.
 * @returns whether the order was reversed.
 */
export async function confirmOrReverse(
  { database, clock }: Pick<CheckOrderDeps, 'database' | 'clock'>,
  { confirm }: Orders,
  { order, status, bankId, reverse }: CheckedOrder,
): Promise<boolean> {
  if (order.resolution === null) return false;
  if (order.resolution === 'paid' && status === 'failed') return reverse();
  if (status !== order.status) return false;
  // The bank's id replaces that of the operators.
  const confirmed = { bankId: status === 'failed' ? null : bankId, at: clock.now() };
  await confirm(database, { merchantId: order.merchantId, id: order.id, ...confirmed });
  return false;
}
