import { Type } from 'typebox';
import type { Actor } from '#src/ground/access/actor.ts';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { invalidCursor } from '#src/ground/http/page-cursor.ts';
import { isId } from '#src/ground/ids.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { CursorQuery, DONE, Done, IdParams } from '#src/ground/schemas/panel-schemas.ts';
import { NullableText, oneOf } from '#src/ground/schemas/text-schemas.ts';
import { incomingPaymentStates } from '../payments/incoming-payment.ts';
import { type UnrequestedRefund, unrequestedRefundView } from './unrequested-refund.ts';
import { markFailureSeen } from './unrequested-refund-store.ts';
import { listUnrequestedRefunds } from './unrequested-refunds.ts';

const { operation } = operationsOf<DatabaseAndClock>();

const LIMIT_DEFAULT = 20;

const UnrequestedRefundView = Type.Object({
  id: Type.String(),
  bank: Type.String(),
  end_to_end_id: Type.String(),
  refund_id: Type.String(),
  return_id: NullableText,
  amount: Type.Integer({ description: 'Centavos.' }),
  status: oneOf(['pending', 'done', 'failed']),
  by_bank: Type.Boolean({ description: 'Feita pelo banco (MED), e não pedida na página dele.' }),
  happened_at: Type.String(),
  found_at: Type.String(),
  booking_failure: NullableText,
  incoming_payment_state: Type.Union([oneOf(incomingPaymentStates), Type.Null()]),
  charge_id: NullableText,
  username: NullableText,
});

/** Refunds that the bank made and this gateway did not request, the last found first. */
export const unrequestedRefundOperations = [
  operation({
    at: 'GET /unasked-refunds',
    operator: { id: 'listUnrequestedRefunds', access: operatorRules.read },
    query: CursorQuery,
    answer: [
      200,
      Type.Object({ data: Type.Array(UnrequestedRefundView), next_cursor: NullableText }),
    ],
    run: async ({ deps, query: { cursor: before, limit = LIMIT_DEFAULT } }) => {
      if (before !== undefined && !isId(before)) throw invalidCursor();
      const { rows, next } = await listUnrequestedRefunds(deps.database, { before, limit });
      return { data: rows.map(refundView), next_cursor: next };
    },
  }),
  operation({
    at: 'POST /unasked-refunds/:id/seen',
    operator: { id: 'acknowledgeFailedRefund', access: operatorRules.books },
    params: IdParams,
    notFound: 'failed_refund_not_found',
    answer: [200, Done],
    run: async ({ deps, by, params: { id } }) => {
      await acknowledgeFailedRefund(deps, id, by);
      return DONE;
    },
  }),
];

function refundView(refund: UnrequestedRefund) {
  return { ...unrequestedRefundView(refund), username: refund.username };
}

/**
 * Marks a refund that is booked here and failed at the bank as seen by an operator, and writes it
 * to the audit log. Refuses `failed_refund_not_found` when no unseen one has this id.
 */
async function acknowledgeFailedRefund(
  { database, clock }: DatabaseAndClock,
  id: string,
  by: Actor,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    const seen = await markFailureSeen(tx, { id, at: now });
    if (!seen) throw new Refusal('failed_refund_not_found');
    const action = 'incoming_payment.failed_refund_seen';
    const change = { action, merchantId: null, subject: seen.endToEndId } as const;
    recordChange(tx, by, { ...change, details: { amount: centavosToJson(seen.amount) } }, now);
  });
}
