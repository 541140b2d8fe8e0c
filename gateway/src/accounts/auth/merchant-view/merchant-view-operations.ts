import { Type } from 'typebox';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { DONE, Done } from '#src/ground/schemas/panel-schemas.ts';
import { beginView, endView } from './view-merchant.ts';

const { operation } = operationsOf<DatabaseAndClock>();

/** Begins and ends the operator's view of a merchant's panel. */
export const merchantViewOperations = [
  operation({
    at: 'POST /merchants/:username/view',
    // The operator sees what a member with the role `viewer` sees.
    operator: { id: 'viewMerchant', access: operatorRules.care },
    params: Type.Object({ username: Type.String({ maxLength: 64 }) }),
    answer: [200, Type.Object({ expires_at: Type.String() })],
    refuses: ['merchant_not_found'],
    run: async ({ deps, operator: { sessionId }, by, params: { username } }) => {
      const { expiresAt } = await beginView(deps, { username, sessionId, by });
      return { expires_at: isoTime(expiresAt) };
    },
  }),
  operation({
    at: 'DELETE /merchant-view',
    operator: { id: 'endMerchantView', access: operatorRules.read },
    answer: [200, Done],
    run: async ({ deps, operator }) => {
      await endView(deps, operator.sessionId);
      return DONE;
    },
  }),
];
