import { Type } from 'typebox';
import type { Actor } from '#src/ground/access/actor.ts';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { DONE, Done } from '#src/ground/schemas/panel-schemas.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import {
  dropSetAside,
  type NamedItem,
  retrySetAside,
  WORK_KINDS,
} from '#src/ground/work/set-aside.ts';

const { operation } = operationsOf<DatabaseAndClock>();

/** The operations by which operators retry or drop work that keeps failing. */
export const setAsideOperations = [
  decisionOf('retry', 'retrySetAsideWork'),
  decisionOf('drop', 'dropSetAsideWork'),
];

function decisionOf(decision: SetAsideDecision['decision'], id: string) {
  return operation({
    at: `POST /set-aside/:kind/:id/${decision}`,
    operator: { id, access: operatorRules.money },
    params: Type.Object({ kind: oneOf(WORK_KINDS), id: Type.String({ maxLength: 64 }) }),
    body: Type.Object({
      reason: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
      code: OptionalCode,
    }),
    answer: [200, Done],
    refuses: ['work_not_set_aside', 'work_not_droppable'],
    run: async ({ deps, by, params: { kind, id }, body }) => {
      const reason = body.reason.trim();
      await decideSetAside(deps, { item: { kind, id }, decision, reason, by });
      return DONE;
    },
  });
}

interface SetAsideDecision {
  readonly item: NamedItem;
  /** `retry` also undoes a drop. A dropped item is never retried; its row stays unchanged. */
  readonly decision: 'retry' | 'drop';
  readonly reason: string;
  readonly by: Actor;
}

/**
 * Makes an item of failed work due again, or ends its retries, and records that in the audit log.
 * Refuses `work_not_set_aside` and `work_not_droppable`.
 */
async function decideSetAside(
  { database, clock }: DatabaseAndClock,
  { item, decision, reason, by }: SetAsideDecision,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    const found =
      decision === 'retry'
        ? await retrySetAside(tx, { ...item, now })
        : await dropSetAside(tx, item, { reason, now });
    if (found === 0) throw new Refusal('work_not_set_aside');
    const action = decision === 'retry' ? 'work.retried' : 'work.dropped';
    const details = { kind: item.kind, reason };
    recordChange(tx, by, { action, merchantId: null, subject: item.id, details }, now);
  });
}
