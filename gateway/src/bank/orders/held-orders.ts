import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import type { HeldOrderKey } from './order.ts';
import type { Orders } from './order-statements.ts';
import type { OrderFailure, Withdrawal } from './withdrawn-orders.ts';

/** How a room cancels a held order. */
interface Cancellation<Deps> {
  /** The failure that the order gets. */
  readonly failure: OrderFailure;
  /** Fails an order that was not sent, in the caller's transaction, which has locked it. */
  fail(deps: Deps, tx: Transaction, unsent: readonly Withdrawal[]): Promise<void>;
}

/** Returns the operations on the held orders of a table. */
export function heldOrdersOf<Deps extends DatabaseAndClock>(
  orders: Orders,
  { failure, fail }: Cancellation<Deps>,
) {
  const { kind } = orders;
  /** Decides a held order: changes it, and records the change. Refuses `held_order_not_found`. */
  async function decide(
    { database, clock }: DatabaseAndClock,
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
    async hold({ database, clock }: DatabaseAndClock): Promise<boolean> {
      const at = clock.now();
      await orders.hold(database, { at });
      await orders.releaseReinstated(database, { at });
      return false;
    },
    /** Reads the held orders after an id, oldest first. */
    list: orders.listHeld,
    /** Releases a held order although its merchant is suspended. Refuses `held_order_not_found`. */
    release(deps: DatabaseAndClock, id: string, by: Actor): Promise<void> {
      return decide(deps, 'released', by, (tx, at) => orders.releaseHeld(tx, { id, at }));
    },
    /**
     * Cancels a held order: it fails, and its money returns to the balances; if the bank may have
     * it, after the bank was asked. Refuses `held_order_not_found`.
     */
    cancel(deps: Deps, id: string, by: Actor): Promise<void> {
      return decide(deps, 'cancelled', by, async (tx) => {
        const held = await orders.lockHeld(tx, { id });
        if (!held) return undefined;
        const { merchantId, environment } = held;
        await fail(deps, tx, [{ merchantId, environment, id, failure }]);
        return held;
      });
    },
  };
}
