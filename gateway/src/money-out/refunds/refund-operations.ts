import { Type } from 'typebox';
import { memberRules } from '#src/ground/access/member-access.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import { type Call, operationsOf } from '#src/ground/http/operation.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { fieldsOf } from '#src/ground/idempotency/request-digest.ts';
import { REFUND_WINDOW_DAYS } from '#src/ground/pix/refund-window.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import type { RefundRequest } from './refund-request.ts';
import { RefundBody, RefundCreated, refundFromBody } from './refund-schemas.ts';

const { operation } = operationsOf<RefundOperationDeps>('Refunds');

export interface RefundOperationDeps {
  readonly createRefund: Batcher<RefundRequest, CreatedResource>;
}

const CODES: readonly ProblemCode[] = [
  'refund_not_possible',
  'refund_exceeds_payment',
  'payment_disputed',
  'refund_too_late',
  'insufficient_balance',
  'balance_limit_reached',
  'provider_unavailable',
];

/** The operations that refund a payment. */
export const refundOperations = [
  operation({
    at: 'POST /transactions/:id/refund',
    program: {
      id: 'createRefund',
      at: 'POST /transactions/:internal_id/refund',
      sdk: 'charges.refund',
      sdkNote: 'Devolve tudo ou, com `amount`, uma parte.',
      scope: 'refunds:write',
      summary: 'Devolve um pagamento',
      description:
        `Devolve a quem pagou tudo, ou uma parte, em até ${REFUND_WINDOW_DAYS} dias. O valor ` +
        'sai do saldo disponível na hora; de uma cobrança com split sai na proporção de cada ' +
        'parte. A tarifa não é devolvida. Envie sempre `Idempotency-Key`.',
      lacks: ['sandbox_forbidden'],
    },
    config: { isBodyOptional: true },
    notFound: 'transaction_not_found',
    keyed: {
      fields: [
        ...fieldsOf('amount', 'reason', 'bear_all'),
        { name: 'internal_id', path: ['chargeId'] },
      ],
      content: ({ body, params }) => ({ ...body, chargeId: params.id }),
    },
    body: RefundBody,
    answer: [201, RefundCreated],
    refuses: CODES,
    run: (call) => call.deps.createRefund.add(requestOf(call)),
  }),
  operation({
    at: 'POST /transactions/:id/refund',
    member: { id: 'createRefundByHand', access: memberRules.money, isOpenToSandbox: true },
    notFound: 'transaction_not_found',
    keyed: {
      fields: [],
      // A repeat has another code, so the code is not part of the digest.
      content: ({ body: { code: _, ...order }, params }) => ({ ...order, chargeId: params.id }),
    },
    body: Type.Object({ ...RefundBody.properties, code: OptionalCode }),
    answer: [201, RefundCreated],
    refuses: [...CODES, 'payload_too_large', 'unsupported_media_type'],
    run: (call) => call.deps.createRefund.add({ ...requestOf(call), by: call.by }),
  }),
];

function requestOf(
  call: Call<RefundOperationDeps, RefundBody, { readonly id: string }>,
): RefundRequest {
  const { owner, idempotency, params, body } = call;
  return { caller: owner.caller, idempotency, chargeId: params.id, ...refundFromBody(body) };
}
