import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { ChargesOfCustomer } from '#src/charges/charge.ts';
import {
  actorOf,
  callerOfMember,
  memberOf,
  memberScope,
} from '#src/ground/access/member-of-request.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import type { Database } from '#src/ground/database/database.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { cursorOf } from '#src/ground/http/page-cursor.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { checkIdempotencyHeader, idempotencyOf } from '#src/ground/idempotency/key-of-request.ts';
import { sendCreated } from '#src/ground/idempotency/send-created.ts';
import { isId } from '#src/ground/ids.ts';
import { CursorQuery, EnvironmentParams, KeyHeaders } from '#src/ground/schemas/panel-schemas.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import type { DefenseRequest } from './defend-disputes.ts';
import { disputeStatuses, disputeView } from './dispute.ts';
import { filterOf } from './dispute-routes.ts';
import { DefenseBody, DisputeDetails, DisputePage } from './dispute-schemas.ts';
import { listDisputes, readDispute } from './read-disputes.ts';

const OPERATION = { name: 'POST /api/panel/disputes/defense', fields: [] };
const PATH = '/api/panel/:environment/disputes';
const DisputeParams = Type.Object({ ...EnvironmentParams.properties, id: Type.String() });

/** The filters of a panel's list of disputes. */
export const PanelDisputeQuery = Type.Object({
  ...CursorQuery.properties,
  status: Type.Optional(oneOf(disputeStatuses)),
});

const OwnDisputeQuery = Type.Object({
  ...PanelDisputeQuery.properties,
  customer: Type.Optional(Type.String({ maxLength: 64 })),
});

export interface DisputePanelDeps {
  readonly database: Database;
  readonly defendDispute: Batcher<DefenseRequest, CreatedResource>;
  readonly chargesOfCustomer: ChargesOfCustomer;
}

/** The panel's disputes of a merchant: the list, one dispute, and its defence. */
export function disputePanelRoutes(deps: DisputePanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(readRoutes(deps));
    await app.register(defendRoute(deps));
  };
}

function readRoutes({ database, chargesOfCustomer }: DisputePanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'listOwnDisputes',
          params: EnvironmentParams,
          querystring: OwnDisputeQuery,
          response: {
            200: DisputePage,
            ...panelReadResponses(['invalid_request', 'sandbox_forbidden']),
          },
        },
      },
      async (request) => {
        const scope = memberScope(request);
        const { customer } = request.query;
        if (customer !== undefined) refuseSandbox(memberOf(request).merchant);
        const chargeIds =
          customer === undefined ? undefined : await chargesOfCustomer(scope, customer);
        const filter = { ...scope, chargeIds, ...filterOf(request.query) };
        const { rows, next } = await listDisputes(database, filter);
        return { data: rows.map(disputeView), next_cursor: cursorOf(next) };
      },
    );
    app.get(
      `${PATH}/:id`,
      {
        schema: {
          operationId: 'getOwnDispute',
          params: DisputeParams,
          response: { 200: DisputeDetails, ...panelReadResponses(['dispute_not_found']) },
        },
      },
      async (request) => {
        const { id } = request.params;
        return disputeView(await readDispute(database, { ...memberScope(request), id }));
      },
    );
  };
}

function defendRoute(deps: DisputePanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/:id/defense`,
      {
        // A form that is sent twice must store one defence.
        onRequest: checkIdempotencyHeader(true),
        config: { isOpenToSandbox: true },
        schema: {
          operationId: 'defendDisputeByHand',
          params: DisputeParams,
          headers: KeyHeaders,
          body: DefenseBody,
          response: { 201: DisputeDetails, ...responses },
        },
      },
      async (request, reply) => {
        const disputeId = request.params.id;
        if (!isId(disputeId)) throw new Refusal('dispute_not_found');
        const text = request.body.text.trim();
        const created = await deps.defendDispute.add({
          caller: callerOfMember(request),
          idempotency: idempotencyOf(request, OPERATION, { text, disputeId }),
          disputeId,
          text,
          by: actorOf(request),
        });
        return sendCreated(reply, created);
      },
    );
  };
}

const responses = panelChangeResponses([
  'idempotency_key_invalid',
  'idempotency_key_missing',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'idempotency_in_progress',
  'dispute_not_found',
  'dispute_closed',
  'dispute_already_defended',
  'dispute_defense_too_late',
]);
