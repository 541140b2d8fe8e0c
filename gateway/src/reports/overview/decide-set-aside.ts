import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { dropSetAside, type NamedItem, retrySetAside } from '#src/ground/work/set-aside.ts';

export interface SetAsideDecision {
  readonly item: NamedItem;
  /** `retry` also takes back a drop. A dropped item keeps its state and its money. */
  readonly decision: 'retry' | 'drop';
  readonly reason: string;
  readonly by: Actor;
}

/**
 * Makes an item of failed work due again, or ends its retries, and records that in the audit log.
 * Refuses `work_not_set_aside`.
 */
export async function decideSetAside(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { item, decision, reason, by }: SetAsideDecision,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    const isFound =
      decision === 'retry'
        ? await retrySetAside(tx, item, now)
        : await dropSetAside(tx, item, { reason, now });
    if (!isFound) throw new Refusal('work_not_set_aside');
    const action = decision === 'retry' ? 'work.retried' : 'work.dropped';
    const details = { kind: item.kind, reason };
    recordChange(tx, by, { action, merchantId: null, subject: item.id, details }, now);
  });
}
