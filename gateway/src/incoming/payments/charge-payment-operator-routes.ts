import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { findMerchantById } from '#src/accounts/merchants/find-merchant.ts';
import { actorOf, operatorOf } from '#src/ground/access/member-of-request.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import { readPage } from '#src/ground/database/read-page.ts';
import { operatorCodeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { checkIdempotencyHeader } from '#src/ground/idempotency/key-of-request.ts';
import { ID_MAX } from '#src/ground/ids.ts';
import { centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import { CursorQuery, KeyHeaders } from '#src/ground/schemas/panel-schemas.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { type OtherAmountTaken, selectOtherAmounts } from './incoming-payment-store.ts';
import { PAYABLE } from './match-payments.ts';
import {
  CHARGE_PAYMENT_CODES,
  type PayChargeDeps,
  payChargeWith,
  reviewChargePayment,
} from './pay-charge.ts';

const LIMIT_DEFAULT = 20;
const Nullable = Type.Union([Type.String(), Type.Null()]);
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

const OtherAmountView = Type.Object({
  end_to_end_id: Type.String(),
  charge_id: Type.String(),
  username: Type.String(),
  amount: Centavos,
  expected_amount: Centavos,
  received_at: Type.String(),
  decided_at: Nullable,
});

/** Operators let a payment in suspense pay its charge, and see the payments of other amounts. */
export function chargePaymentOperatorRoutes(deps: PayChargeDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [reviewRoute, payRoute, otherAmountsRoute]) {
      await app.register(routes(deps));
    }
  };
}

function reviewRoute(deps: PayChargeDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/operator/incoming-payments/:end_to_end_id/charge',
      {
        schema: {
          operationId: 'reviewChargePayment',
          params: PaymentParams,
          response: { 200: Review, ...panelReadResponses(CHARGE_PAYMENT_CODES) },
        },
      },
      async (request) => {
        const review = await reviewChargePayment(deps, request.params.end_to_end_id);
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
    );
  };
}

const paySchema = {
  operationId: 'payChargeWithIncomingPayment',
  params: PaymentParams,
  headers: KeyHeaders,
  body: Type.Object({
    expected_amount: Type.Integer({
      minimum: 1,
      description: 'O valor que a cobrança pedia na conferência, em centavos.',
    }),
    reason: Type.String({ format: 'name', description: 'Por quê; fica na auditoria.' }),
    code: OptionalCode,
  }),
  response: {
    200: Type.Object({ charge_id: Nullable, proposal_id: Nullable }),
    ...operatorCodeResponses([
      ...CHARGE_PAYMENT_CODES,
      'proposal_waiting',
      'idempotency_key_invalid',
      'idempotency_key_missing',
      'idempotency_key_reused',
    ]),
  },
};

function payRoute(deps: PayChargeDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/operator/incoming-payments/:end_to_end_id/pay',
      // A form that is sent twice must make one proposal.
      { onRequest: checkIdempotencyHeader(true), schema: paySchema },
      async (request) => {
        const { end_to_end_id: endToEndId } = request.params;
        const { expected_amount: expected, reason } = request.body;
        const requestKey = `${operatorOf(request).userId} ${request.headers['idempotency-key']}`;
        const wanted = { endToEndId, expected: centavos(expected), reason: reason.trim() };
        const done = await payChargeWith(deps, { ...wanted, requestKey }, actorOf(request));
        return { charge_id: done.chargeId ?? null, proposal_id: done.proposal?.id ?? null };
      },
    );
  };
}

function otherAmountsRoute({ database }: PayChargeDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/operator/incoming-payments/other-amounts',
      {
        schema: {
          operationId: 'listOtherAmounts',
          querystring: CursorQuery,
          response: {
            200: Type.Object({ data: Type.Array(OtherAmountView), next_cursor: Nullable }),
            ...panelReadResponses(['invalid_request']),
          },
        },
      },
      async (request) => {
        const { cursor, limit = LIMIT_DEFAULT } = request.query;
        const beforeId = idOfCursor(cursor) ?? ID_MAX;
        const { rows, next } = await readPage(
          limit,
          (rowsMax) => selectOtherAmounts(database, { beforeId, limit: rowsMax }),
          ({ id }) => id,
        );
        return { data: rows.map(otherAmountView), next_cursor: cursorOf(next) };
      },
    );
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
