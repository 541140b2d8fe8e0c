import { type Static, Type } from 'typebox';
import type { ChargesOfCustomer } from '#src/charges/charge.ts';
import { memberRules } from '#src/ground/access/member-access.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { type Clock, parseInstant } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { type Call, operationsOf } from '#src/ground/http/operation.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { fieldsOf } from '#src/ground/idempotency/request-digest.ts';
import { ID_MIN, isId } from '#src/ground/ids.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import type { DefenseRequest } from './defend-disputes.ts';
import { disputeView } from './dispute.ts';
import {
  DefenseBody,
  DisputeDetails,
  DisputePage,
  DisputeQuery,
  PanelDisputeQuery,
} from './dispute-schemas.ts';
import { countToDefend } from './due-dispute-store.ts';
import { listDisputes, readDispute } from './read-disputes.ts';

interface DisputesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly defendDispute: Batcher<DefenseRequest, CreatedResource>;
  readonly chargesOfCustomer: ChargesOfCustomer;
}

const { operation, listOf } = operationsOf<DisputesDeps>('Disputes');

const OwnDisputeQuery = Type.Object({
  ...PanelDisputeQuery.properties,
  customer: Type.Optional(Type.String({ maxLength: 64 })),
});

/** The operations on the disputes of a merchant. */
export const disputeOperations = [
  listOf({
    at: 'GET /disputes',
    program: {
      id: 'listDisputes',
      sdk: 'disputes.list',
      scope: 'disputes:read',
      summary: 'Lista contestações',
      description: 'As mais novas primeiro. Siga `next_cursor` até que seja null.',
    },
    member: { id: 'listOwnDisputes', access: memberRules.read, query: OwnDisputeQuery },
    query: DisputeQuery,
    page: DisputePage,
    refuses: ['sandbox_forbidden'],
    select: async ({ deps, owner: { merchant, scope }, query }, { cursor, limit }) => {
      const { customer } = query;
      if (customer !== undefined) refuseSandbox(merchant);
      const chargeIds =
        customer === undefined ? undefined : await deps.chargesOfCustomer(scope, customer);
      const filter = { ...scope, chargeIds, ...filterOf(query), cursor, limit };
      return listDisputes(deps.database, filter);
    },
    view: disputeView,
  }),
  operation({
    at: 'GET /disputes/count',
    member: { id: 'countOpenDisputes', access: memberRules.read },
    answer: [200, Type.Object({ count: Type.Integer() })],
    run: ({ deps: { database, clock }, owner: { scope } }) =>
      countToDefend(database, { ...scope, after: clock.now() }),
  }),
  operation({
    at: 'GET /disputes/:internal_id',
    program: {
      id: 'getDispute',
      sdk: 'disputes.retrieve',
      scope: 'disputes:read',
      summary: 'Lê uma contestação',
    },
    member: { id: 'getOwnDispute', access: memberRules.read, at: 'GET /disputes/:id' },
    answer: [200, DisputeDetails],
    refuses: ['dispute_not_found'],
    run: async ({ deps, owner, params: { internal_id: id } }) =>
      disputeView(await readDispute(deps.database, { ...owner.scope, id })),
  }),
  operation({
    at: 'POST /disputes/:internal_id/defense',
    program: {
      id: 'defendDispute',
      sdk: 'disputes.defend',
      sdkNote: 'Só uma vez por contestação.',
      scope: 'disputes:write',
      summary: 'Defende uma contestação',
      description:
        'Guarda a defesa e a envia ao banco; a contestação passa a `in_defense`. Só enquanto ela ' +
        'está aberta e dentro do prazo. Envie sempre `Idempotency-Key`.',
      lacks: ['sandbox_forbidden'],
    },
    keyed: {
      fields: [...fieldsOf('text'), { name: 'internal_id', path: ['disputeId'] }],
      content: ({ body, params }) => ({ ...body, disputeId: params.internal_id }),
    },
    body: DefenseBody,
    answer: [201, DisputeDetails],
    refuses: [
      'dispute_not_found',
      'dispute_closed',
      'dispute_already_defended',
      'dispute_defense_too_late',
    ],
    run: (call) => defend(call, call.params.internal_id),
  }),
  operation({
    at: 'POST /disputes/:id/defense',
    member: { id: 'defendDisputeByHand', access: memberRules.charge, isOpenToSandbox: true },
    keyed: {
      fields: [],
      content: ({ body, params }) => ({ text: body.text.trim(), disputeId: params.id }),
    },
    body: DefenseBody,
    answer: [201, DisputeDetails],
    refuses: [
      'payload_too_large',
      'unsupported_media_type',
      'dispute_not_found',
      'dispute_closed',
      'dispute_already_defended',
      'dispute_defense_too_late',
    ],
    run: (call) => defend(call, call.params.id),
  }),
];

/** Stores the defence of a dispute. Refuses what `defendDisputes` refuses. */
async function defend(
  call: Call<DisputesDeps, Static<typeof DefenseBody>>,
  disputeId: string,
): Promise<CreatedResource> {
  const { deps, owner, body, idempotency } = call;
  if (!isId(disputeId)) throw new Refusal('dispute_not_found');
  return deps.defendDispute.add({
    caller: owner.caller,
    idempotency,
    disputeId,
    text: body.text.trim(),
    ...(owner.byHand && { by: owner.byHand }),
  });
}

/** The filter of a query that the schema has checked. A malformed charge id matches no dispute. */
function filterOf(query: Static<typeof DisputeQuery>) {
  const { transaction_id: chargeId } = query;
  return {
    status: query.status,
    chargeId: chargeId === undefined || isId(chargeId) ? chargeId : ID_MIN,
    createdFrom: query.created_from === undefined ? undefined : parseInstant(query.created_from),
    createdTo: query.created_to === undefined ? undefined : parseInstant(query.created_to),
  };
}
