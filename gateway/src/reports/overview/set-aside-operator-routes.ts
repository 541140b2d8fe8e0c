import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf } from '#src/ground/access/member-of-request.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { operatorCodeResponses } from '#src/ground/errors/problem-schemas.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { WORK_KINDS } from '#src/ground/work/set-aside.ts';
import { decideSetAside } from './decide-set-aside.ts';

const Params = Type.Object({ kind: oneOf(WORK_KINDS), id: Type.String({ maxLength: 64 }) });
const Body = Type.Object({
  reason: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  code: OptionalCode,
});
const OPERATIONS = [
  ['retry', 'retrySetAsideWork'],
  ['drop', 'dropSetAsideWork'],
] as const;

/** What an operator decides about work that keeps failing: try it again, or stop trying. */
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
              ...operatorCodeResponses(['work_not_set_aside']),
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
