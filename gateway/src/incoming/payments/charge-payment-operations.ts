import { Type } from 'typebox';
import { findMerchantById } from '#src/accounts/merchants/find-merchant.ts';
import type { FittingCharge } from '#src/charges/find-fitting-charges.ts';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import { readPage } from '#src/ground/database/read-page.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import { CursorQuery } from '#src/ground/schemas/panel-schemas.ts';
import { NullableText, oneOf } from '#src/ground/schemas/text-schemas.ts';
import { type OtherAmountTaken, selectOtherAmounts } from './incoming-payment-store.ts';
import { PAYABLE } from './match-payments.ts';
import {
  CHARGE_PAYMENT_CODES,
  listFittingCharges,
  type PayChargeDeps,
  payChargeWith,
  reviewChargePayment,
} from './pay-charge.ts';

const { operation, listOf } = operationsOf<PayChargeDeps>();

const Centavos = Type.Integer({ description: 'Centavos.' });
const PaymentParams = Type.Object({ end_to_end_id: Type.String({ maxLength: 64 }) });

const Review = Type.Object({
  charge_id: Type.String(),
  status: oneOf(PAYABLE),
  username: Type.String(),
  merchant_name: Type.String(),
  amount: Centavos,
  expected_amount: Centavos,
  fee_amount: Centavos,
  shares_amount: Centavos,
  net_amount: Centavos,
  needs_second_operator: Type.Boolean(),
});

const ChosenCharge = Type.Optional(
  Type.String({
    maxLength: 64,
    description: 'A cobrança escolhida, para um Pix que não informa uma que possa pagar.',
  }),
);

const FittingChargeView = Type.Object({
  charge_id: Type.String(),
  status: oneOf(PAYABLE),
  username: Type.String(),
  merchant_name: Type.String(),
  payer_name: Type.String(),
  payer_document: Type.String(),
  is_of_payer: Type.Boolean({ description: 'Se é do pagador da cobrança que o Pix informa.' }),
  due_date: NullableText,
  created_at: Type.String(),
});

const OtherAmountView = Type.Object({
  end_to_end_id: Type.String(),
  charge_id: Type.String(),
  username: Type.String(),
  amount: Centavos,
  expected_amount: Centavos,
  received_at: Type.String(),
  decided_at: NullableText,
});

/**
 * Operators let a payment in suspense pay its charge, or one that fits it, and see the payments of
 * other amounts.
 */
export const chargePaymentOperations = [
  operation({
    at: 'GET /incoming-payments/:end_to_end_id/charge',
    operator: { id: 'reviewChargePayment', access: operatorRules.read },
    params: PaymentParams,
    query: Type.Object({ charge_id: ChosenCharge }),
    answer: [200, Review],
    refuses: CHARGE_PAYMENT_CODES,
    run: async ({ deps, params: { end_to_end_id: endToEndId }, query: { charge_id: chosen } }) => {
      const review = await reviewChargePayment(deps, { endToEndId, chosen });
      const { charge } = review;
      const merchant = await findMerchantById(deps.database, charge.merchantId);
      if (!merchant) throw new Error(`the merchant of the charge ${charge.id} is missing`);
      return {
        charge_id: charge.id,
        status: charge.status,
        username: merchant.username,
        merchant_name: merchant.name,
        amount: centavosToJson(review.amount),
        expected_amount: centavosToJson(review.expected),
        fee_amount: centavosToJson(review.fee),
        shares_amount: centavosToJson(review.shares),
        net_amount: centavosToJson(review.net),
        needs_second_operator: review.needsSecondOperator,
      };
    },
  }),
  operation({
    at: 'GET /incoming-payments/:end_to_end_id/fitting-charges',
    operator: { id: 'listFittingCharges', access: operatorRules.read },
    params: PaymentParams,
    answer: [200, Type.Object({ data: Type.Array(FittingChargeView) })],
    refuses: ['incoming_payment_not_found'],
    run: async ({ deps, params }) => {
      const fitting = await listFittingCharges(deps.database, params.end_to_end_id);
      return { data: fitting.map(fittingChargeView) };
    },
  }),
  operation({
    at: 'POST /incoming-payments/:end_to_end_id/pay',
    operator: { id: 'payChargeWithIncomingPayment', access: operatorRules.money },
    params: PaymentParams,
    hasRequestKey: true,
    body: Type.Object({
      charge_id: ChosenCharge,
      expected_amount: Type.Integer({
        minimum: 1,
        description: 'O valor que a cobrança pedia na conferência, em centavos.',
      }),
      reason: Type.String({ format: 'name', description: 'Por quê; fica na auditoria.' }),
      code: OptionalCode,
    }),
    answer: [200, Type.Object({ charge_id: NullableText, proposal_id: NullableText })],
    refuses: [...CHARGE_PAYMENT_CODES, 'proposal_waiting'],
    run: async ({ deps, by, requestKey, params: { end_to_end_id: endToEndId }, body }) => {
      const expected = centavos(body.expected_amount);
      const { charge_id: chosen, reason } = body;
      const wanted = { endToEndId, chosen, expected, reason: reason.trim(), requestKey };
      const { chargeId, proposal } = await payChargeWith(deps, wanted, by);
      return { charge_id: chargeId ?? null, proposal_id: proposal?.id ?? null };
    },
  }),
  listOf({
    at: 'GET /incoming-payments/other-amounts',
    operator: { id: 'listOtherAmounts', access: operatorRules.read },
    query: CursorQuery,
    page: Type.Object({ data: Type.Array(OtherAmountView), next_cursor: NullableText }),
    select: ({ deps }, { beforeId, limit }) =>
      readPage(
        limit,
        (rowsMax) => selectOtherAmounts(deps.database, { beforeId, limit: rowsMax }),
        ({ id }) => id,
      ),
    view: otherAmountView,
  }),
];

function fittingChargeView(charge: FittingCharge) {
  return {
    charge_id: charge.id,
    status: charge.status,
    username: charge.username,
    merchant_name: charge.merchantName,
    payer_name: charge.payerName,
    payer_document: charge.payerDocument,
    is_of_payer: charge.isOfPayer,
    due_date: charge.dueOn,
    created_at: isoTime(charge.createdAt),
  };
}

function otherAmountView(taken: OtherAmountTaken) {
  return {
    end_to_end_id: taken.endToEndId,
    charge_id: taken.chargeId,
    username: taken.username,
    amount: centavosToJson(taken.amount),
    expected_amount: centavosToJson(taken.expected),
    received_at: isoTime(taken.receivedAt),
    decided_at: taken.decidedAt === null ? null : isoTime(taken.decidedAt),
  };
}
