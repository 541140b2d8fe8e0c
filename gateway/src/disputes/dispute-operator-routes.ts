import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf } from '#src/ground/access/member-of-request.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { operatorChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { disputeOutcomes, disputeReasons, disputeView } from './dispute.ts';
import { closeDisputeByHand, openDisputeByHand } from './dispute-by-hand.ts';
import { PanelDisputeQuery } from './dispute-panel-routes.ts';
import { DisputeAmount, DisputeDetails } from './dispute-schemas.ts';
import { listAllDisputes, type NamedDispute, readAnyDispute } from './read-disputes.ts';
import type { DisputeDeps } from './write-disputes.ts';

const LIMIT_DEFAULT = 20;
const PATH = '/api/operator/disputes';
const Nullable = Type.Union([Type.String(), Type.Null()]);
const DisputeParams = Type.Object({ id: Type.String({ maxLength: 64 }) });
const Note = Type.String({
  format: 'name',
  description: 'O motivo, para a auditoria.',
});

const OperatorDispute = Type.Object({
  ...DisputeDetails.properties,
  username: Type.String(),
  environment: oneOf(['test', 'live']),
  bank_dispute_id: Nullable,
});

/** Disputes of all merchants: an operator opens and closes them for a bank without a list. */
export function disputeOperatorRoutes(deps: DisputeDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(readRoutes(deps));
    await app.register(openRoute(deps));
    await app.register(closeRoute(deps));
  };
}

function readRoutes({ database }: DisputeDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'listDisputesOfAll',
          querystring: Type.Object({
            ...PanelDisputeQuery.properties,
            environment: Type.Optional(OperatorDispute.properties.environment),
          }),
          response: {
            200: Type.Object({ data: Type.Array(OperatorDispute), next_cursor: Nullable }),
            ...panelReadResponses(['invalid_request']),
          },
        },
      },
      async (request) => {
        const { status, limit = LIMIT_DEFAULT, environment = 'live' } = request.query;
        const cursor = idOfCursor(request.query.cursor);
        const page = { environment, status, cursor, limit };
        const { rows, next } = await listAllDisputes(database, page);
        return { data: rows.map(operatorView), next_cursor: cursorOf(next) };
      },
    );
    app.get(
      `${PATH}/:id`,
      {
        schema: {
          operationId: 'getDisputeOfAll',
          params: DisputeParams,
          response: { 200: OperatorDispute, ...panelReadResponses(['dispute_not_found']) },
        },
      },
      async (request) => operatorView(await readAnyDispute(database, request.params.id)),
    );
  };
}

function openRoute(deps: DisputeDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      PATH,
      {
        schema: {
          operationId: 'openDisputeByHand',
          body: Type.Object({
            end_to_end_id: Type.String({ maxLength: 64 }),
            amount: DisputeAmount,
            reason: oneOf(disputeReasons),
            note: Note,
            code: OptionalCode,
          }),
          response: {
            201: OperatorDispute,
            ...operatorChangeResponses([
              'transaction_not_found',
              'dispute_exceeds_payment',
              'balance_limit_reached',
              'second_factor_invalid',
            ]),
          },
        },
      },
      async (request, reply) => {
        const { end_to_end_id: endToEndId, amount, reason, note } = request.body;
        const opening = { endToEndId: endToEndId.trim(), reason, note: note.trim() };
        const dispute = await openDisputeByHand(
          deps,
          { ...opening, amount: typeof amount === 'number' ? centavos(amount) : undefined },
          actorOf(request),
        );
        return reply.code(201).send(operatorView(dispute));
      },
    );
  };
}

function closeRoute(deps: DisputeDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/:id/close`,
      {
        schema: {
          operationId: 'closeDisputeByHand',
          params: DisputeParams,
          body: Type.Object({
            outcome: oneOf(disputeOutcomes),
            amount: DisputeAmount,
            return_id: Type.Optional(
              Type.Union([Type.String({ format: 'reference' }), Type.Null()], {
                description: 'O identificador da devolução no banco (rtrId), se já foi feita.',
              }),
            ),
            note: Note,
            code: OptionalCode,
          }),
          response: {
            200: OperatorDispute,
            ...operatorChangeResponses([
              'dispute_not_found',
              'dispute_closed',
              'dispute_exceeds_payment',
              'balance_limit_reached',
              'second_factor_invalid',
            ]),
          },
        },
      },
      async (request) => {
        const { outcome, amount, return_id: returnId, note } = request.body;
        const dispute = await closeDisputeByHand(
          deps,
          {
            id: request.params.id,
            outcome,
            note: note.trim(),
            amount: typeof amount === 'number' ? centavos(amount) : undefined,
            returnId: returnId?.trim() || undefined,
          },
          actorOf(request),
        );
        return operatorView(dispute);
      },
    );
  };
}

function operatorView(dispute: NamedDispute) {
  const { username, environment, bankDisputeId } = dispute;
  return { ...disputeView(dispute), username, environment, bank_dispute_id: bankDisputeId };
}
