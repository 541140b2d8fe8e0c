import { Type } from 'typebox';
import { memberRules } from '#src/ground/access/member-access.ts';
import { LANGUAGE_HEADERS } from '#src/ground/http/language.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { fileType, plainBytesContent } from '#src/ground/http/plain-bytes.ts';
import { sendAttachment } from '#src/ground/http/send-attachment.ts';
import { type CountedLimit, refuseExceeded } from '#src/ground/work/refuse-exceeded.ts';
import { BatchParams } from '../batch-schemas.ts';
import { BATCH_CHARGES_MAX } from '../charge-batch.ts';
import { PanelBatchParams } from '../files/file-panel-schemas.ts';
import { keyOf } from '../read-batch.ts';
import { type CarneDeps, drawCarne } from './draw-carne.ts';

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

export interface CarneOperationDeps extends CarneDeps {
  /** Counts a carnê of a merchant; returns the state of its limit. */
  readonly countCarne: (merchantId: string, limit: number) => Promise<CountedLimit>;
}

const { operation } = operationsOf<CarneOperationDeps>('ChargeBatches');

/** The download of the charges of a batch on paper. */
export const carneOperations = [
  operation({
    at: 'GET /charges/batches/:id/carne.pdf',
    program: {
      id: 'getChargeBatchCarne',
      sdk: 'charge_batches.carne',
      sdkNote: 'Em PDF: até 300 cobranças do lote, a partir de `from`.',
      scope: 'charges:read',
      summary: 'Baixa o carnê de um lote',
      description:
        'Em PDF: três cobranças por folha A4, cada uma com QR code, código copia e cola, ' +
        'valor, vencimento e regras. Até 300 cobranças por arquivo, a partir de `from`.',
    },
    member: {
      id: 'downloadCarne',
      at: 'GET /charge-batches/:id/carne.pdf',
      access: memberRules.read,
      params: PanelBatchParams,
      answer: { content: { [PDF]: { schema: Type.Unsafe<Buffer>({}) } } },
    },
    isDownload: true,
    params: BatchParams,
    query: CarneQuery,
    answer: [
      200,
      {
        description: 'O carnê.',
        content: {
          [PDF]: { schema: Type.String({ format: 'binary', description: 'PDF.' }) },
          ...plainBytesContent,
        },
      },
    ],
    refuses: ['charge_batch_not_found', 'carne_not_ready', 'carne_empty'],
    run: async ({ deps, owner, params, query: { from = 1 }, language, request, reply }) => {
      const key = keyOf(owner.scope, params.id);
      refuseExceeded(await deps.countCarne(key.merchantId, CARNES_PER_MINUTE));
      const { pdf, name } = await drawCarne(deps, key, { from, language });
      reply.header('cache-control', 'private, no-store');
      reply.header('x-content-type-options', 'nosniff');
      reply.header('content-language', language).header('vary', LANGUAGE_HEADERS);
      const type = owner.byHand ? PDF : fileType(request.raw, [PDF]);
      return sendAttachment(reply, { name, type }, pdf);
    },
  }),
];
