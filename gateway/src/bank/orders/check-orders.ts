import { type DueWorkDeps, runClaimed } from '#src/ground/work/due-work.ts';
import type { Outcome } from '../outcome.ts';
import { type NextCheck, nextRepeatedCheck, nextScheduledCheck } from './check-schedule.ts';
import type { OrderRow } from './order-row.ts';
import type { Orders } from './order-statements.ts';

export interface CheckOrderDeps extends DueWorkDeps {
  /** The lease of an order: longer than a request to the bank may take. */
  readonly bankLeaseMs: number;
}

/** When the bank is asked again after its answer about an order was booked. */
export type AfterCheck = 'now' | 'scheduled' | 'repeated' | 'never';

/** How the bank is asked about the orders of one table, and how their room books the answer. */
export interface OrderChecker<Row, Found> {
  find(row: Row): Promise<Outcome<Found | undefined>>;
  /** The instant of an order's end, in milliseconds. */
  endedAt(row: Row): number;
  /** Books new facts; `found` is undefined when the bank has no record or refuses the request. */
  book(row: Row, found: Found | undefined): Promise<AfterCheck>;
}

/**
 * Asks the bank about orders that have ended here and are due to be checked, at most `limit` at
 * once, and books new facts. An order whose answer can't be booked is set aside, where operators
 * see it, and the others go on.
 * @returns whether there may be more.
 */
export async function checkOrders<Row extends OrderRow, Found>(
  deps: CheckOrderDeps,
  orders: Orders,
  checker: OrderChecker<Row, Found>,
  limit: number,
): Promise<boolean> {
  const { database } = deps;
  const now = deps.clock.now();
  const claim = new Date(now + deps.bankLeaseMs);
  const values = [new Date(now), claim, limit];
  // `check_count` counts the checks in a row without an answer.
  const rows = await database.query<Row & { readonly check_count: bigint }>(
    orders.claimChecks,
    values,
  );
  await Promise.all(
    rows.map((row) =>
      runClaimed(deps, { kind: `${orders.kind}_check`, id: row.id }, async () => {
        const endedAt = checker.endedAt(row);
        const after = await check(checker, row);
        const { at, isRepeat } = nextCheck(after, { endedAt, checkCount: row.check_count, now });
        await database.query(orders.endCheck, [row.merchant_id, row.id, claim, at, isRepeat]);
      }),
    ),
  );
  return rows.length === limit;
}

async function check<Row, Found>(
  { find, book }: OrderChecker<Row, Found>,
  row: Row,
): Promise<AfterCheck> {
  const outcome = await find(row);
  if (outcome.kind === 'unknown' || outcome.kind === 'unavailable') return 'repeated';
  // A bank may not know old orders, or refuse the request: the next check is the scheduled one.
  return book(row, outcome.kind === 'done' ? outcome.value : undefined);
}

function nextCheck(
  after: AfterCheck,
  order: { readonly endedAt: number; readonly checkCount: bigint; readonly now: number },
): NextCheck {
  const { endedAt, checkCount, now } = order;
  if (after === 'now') return { at: new Date(now), isRepeat: false };
  if (after === 'never') return { at: null, isRepeat: false };
  if (after === 'scheduled') return nextScheduledCheck(endedAt, now);
  return nextRepeatedCheck({ endedAt, checkCount: Number(checkCount) }, now);
}

/** The bank's answer about an order that has ended here. */
interface CheckedOrder {
  readonly row: OrderRow;
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
  { row, status, bankId, reverse }: CheckedOrder,
): Promise<boolean> {
  if (row.resolution === null) return false;
  if (row.resolution === 'paid' && status === 'failed') return reverse();
  if (status !== row.status) return false;
  // The bank's id replaces that of the operators.
  const id = status === 'failed' ? null : bankId;
  await database.query(confirm, [row.merchant_id, row.id, new Date(clock.now()), id]);
  return false;
}
