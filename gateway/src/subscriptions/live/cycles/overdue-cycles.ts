import type { Actor } from '#src/ground/access/actor.ts';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { ActDeps } from '../../act-on-subscriptions.ts';
import { actOnSubscriptions } from '../../act-on-subscriptions.ts';
import { type OverdueCycle, selectOverdueCycles } from './bank-cycle-store.ts';

/** A bank tries a charge for at most seven days after its due date, and needs a day to say so. */
const DAYS_AT_BANK = 10;

/** Open live cycles that the bank should have ended, the oldest first. */
export function listOverdueCycles(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  limit: number,
): Promise<OverdueCycle[]> {
  const dueBefore = addDays(brazilianDayOf(clock.now()), -DAYS_AT_BANK);
  return selectOverdueCycles(database, { dueBefore, limit });
}

/**
 * An operator ends an overdue cycle: it is canceled here and its cancellation is asked of the bank
 * by the worker. A Pix that arrives for it all the same pays it.
 * @throws {Refusal} cycle_not_found for a cycle that is not overdue.
 */
export async function endOverdueCycle(
  deps: ActDeps & { readonly database: Database },
  { key, chargeId }: OverdueCycle,
  by: Actor,
): Promise<void> {
  const act = { kind: 'end_cycle', chargeId } as const;
  const [result] = await actOnSubscriptions(deps, [{ ...key, act, by }]);
  if (!result || 'error' in result) throw result?.error ?? new Refusal('cycle_not_found');
}
