import { Type } from 'typebox';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { DONE, Done } from '#src/ground/schemas/panel-schemas.ts';
import { NullableText, oneOf } from '#src/ground/schemas/text-schemas.ts';
import {
  acknowledgeReversal,
  type ListedStuck,
  listReversedOrders,
  listStuckOrders,
  proposeResolution,
  type ResolveOrderDeps,
} from './resolve-orders.ts';

const { operation } = operationsOf<ResolveOrderDeps>();

const BANK_ID_LENGTH_MAX = 64;
const Centavos = Type.Integer({ description: 'Centavos.' });
const Kind = oneOf(['payout', 'refund']);
const OrderParams = Type.Object({ kind: Kind, id: Type.String({ maxLength: 64 }) });
const orderFields = {
  kind: Kind,
  id: Type.String(),
  username: Type.String(),
  amount: Centavos,
};
const StuckOrderView = Type.Object({
  ...orderFields,
  created_at: Type.String(),
  sent_at: Type.String(),
  is_known_at_bank: Type.Boolean(),
  merchant_name: Type.String(),
  payee: Type.Object({ name: Type.String(), document: Type.String() }),
  pix_key: NullableText,
  charge_id: NullableText,
  end_to_end_id: NullableText,
});
const ReversedOrderView = Type.Object({ ...orderFields, resolved_at: Type.String() });

const ResolveBody = Type.Object({
  resolution: oneOf(['paid', 'not_paid']),
  bank_id: Type.Optional(Type.Union([Type.String({ maxLength: BANK_ID_LENGTH_MAX }), Type.Null()])),
  reason: Type.String({ format: 'name', description: 'Por quê; fica na auditoria.' }),
  code: OptionalCode,
});

/** The operators' operations on stuck payouts and refunds, and on reversed resolutions. */
export const orderResolutionOperations = [
  operation({
    at: 'GET /stuck-orders',
    operator: { id: 'listStuckOrders', access: operatorRules.read },
    answer: [200, Type.Object({ data: Type.Array(StuckOrderView) })],
    run: async ({ deps }) => ({ data: (await listStuckOrders(deps)).map(stuckView) }),
  }),
  operation({
    at: 'POST /stuck-orders/:kind/:id/resolve',
    operator: { id: 'proposeOrderResolution', access: operatorRules.money },
    params: OrderParams,
    notFound: 'order_not_found',
    hasRequestKey: true,
    body: ResolveBody,
    answer: [201, Type.Object({ proposal_id: Type.String() })],
    refuses: ['order_not_stuck', 'end_to_end_id_invalid', 'proposal_waiting'],
    run: async ({
      deps,
      by,
      params,
      requestKey,
      body: { resolution, bank_id: bankId, reason },
    }) => {
      const wanted = { ...params, resolution, bankId: bankId?.trim() || null, requestKey };
      const { id } = await proposeResolution(deps, { ...wanted, reason: reason.trim() }, by);
      return { proposal_id: id };
    },
  }),
  operation({
    at: 'GET /reversed-orders',
    operator: { id: 'listReversedOrders', access: operatorRules.read },
    answer: [200, Type.Object({ data: Type.Array(ReversedOrderView) })],
    run: async ({ deps }) => ({
      data: (await listReversedOrders(deps.database)).map((order) => ({
        kind: order.kind,
        id: order.id,
        username: order.username,
        amount: centavosToJson(order.amount),
        resolved_at: isoTime(order.resolvedAt),
      })),
    }),
  }),
  operation({
    at: 'POST /reversed-orders/:kind/:id/seen',
    operator: { id: 'acknowledgeReversedOrder', access: operatorRules.books },
    params: OrderParams,
    notFound: 'order_not_found',
    answer: [200, Done],
    run: async ({ deps, by, params }) => {
      await acknowledgeReversal(deps, params, by);
      return DONE;
    },
  }),
];

function stuckView(order: ListedStuck) {
  return {
    kind: order.kind,
    id: order.id,
    username: order.username,
    amount: centavosToJson(order.amount),
    created_at: isoTime(order.createdAt),
    sent_at: isoTime(order.uncertainAt),
    is_known_at_bank: order.isKnownAtBank,
    merchant_name: order.merchantName,
    payee: order.payee,
    pix_key: order.pixKey,
    charge_id: order.chargeId,
    end_to_end_id: order.endToEndId,
  };
}
