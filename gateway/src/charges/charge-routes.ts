import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { checkIdempotencyHeader, idempotencyOf } from '#src/ground/idempotency/key-of-request.ts';
import { fieldsOf } from '#src/ground/idempotency/request-digest.ts';
import { sendCreated } from '#src/ground/idempotency/send-created.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import type { Utm } from './charge.ts';
import { ChargeBody, createChargeResponses, EXPIRES_IN_SECONDS_DEFAULT } from './charge-schemas.ts';
import { dueFromBody } from './due/due-from-body.ts';
import type { LocalHolidaysOf } from './due/local-holidays.ts';
import type { ChargeRequest } from './plan-charges.ts';

const OPERATION = {
  name: 'POST /v1/pix/qrcode',
  fields: fieldsOf(
    'amount',
    'payer.name',
    'payer.document',
    'payer.email',
    'external_id',
    'expires_in',
    'webhook_url',
    'utm',
    'split',
    'description',
    'due_date',
    'days_after_due',
    'fine',
    'interest',
    'rebate',
    'discounts',
    'payer.address',
    'clock_id',
  ),
};

export interface ChargeRoutesDeps {
  readonly createCharge: (request: ChargeRequest) => Promise<CreatedResource>;
  readonly isIdempotencyRequired: boolean;
  readonly localHolidays: LocalHolidaysOf;
}

/** The id that an answer begins with; one that version 0.2.0 has stored may have none. */
const ID = /^\{"internal_id":"([^"]+)"/;

/** POST /v1/pix/qrcode: creates a charge. Payers reach their pages under `baseUrl`. */
export function createChargeRoute(
  deps: ChargeRoutesDeps & { readonly baseUrl: string },
): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/v1/pix/qrcode',
      {
        onRequest: checkIdempotencyHeader(deps.isIdempotencyRequired),
        config: { keyScope: 'charges:write', taxIdOf: 'payer' },
        schema: {
          operationId: 'createCharge',
          summary: 'Cria uma cobrança Pix',
          description:
            'Devolve o código copia e cola e o caminho da imagem do QR code; o cabeçalho `Link` ' +
            'tem o endereço da página de pagamento. Com ' +
            '`Idempotency-Key`, repetir a requisição devolve a mesma cobrança. Com `due_date` o ' +
            'valor depende do dia: multa, juros, abatimento e descontos.',
          tags: ['Charges'],
          body: ChargeBody,
          response: createChargeResponses,
        },
      },
      async (request, reply) => {
        const created = await deps.createCharge({
          caller: callerOf(request),
          idempotency: idempotencyOf(request, OPERATION),
          ...chargeFromBody(request.body, deps.localHolidays),
        });
        const [, id] = ID.exec(created.body) ?? [];
        if (id) reply.header('link', `<${deps.baseUrl}/pagar/${id}>; rel="payment"`);
        return sendCreated(reply, created);
      },
    );
  };
}

/**
 * The request in a body that the schema has checked. Throws for a document that it refuses; refuses
 * what `dueFromBody` refuses.
 */
export function chargeFromBody(body: ChargeBody, localHolidays: LocalHolidaysOf) {
  // The check digits were checked with the other fields.
  const document = parseTaxId(body.payer.document, { checkDigits: false });
  if (!document) throw new Error('the schema lets no other document through');
  return {
    amount: centavos(body.amount),
    payer: {
      name: body.payer.name.trim(),
      document: document.digits,
      email: body.payer.email?.trim() ?? null,
    },
    externalId: body.external_id?.trim() ?? null,
    description: body.description?.trim() || null,
    expiresInSeconds: body.expires_in ?? EXPIRES_IN_SECONDS_DEFAULT,
    due: dueFromBody(body, localHolidays),
    webhookUrl: body.webhook_url?.trim() ?? null,
    utm: body.utm ? trimmedValues(body.utm) : null,
    split: body.split,
    clockId: body.clock_id?.trim() ?? null,
  };
}

function trimmedValues(utm: Utm): Utm {
  return Object.fromEntries(Object.entries(utm).map(([name, value]) => [name, value.trim()]));
}
