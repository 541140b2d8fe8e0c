import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Actor } from '#src/ground/access/actor.ts';
import { actorOf } from '#src/ground/access/member-of-request.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { operatorCodeResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import {
  dropSetAside,
  type NamedItem,
  retrySetAside,
  WORK_KINDS,
} from '#src/ground/work/set-aside.ts';

const Params = Type.Object({ kind: oneOf(WORK_KINDS), id: Type.String({ maxLength: 64 }) });
const Body = Type.Object({
  reason: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  code: OptionalCode,
});
const OPERATIONS = [
  ['retry', 'retrySetAsideWork'],
  ['drop', 'dropSetAsideWork'],
] as const;

/** The routes by which operators retry or drop work that keeps failing. */
export function setAsideOperatorRoutes(deps: {
  readonly database: Database;
  readonly clock: Clock;
}): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const [decision, operationId] of OPERATIONS) {
      app.post(
        `/api/operator/set-aside/:kind/:id/${decision}`,
        {
          schema: {
            operationId,
            params: Params,
            body: Body,
            response: {
              200: Type.Object({ status: Type.Literal('ok') }),
              ...operatorCodeResponses(['work_not_set_aside', 'work_not_droppable']),
            },
          },
        },
        async (request) => {
          const { kind, id } = request.params;
          const reason = request.body.reason.trim();
          const by = actorOf(request);
          await decideSetAside(deps, { item: { kind, id }, decision, reason, by });
          return { status: 'ok' } as const;
        },
      );
    }
  };
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
