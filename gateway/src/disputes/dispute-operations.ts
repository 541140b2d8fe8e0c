import { type Static, Type } from 'typebox';
import type { Charge, ChargesOfCustomer } from '#src/charges/charge.ts';
import { isErasedPayer } from '#src/charges/erased-payer.ts';
import { readCharges } from '#src/charges/read-charges.ts';
import { memberRules } from '#src/ground/access/member-access.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { type Clock, parseInstant } from '#src/ground/clock.ts';
import type { Database, Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { type Call, operationsOf } from '#src/ground/http/operation.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { fieldsOf } from '#src/ground/idempotency/request-digest.ts';
import { ID_MIN, isId } from '#src/ground/ids.ts';
import { maskedTaxId } from '#src/ground/pix/masked-tax-id.ts';
import { NullableText } from '#src/ground/schemas/text-schemas.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import { countToDefend } from './count-due-disputes.ts';
import type { DefenseRequest } from './defend-disputes.ts';
import { disputeView } from './dispute.ts';
import {
  DefenseBody,
  DisputeDetails,
  DisputePage,
  DisputeQuery,
  PanelDisputeQuery,
} from './dispute-schemas.ts';
import { listDisputes, listOpenDisputes, type NamedDispute, readDispute } from './read-disputes.ts';

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

/** A dispute with what its merchant recognises the payment by. */
const OwnDispute = Type.Object({
  ...DisputeDetails.properties,
  payer_name: NullableText,
  payer_document: Type.Union([Type.String(), Type.Null()], {
    description: 'O CPF mascarado ou o CNPJ do pagador.',
  }),
  external_id: NullableText,
  description: NullableText,
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
    query: DisputeQuery,
    page: DisputePage,
    refuses: ['sandbox_forbidden'],
    select: async (call, { cursor, limit }) => {
      const { deps, owner, query } = call;
      const chargeIds = await chargesOf(call);
      const filter = { ...owner.scope, chargeIds, ...filterOf(query), cursor, limit };
      return listDisputes(deps.database, filter);
    },
    view: disputeView,
  }),
  listOf({
    at: 'GET /disputes',
    member: { id: 'listOwnDisputes', access: memberRules.read },
    query: OwnDisputeQuery,
    page: Type.Object({ data: Type.Array(OwnDispute), next_cursor: NullableText }),
    refuses: ['sandbox_forbidden'],
    select: async (call, place) => {
      const { deps, owner, query } = call;
      const chargeIds = await chargesOf(call);
      const isWorkList = query.status === 'open' && chargeIds === undefined;
      const page = isWorkList
        ? await listOpenDisputes(deps.database, { ...owner.scope, ...place })
        : await listDisputes(deps.database, {
            ...owner.scope,
            chargeIds,
            ...filterOf(query),
            ...place,
          });
      return { ...page, rows: await withCharges(deps.database, page.rows) };
    },
    view: ({ dispute, charge }) => ({ ...disputeView(dispute), ...chargeFacts(charge) }),
  }),
  operation({
    at: 'GET /disputes/count',
    member: { id: 'countOpenDisputes', access: memberRules.read },
    answer: [200, Type.Object({ count: Type.Integer() })],
    run: async ({ deps: { database, clock }, owner: { scope } }) => ({
      count: await countToDefend(database, scope, clock.now()),
    }),
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

/** The charges of the customer of a query; undefined for those of all. Refuses the sandbox. */
async function chargesOf({
  deps,
  owner: { merchant, scope },
  query: { customer },
}: Pick<Call<DisputesDeps, unknown, unknown, { customer?: string }>, 'deps' | 'owner' | 'query'>) {
  if (customer === undefined) return undefined;
  refuseSandbox(merchant);
  return deps.chargesOfCustomer(scope, customer);
}

interface DisputeOfCharge {
  readonly dispute: NamedDispute;
  readonly charge: Charge | undefined;
}

async function withCharges(
  database: Queryable,
  disputes: readonly NamedDispute[],
): Promise<DisputeOfCharge[]> {
  const keys = disputes.map(({ merchantId, environment, chargeId: id }) => {
    return { merchantId, environment, id };
  });
  const found = await readCharges(database, keys);
  const charges = new Map(found.map((charge) => [charge.id, charge]));
  return disputes.map((dispute) => ({ dispute, charge: charges.get(dispute.chargeId) }));
}

function chargeFacts(charge: Charge | undefined) {
  const isKnown = charge !== undefined && !isErasedPayer(charge.payer);
  return {
    payer_name: charge?.payer.name ?? null,
    payer_document: (isKnown && maskedTaxId(charge.payer.document)) || null,
    external_id: charge?.externalId ?? null,
    description: charge?.description ?? null,
  };
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
