import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { parseInstant } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { firstIdAt, ID_MAX, isId } from '#src/ground/ids.ts';
import { listReceivedSplits } from './read-received-splits.ts';
import { listedSplitView } from './received-split.ts';
import { ReceivedSplitPage, SplitQuery } from './split-schemas.ts';

const LIMIT_DEFAULT = 20;

export interface SplitRoutesDeps {
  readonly database: Queryable;
}

/** GET /v1/splits: a page of the merchant's shares of other merchants' charges. */
export function listSplitsRoute({ database }: SplitRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/splits',
      {
        config: { keyScope: 'charges:read' },
        schema: {
          operationId: 'listSplits',
          summary: 'Lista as partes recebidas',
          description:
            'Suas partes nas cobranças de outros lojistas, as mais novas primeiro. Siga ' +
            '`next_cursor` até que seja null; com `status` uma página pode vir incompleta antes ' +
            'disso.',
          tags: ['Splits'],
          querystring: SplitQuery,
          response: {
            200: ReceivedSplitPage,
            ...guardedResponses(['invalid_request', 'overloaded']),
          },
        },
      },
      async (request) => {
        const { merchantId, environment } = callerOf(request);
        const scope = { merchantId, environment };
        const { rows, next } = await listReceivedSplits(database, scope, filterOf(request.query));
        return { data: rows.map(listedSplitView), next_cursor: cursorOf(next) };
      },
    );
  };
}

/** The filter of a query. Refuses `invalid_request` for a text that is no id or no cursor. */
function filterOf(query: Static<typeof SplitQuery>) {
  const { status, charge_id: chargeId, limit = LIMIT_DEFAULT } = query;
  if (chargeId !== undefined && !isId(chargeId)) {
    const message = fieldText((texts) => texts.chargeOfShare);
    throw new Refusal('invalid_request', { fields: [{ field: 'charge_id', message }] });
  }
  const from = query.created_from === undefined ? 0 : parseInstant(query.created_from);
  const to = query.created_to === undefined ? undefined : parseInstant(query.created_to);
  // Ids are UUIDv7, so a period is a range of ids.
  const until = to === undefined ? ID_MAX : firstIdAt(to);
  const after = idOfCursor(query.cursor) ?? until;
  const beforeId = after < until ? after : until;
  return { fromId: firstIdAt(from ?? 0), beforeId, status, chargeId, limit };
}
