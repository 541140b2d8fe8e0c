import type { Queryable } from '#src/ground/database/database.ts';
import { type DueWorkDeps, runClaimed } from '#src/ground/work/due-work.ts';
import type { BankRefusal, Outcome } from '../outcome.ts';
import { keyOfOrder, type OrderKey, type OrderRow } from './order-row.ts';
import type { Orders } from './order-statements.ts';
import { type OrderStep, takeOrderStep } from './take-order-step.ts';
import { refusalOfWithdrawn, type WithdrawnColumns } from './withdrawn-orders.ts';

export interface SendOrderDeps extends DueWorkDeps {
  /** The lease of an order: longer than a step may take. */
  readonly bankLeaseMs: number;
  /** The time after an unclear answer in which the order is not sent again. */
  readonly quarantineMs: number;
}

/** An order that a worker claimed, with the state that its earlier attempts left. */
export type ClaimedRow<Row> = Row &
  WithdrawnColumns & {
    readonly send_count: bigint;
    readonly uncertain_at: number | null;
    readonly is_known_at_bank: boolean;
  };

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
export interface OrderSender<Row, Found, End extends OrderEnd> {
  find(row: Row): Promise<Outcome<Found | undefined>>;
  send(row: Row): Promise<Outcome<Found>>;
  /** Records that an attempt begins; false when the order may not be sent now. */
  begin(order: ClaimedOrder, at: Date): Promise<boolean>;
  /** The end of an order that the bank has; undefined while it has not ended. */
  endOf(found: Found, row: ClaimedRow<Row>): End | undefined;
  /** The end of an order that the bank refused. */
  failed(row: Row, failure: Pick<BankRefusal, 'code' | 'message'>): End;
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
  Row extends OrderRow,
  Found extends { readonly amount: bigint },
  End extends OrderEnd,
>(
  deps: SendOrderDeps,
  orders: Orders,
  sender: OrderSender<Row, Found, End>,
  limit: number,
): Promise<boolean> {
  const now = deps.clock.now();
  const claim = new Date(now + deps.bankLeaseMs);
  const values = [new Date(now), claim, limit];
  const rows = await deps.database.query<ClaimedRow<Row>>(orders.claim, values);
  const { kind } = orders;
  const steps = await Promise.allSettled(
    rows.map((row) =>
      runClaimed(deps, { kind, id: row.id }, () => takeStep(deps, orders, sender, { row, claim })),
    ),
  );
  for (const step of steps) if (step.status === 'rejected') throw step.reason;
  return rows.length === limit;
}

async function takeStep<
  Row extends OrderRow,
  Found extends { readonly amount: bigint },
  End extends OrderEnd,
>(
  deps: SendOrderDeps,
  orders: Orders,
  sender: OrderSender<Row, Found, End>,
  { row, claim }: { readonly row: ClaimedRow<Row>; readonly claim: Date },
): Promise<void> {
  const order = { key: keyOfOrder(row), claim };
  // A withdrawn order is asked about, and fails instead of being sent.
  const refused = refusalOfWithdrawn(row);
  const step = await takeOrderStep(
    { uncertainAt: row.uncertain_at, isKnownAtBank: row.is_known_at_bank },
    {
      find: () => sender.find(row),
      begin: async (at) => refused !== undefined || sender.begin(order, new Date(at)),
      send: async () => refused ?? sender.send(row),
    },
    deps,
  );
  const end = endAfter(step);
  if (end === undefined) await saveProgress(deps.database, orders, order, step);
  else await sender.settle(end);

  /** The definite end of the order at the bank; undefined while it has not ended. */
  function endAfter({ found, refusal, uncertainAt }: OrderStep<Found>): End | undefined {
    if (refusal) {
      const failed = sender.failed(row, { code: refusal.code, message: refusal.message });
      // An earlier attempt had no clear answer: the bank may still do it, so it is checked later.
      return { ...failed, claim, isWatched: uncertainAt !== null };
    }
    if (!found) return undefined;
    if (found.amount === row.amount_centavos) return sender.endOf(found, row);
    // Nothing is booked; the operator finds the error in the log.
    const { kind } = orders;
    deps.logger.error({ [kind]: row.id }, `the bank has a ${kind} with another amount`);
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
  return (await database.query(begin, [key.merchantId, key.id, claim, at])).length > 0;
}

/** Writes the progress of an order after a step that has not ended it. */
async function saveProgress(
  database: Queryable,
  orders: Orders,
  { key, claim }: ClaimedOrder,
  { nextAt, uncertainAt, isKnownAtBank }: OrderStep<unknown>,
): Promise<void> {
  await database.query(orders.saveProgress, [
    key.merchantId,
    key.id,
    claim,
    new Date(nextAt),
    uncertainAt === null ? null : new Date(uncertainAt),
    isKnownAtBank,
  ]);
}
