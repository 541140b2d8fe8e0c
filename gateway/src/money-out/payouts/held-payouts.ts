import {
  type HeldOrder,
  heldOrderChange,
  holdBySuspension,
  listHeld,
  lockHeld,
  releaseHeld,
} from '#src/bank/orders/held-orders.ts';
import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database, Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { failUnsentPayouts } from './fail-unsent-payouts.ts';
import { HELD_PAYOUTS } from './held-payout-store.ts';
import type { SettleDeps } from './settle-payouts.ts';

const CANCELLED = {
  code: 'cancelled_by_operator',
  message: 'O saque foi cancelado pela operação da plataforma antes de sair.',
};

/**
 * Holds the live payouts of suspended merchants that are not sent yet, and releases the payouts of
 * reinstated merchants. A payout that the bank may have got is never held.
 * @returns false: one round does all.
 */
export async function holdPayouts(deps: {
  readonly database: Database;
  readonly clock: Clock;
}): Promise<boolean> {
  await holdBySuspension(deps.database, HELD_PAYOUTS, new Date(deps.clock.now()));
  return false;
}

/** Reads the held payouts after an id, oldest first. */
export function listHeldPayouts(
  database: Queryable,
  page: { readonly afterId: string; readonly limit: number },
): Promise<HeldOrder[]> {
  return listHeld(database, HELD_PAYOUTS, page);
}

/** Releases a held payout although its merchant is suspended. Refuses `held_order_not_found`. */
export async function releaseHeldPayout(
  { database, clock }: Pick<SettleDeps, 'database' | 'clock'>,
  id: string,
  by: Actor,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    const held = await releaseHeld(tx, HELD_PAYOUTS, { id, at: new Date(now) });
    if (!held) throw new Refusal('held_order_not_found');
    recordChange(tx, by, heldOrderChange(held, 'payout.released'), now);
  });
}

/**
 * Cancels a held payout: it fails, its amount and fee return to the merchant's balance, and the
 * merchant gets `payout.failed`; if the bank may have it, after the bank was asked. Refuses
 * `held_order_not_found`.
 */
export async function cancelHeldPayout(deps: SettleDeps, id: string, by: Actor): Promise<void> {
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    const held = await lockHeld(tx, HELD_PAYOUTS, id);
    if (!held) throw new Refusal('held_order_not_found');
    const { merchantId, environment } = held;
    await failUnsentPayouts(deps, tx, [{ merchantId, environment, id, failure: CANCELLED }]);
    recordChange(tx, by, heldOrderChange(held, 'payout.cancelled'), now);
  });
}
