import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database, Queryable, Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { type Centavos, centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import type { Orders } from './order-statements.ts';
import type { OrderFailure, Withdrawal } from './withdrawn-orders.ts';

interface HeldOrderDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** A live payout or refund that is held. */
interface HeldOrderKey {
  readonly merchantId: string;
  readonly environment: 'live';
  readonly id: string;
  readonly amount: Centavos;
}

/** A held order as an operator sees it. Instants in milliseconds since 1970. */
export interface HeldOrder extends HeldOrderKey {
  readonly createdAt: number;
  readonly heldAt: number;
  /** The username of its merchant. */
  readonly username: string;
}

interface HeldKeyRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: 'live';
  readonly id: string;
  readonly amount_centavos: bigint;
}

interface HeldRow extends HeldKeyRow {
  readonly created_at: number;
  readonly held_at: number;
  readonly username: string;
}

/** How a room cancels a held order. */
interface Cancellation<Deps> {
  /** The failure that the order gets. */
  readonly failure: OrderFailure;
  /** Fails an order that was not sent, in the caller's transaction, which has locked it. */
  fail(deps: Deps, tx: Transaction, unsent: readonly Withdrawal[]): Promise<void>;
}

/** Returns the operations on the held orders of a table. */
export function heldOrdersOf<Deps extends HeldOrderDeps>(
  orders: Orders,
  { failure, fail }: Cancellation<Deps>,
) {
  const { kind } = orders;
  /** Decides a held order: changes it, and records the change. Refuses `held_order_not_found`. */
  async function decide(
    { database, clock }: HeldOrderDeps,
    action: 'cancelled' | 'released',
    by: Actor,
    change: (tx: Transaction, now: number) => Promise<HeldOrderKey | undefined>,
  ): Promise<void> {
    const now = clock.now();
    await database.transaction(async (tx) => {
      const held = await change(tx, now);
      if (!held) throw new Refusal('held_order_not_found');
      const { merchantId, id: subject, amount } = held;
      const details = { amount: centavosToJson(amount) };
      recordChange(tx, by, { action: `${kind}.${action}`, merchantId, subject, details }, now);
    });
  }
  return {
    /**
     * Holds the live orders of suspended merchants that are not sent yet, and releases the orders
     * of reinstated merchants. An order that the bank may have got is never held.
     * @returns false: one round does all.
     */
    async hold({ database, clock }: HeldOrderDeps): Promise<boolean> {
      const at = new Date(clock.now());
      await database.query(orders.hold, [at]);
      await database.query(orders.releaseReinstated, [at]);
      return false;
    },
    /** Reads the held orders after an id, oldest first. */
    async list(
      database: Queryable,
      { afterId, limit }: { readonly afterId: string; readonly limit: number },
    ): Promise<HeldOrder[]> {
      return (await database.query<HeldRow>(orders.listHeld, [afterId, limit])).map(heldOf);
    },
    /** Releases a held order although its merchant is suspended. Refuses `held_order_not_found`. */
    release(deps: HeldOrderDeps, id: string, by: Actor): Promise<void> {
      return decide(deps, 'released', by, async (tx, now) => {
        const [row] = await tx.query<HeldKeyRow>(orders.releaseHeld, [id, new Date(now)]);
        return row && keyOf(row);
      });
    },
    /**
     * Cancels a held order: it fails, and its money returns to the balances; if the bank may have
     * it, after the bank was asked. Refuses `held_order_not_found`.
     */
    cancel(deps: Deps, id: string, by: Actor): Promise<void> {
      return decide(deps, 'cancelled', by, async (tx) => {
        const [row] = await tx.query<HeldKeyRow>(orders.lockHeld, [id]);
        if (!row) return undefined;
        const held = keyOf(row);
        const { merchantId, environment } = held;
        await fail(deps, tx, [{ merchantId, environment, id, failure }]);
        return held;
      });
    },
  };
}

function heldOf(row: HeldRow): HeldOrder {
  const { created_at: createdAt, held_at: heldAt, username } = row;
  return { ...keyOf(row), createdAt, heldAt, username };
}

function keyOf(row: HeldKeyRow): HeldOrderKey {
  const { merchant_id: merchantId, environment, id } = row;
  return { merchantId, environment, id, amount: centavos(row.amount_centavos) };
}
