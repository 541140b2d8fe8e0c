import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { hasScope, type KeyScope } from '#src/ground/access/key-rights.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { LANGUAGE_HEADERS, type Language, languageOf } from '#src/ground/http/language.ts';
import { fileType, plainBytesContent } from '#src/ground/http/plain-bytes.ts';
import { isId } from '#src/ground/ids.ts';
import { type CountedLimit, refuseExceeded } from '#src/ground/work/refuse-exceeded.ts';
import { drawReceipt, type ReceiptDeps, type ReceiptFile } from './draw-receipt.ts';
import type { ReceiptKind } from './receipt.ts';

const PDF = 'application/pdf';

/** A key needs one of these scopes for a kind of receipt. */
const SCOPES: Readonly<Record<ReceiptKind, readonly KeyScope[]>> = {
  payment: ['charges:read', 'refunds:read'],
  payout: ['payouts:read'],
  refund: ['charges:read', 'refunds:read'],
};

/** The limit for each merchant: a receipt takes more processor time than any other read. */
const RECEIPTS_PER_MINUTE = 300;

export interface ReceiptRouteDeps extends ReceiptDeps {
  /** Counts a receipt of a merchant; returns the state of its limit. */
  readonly countReceipt: (merchantId: string, limit: number) => Promise<CountedLimit>;
}

/** GET /v1/transactions/:internal_id/receipt: the receipt as a PDF. */
export function receiptRoute(deps: ReceiptRouteDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get<{ Params: { internal_id: string } }>(
      '/v1/transactions/:internal_id/receipt',
      {
        exposeHeadRoute: false,
        config: { keyScope: ['charges:read', 'refunds:read', 'payouts:read'] },
        schema: receiptSchema,
      },
      async (request, reply) => {
        const { merchantId, environment, scopes } = callerOf(request);
        const id = request.params.internal_id;
        if (!isId(id)) throw new Refusal('transaction_not_found');
        refuseExceeded(await deps.countReceipt(merchantId, RECEIPTS_PER_MINUTE));
        const key = { merchantId, environment, id };
        const checkKind = (kind: ReceiptKind): void => {
          const needed = SCOPES[kind];
          if (!hasScope(scopes, needed)) throw new Refusal('scope_missing', { scopes: needed });
        };
        const audience = { reader: 'merchant', language: languageOf(request) } as const;
        const file = await drawReceipt(deps, key, audience, checkKind);
        return sendReceipt(reply, file, { ...audience, type: fileType(request.raw, [PDF]) });
      },
    );
  };
}

/** Sends a receipt as a file to keep. */
export function sendReceipt(
  reply: FastifyReply,
  { pdf, name }: ReceiptFile,
  { language, type = PDF }: { readonly language: Language; readonly type?: string },
): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${name}"`);
  reply.header('cache-control', 'private, no-store').header('x-content-type-options', 'nosniff');
  reply.header('content-language', language).header('vary', LANGUAGE_HEADERS);
  return reply.type(type).send(pdf);
}

const receiptSchema = {
  operationId: 'getReceipt',
  summary: 'Baixa o comprovante',
  description:
    'Em PDF, de uma cobrança paga, de um saque pago ou de uma devolução concluída (com o ' +
    'identificador dela). Em português, ou em inglês com `Accept-Language: en`. O código de ' +
    'autenticação se confere em `/comprovante`.',
  tags: ['Transactions'],
  response: {
    200: {
      description: 'O comprovante.',
      content: {
        [PDF]: { schema: Type.String({ format: 'binary', description: 'PDF.' }) },
        ...plainBytesContent,
      },
    },
    ...guardedResponses(['transaction_not_found', 'receipt_not_ready', 'overloaded']),
  },
};
