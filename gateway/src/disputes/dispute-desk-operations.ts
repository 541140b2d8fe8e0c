import { Type } from 'typebox';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { NullableText, oneOf } from '#src/ground/schemas/text-schemas.ts';
import { disputeOutcomes, disputeReasons, disputeView } from './dispute.ts';
import { closeDisputeByHand, openDisputeByHand } from './dispute-by-hand.ts';
import { DisputeAmount, DisputeDetails, PanelDisputeQuery } from './dispute-schemas.ts';
import { listAllDisputes, type NamedDispute, readAnyDispute } from './read-disputes.ts';
import type { DisputeDeps } from './write-disputes.ts';

const params = Type.Object({ id: Type.String({ maxLength: 64 }) });
const Note = Type.String({
  format: 'name',
  description: 'O motivo, para a auditoria.',
});

const OperatorDispute = Type.Object({
  ...DisputeDetails.properties,
  username: Type.String(),
  environment: oneOf(['test', 'live']),
  bank_dispute_id: NullableText,
});

const { operation, listOf } = operationsOf<DisputeDeps>();

/** Disputes of all merchants: an operator opens and closes them for a bank without a list. */
export const disputeDeskOperations = [
  listOf({
    at: 'GET /disputes',
    operator: { id: 'listDisputesOfAll', access: operatorRules.read },
    query: Type.Object({
      ...PanelDisputeQuery.properties,
      environment: Type.Optional(OperatorDispute.properties.environment),
    }),
    page: Type.Object({ data: Type.Array(OperatorDispute), next_cursor: NullableText }),
    select: ({ deps, query: { status, environment = 'live' } }, { cursor, limit }) =>
      listAllDisputes(deps.database, { environment, status, cursor, limit }),
    view: operatorView,
  }),
  operation({
    at: 'GET /disputes/:id',
    operator: { id: 'getDisputeOfAll', access: operatorRules.read },
    params,
    answer: [200, OperatorDispute],
    refuses: ['dispute_not_found'],
    run: async ({ deps, params: { id } }) => operatorView(await readAnyDispute(deps.database, id)),
  }),
  operation({
    at: 'POST /disputes',
    operator: { id: 'openDisputeByHand', access: operatorRules.money },
    body: Type.Object({
      end_to_end_id: Type.String({ maxLength: 64 }),
      amount: DisputeAmount,
      reason: oneOf(disputeReasons),
      note: Note,
      code: OptionalCode,
    }),
    answer: [201, OperatorDispute],
    refuses: ['transaction_not_found', 'dispute_exceeds_payment', 'balance_limit_reached'],
    run: async ({ deps, by, body }) => {
      const { end_to_end_id: endToEndId, amount, reason, note } = body;
      const opening = {
        endToEndId: endToEndId.trim(),
        reason,
        note: note.trim(),
        amount: typeof amount === 'number' ? centavos(amount) : undefined,
      };
      return operatorView(await openDisputeByHand(deps, opening, by));
    },
  }),
  operation({
    at: 'POST /disputes/:id/close',
    operator: { id: 'closeDisputeByHand', access: operatorRules.money },
    params,
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
    answer: [200, OperatorDispute],
    refuses: [
      'dispute_not_found',
      'dispute_closed',
      'dispute_exceeds_payment',
      'balance_limit_reached',
    ],
    run: async ({ deps, by, params: { id }, body }) => {
      const { outcome, amount, return_id: returnId, note } = body;
      const closing = {
        id,
        outcome,
        note: note.trim(),
        amount: typeof amount === 'number' ? centavos(amount) : undefined,
        returnId: returnId?.trim() || undefined,
      };
      return operatorView(await closeDisputeByHand(deps, closing, by));
    },
  }),
];

function operatorView(dispute: NamedDispute) {
  const { username, environment, bankDisputeId } = dispute;
  return { ...disputeView(dispute), username, environment, bank_dispute_id: bankDisputeId };
}
