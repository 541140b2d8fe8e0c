import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { checkIdempotencyHeader, idempotencyOf } from '#src/ground/idempotency/key-of-request.ts';
import { fieldsOf } from '#src/ground/idempotency/request-digest.ts';
import { sendCreated } from '#src/ground/idempotency/send-created.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { pixKeyTypeOf } from '#src/ground/pix/pix-key.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import type { PayoutRequest } from './payout-request.ts';
import { createPayoutResponses, PayoutBody } from './payout-schemas.ts';

const OPERATION = {
  name: 'POST /v1/pix/payout',
  fields: fieldsOf(
    'amount',
    'pix_key',
    'pix_key_type',
    'beneficiary.name',
    'beneficiary.document',
    'external_id',
    'webhook_url',
  ),
};

export interface PayoutRoutesDeps {
  readonly createPayout: Batcher<PayoutRequest, CreatedResource>;
  readonly isIdempotencyRequired: boolean;
}

/** POST /v1/pix/payout: withdraws to a Pix key. */
export function createPayoutRoute(deps: PayoutRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/v1/pix/payout',
      {
        onRequest: checkIdempotencyHeader(deps.isIdempotencyRequired),
        config: { keyScope: 'payouts:write', taxIdOf: 'beneficiary' },
        schema: {
          operationId: 'createPayout',
          summary: 'Saca para uma chave Pix',
          description:
            'O valor e a tarifa saem do saldo disponível na hora. Envie sempre `Idempotency-Key` ' +
            'ou `external_id`: assim uma repetição nunca paga duas vezes.',
          tags: ['Payouts'],
          body: PayoutBody,
          response: createPayoutResponses,
        },
      },
      async (request, reply) => {
        const created = await deps.createPayout.add({
          caller: callerOf(request),
          idempotency: idempotencyOf(request, OPERATION),
          ...payoutFromBody(request.body),
        });
        return sendCreated(reply, created);
      },
    );
  };
}

/** The request in a body that the schema has checked. Throws as `beneficiaryOfBody` does. */
export function payoutFromBody(body: PayoutBody) {
  const { name, document, ...key } = beneficiaryOfBody(body);
  return {
    amount: centavos(body.amount),
    ...key,
    beneficiary: { name, document },
    externalId: body.external_id?.trim() ?? null,
    webhookUrl: body.webhook_url?.trim() ?? null,
  };
}

/**
 * The Pix key and its holder in a body that the schema has checked. Throws for a document that the
 * schema refuses.
 */
export function beneficiaryOfBody(
  body: Pick<PayoutBody, 'pix_key' | 'pix_key_type' | 'beneficiary'>,
) {
  // The check digits were checked with the other fields.
  const document = parseTaxId(body.beneficiary.document, { checkDigits: false });
  if (!document) throw new Error('the schema lets no other document through');
  return {
    name: body.beneficiary.name.trim(),
    document: document.digits,
    uncheckedPixKey: body.pix_key,
    pixKeyType: pixKeyTypeOf(body.pix_key_type),
  };
}
