import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { memberScope } from '#src/ground/access/member-of-request.ts';
import { guardedResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { LANGUAGE_HEADERS, type Language, languageOf } from '#src/ground/http/language.ts';
import { fileType, plainBytesContent } from '#src/ground/http/plain-bytes.ts';
import { isId } from '#src/ground/ids.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { type CountedLimit, refuseExceeded } from '#src/ground/work/refuse-exceeded.ts';
import { BatchParams } from '../batch-schemas.ts';
import { BATCH_CHARGES_MAX } from '../charge-batch.ts';
import { type CarneDeps, type CarneFile, drawCarne } from './draw-carne.ts';

const PDF = 'application/pdf';
/** The limit of each merchant: a file takes about a second of the processor. */
const CARNES_PER_MINUTE = 20;

const CarneQuery = Type.Object({
  from: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: BATCH_CHARGES_MAX,
      default: 1,
      description: 'O número da primeira cobrança do arquivo: 1, depois 301, 601.',
      examples: [1],
    }),
  ),
});

export interface CarneRoutesDeps extends CarneDeps {
  /** Counts a carnê of a merchant; returns the state of its limit. */
  readonly countCarne: (merchantId: string, limit: number) => Promise<CountedLimit>;
}

/** GET /v1/charges/batches/:id/carne.pdf: the charges of a batch on paper. */
export function carneRoute(deps: CarneRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/charges/batches/:id/carne.pdf',
      {
        exposeHeadRoute: false,
        config: { keyScope: 'charges:read' },
        schema: {
          operationId: 'getChargeBatchCarne',
          summary: 'Baixa o carnê de um lote',
          description:
            'Em PDF: três cobranças por folha A4, cada uma com QR code, código copia e cola, ' +
            'valor, vencimento e regras. Até 300 cobranças por arquivo, a partir de `from`.',
          tags: ['ChargeBatches'],
          params: BatchParams,
          querystring: CarneQuery,
          response: {
            200: {
              description: 'O carnê.',
              content: {
                [PDF]: { schema: Type.String({ format: 'binary', description: 'PDF.' }) },
                ...plainBytesContent,
              },
            },
            ...guardedResponses([
              'charge_batch_not_found',
              'carne_not_ready',
              'carne_empty',
              'invalid_request',
              'overloaded',
            ]),
          },
        },
      },
      async (request, reply) => {
        const { merchantId, environment } = callerOf(request);
        const { id } = request.params;
        if (!isId(id)) throw new Refusal('charge_batch_not_found');
        refuseExceeded(await deps.countCarne(merchantId, CARNES_PER_MINUTE));
        const language = languageOf(request);
        const { from = 1 } = request.query;
        const file = await drawCarne(deps, { merchantId, environment, id }, { from, language });
        return sendCarne(reply, file, { language, type: fileType(request.raw, [PDF]) });
      },
    );
  };
}

/** The same for the panel. */
export function carnePanelRoute(deps: CarneRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/panel/:environment/charge-batches/:id/carne.pdf',
      {
        exposeHeadRoute: false,
        schema: {
          operationId: 'downloadCarne',
          params: Type.Object({
            ...EnvironmentParams.properties,
            id: Type.String({ maxLength: 64 }),
          }),
          querystring: CarneQuery,
          response: {
            200: { content: { [PDF]: { schema: Type.Unsafe<Buffer>({}) } } },
            ...panelReadResponses([
              'charge_batch_not_found',
              'carne_not_ready',
              'carne_empty',
              'invalid_request',
            ]),
          },
        },
      },
      async (request, reply) => {
        const scope = memberScope(request);
        const { id } = request.params;
        if (!isId(id)) throw new Refusal('charge_batch_not_found');
        refuseExceeded(await deps.countCarne(scope.merchantId, CARNES_PER_MINUTE));
        const language = languageOf(request);
        const { from = 1 } = request.query;
        const file = await drawCarne(deps, { ...scope, id }, { from, language });
        return sendCarne(reply, file, { language, type: PDF });
      },
    );
  };
}

function sendCarne(
  reply: FastifyReply,
  { pdf, name }: CarneFile,
  { language, type }: { readonly language: Language; readonly type: string },
): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${name}"`);
  reply.header('cache-control', 'private, no-store').header('x-content-type-options', 'nosniff');
  reply.header('content-language', language).header('vary', LANGUAGE_HEADERS);
  return reply.type(type).send(pdf);
}
