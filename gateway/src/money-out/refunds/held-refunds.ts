import {
  type HeldOrder,
  heldOrderChange,
  holdBySuspension,
  listHeld,
  lockHeld,
  releaseHeld,
} from '#src/bank/orders/held-orders.ts';
import { withdrawStatement, withdrawUncertain } from '#src/bank/orders/withdrawn-orders.ts';
import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database, Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { HELD_REFUNDS } from './held-refund-store.ts';
import { type SettleRefundDeps, settleRefunds } from './settle-refunds.ts';

const WITHDRAW = withdrawStatement('refunds');
const CANCELLED = {
  code: 'cancelled_by_operator',
  message: 'A devolução foi cancelada pela operação da plataforma antes de sair.',
};

/**
 * Holds the live refunds of suspended merchants that are not sent yet, and releases the refunds of
 * reinstated merchants. A refund that the bank may have got is never held.
 * @returns false: one round does all.
 */
export async function holdRefunds(deps: {
  readonly database: Database;
  readonly clock: Clock;
}): Promise<boolean> {
  await holdBySuspension(deps.database, HELD_REFUNDS, new Date(deps.clock.now()));
  return false;
}

/** Reads the held refunds after an id, oldest first. */
export function listHeldRefunds(
  database: Queryable,
  page: { readonly afterId: string; readonly limit: number },
): Promise<HeldOrder[]> {
  return listHeld(database, HELD_REFUNDS, page);
}

/** Releases a held refund although its merchant is suspended. Refuses `held_order_not_found`. */
export async function releaseHeldRefund(
  { database, clock }: Pick<SettleRefundDeps, 'database' | 'clock'>,
  id: string,
  by: Actor,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    const held = await releaseHeld(tx, HELD_REFUNDS, { id, at: new Date(now) });
    if (!held) throw new Refusal('held_order_not_found');
    recordChange(tx, by, heldOrderChange(held, 'refund.released'), now);
  });
}

/**
 * Cancels a held refund: it fails, and its amounts return to the balances of the merchants; if the
 * bank may have it, after the bank was asked. Refuses `held_order_not_found`.
 */
export async function cancelHeldRefund(
  deps: SettleRefundDeps,
  id: string,
  by: Actor,
): Promise<void> {
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    const held = await lockHeld(tx, HELD_REFUNDS, id);
    if (!held) throw new Refusal('held_order_not_found');
    const { merchantId, environment } = held;
    const key = { merchantId, environment, id };
    const withdrawals = [{ ...key, failure: CANCELLED }];
    const withdrawn = await withdrawUncertain(tx, WITHDRAW, { withdrawals, at: new Date(now) });
    if (!withdrawn.has(id)) {
      const outcome = { ...key, status: 'failed', returnId: null, failure: CANCELLED } as const;
      const settled = await settleRefunds(tx, [outcome], now);
      if (settled.length === 0) throw new Error(`the held refund ${id} was not cancelled`);
    }
    recordChange(tx, by, heldOrderChange(held, 'refund.cancelled'), now);
  });
}
