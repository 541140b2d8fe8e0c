import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { hasScope, type KeyScope } from '#src/ground/access/key-rights.ts';
import { memberRules } from '#src/ground/access/member-access.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { LANGUAGE_HEADERS, type Language } from '#src/ground/http/language.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { fileType, plainBytesContent } from '#src/ground/http/plain-bytes.ts';
import { sendAttachment } from '#src/ground/http/send-attachment.ts';
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

interface CountedReceiptDeps extends ReceiptDeps {
  /** Counts a receipt of a merchant; returns the state of its limit. */
  readonly countReceipt: (merchantId: string, limit: number) => Promise<CountedLimit>;
}

/** The receipt of a charge, payout or refund, as a PDF. */
export const receiptOperations = [
  operationsOf<CountedReceiptDeps>('Transactions').operation({
    at: 'GET /transactions/:internal_id/receipt',
    program: {
      id: 'getReceipt',
      params: null,
      sdk: 'transactions.receipt',
      sdkNote: 'Em PDF: de uma cobrança ou um saque pago, ou de uma devolução concluída.',
      scope: ['charges:read', 'refunds:read', 'payouts:read'],
      summary: 'Baixa o comprovante',
      description:
        'Em PDF, de uma cobrança paga, de um saque pago ou de uma devolução concluída (com o ' +
        'identificador dela). Em português, ou em inglês com `Accept-Language: en`. O código de ' +
        'autenticação se confere em `/comprovante`.',
    },
    answer: [
      200,
      {
        description: 'O comprovante.',
        content: {
          [PDF]: { schema: Type.String({ format: 'binary', description: 'PDF.' }) },
          ...plainBytesContent,
        },
      },
    ],
    refuses: ['transaction_not_found', 'receipt_not_ready'],
    isDownload: true,
    run: async ({ deps, owner, params: { internal_id: id }, language, request, reply }) => {
      const { caller, scope } = owner;
      if (!isId(id)) throw new Refusal('transaction_not_found');
      refuseExceeded(await deps.countReceipt(scope.merchantId, RECEIPTS_PER_MINUTE));
      const checkKind = (kind: ReceiptKind): void => {
        const needed = SCOPES[kind];
        if (!hasScope(caller.scopes, needed))
          throw new Refusal('scope_missing', { scopes: needed });
      };
      const audience = { reader: 'merchant', language } as const;
      const file = await drawReceipt(deps, { ...scope, id }, audience, checkKind);
      return sendReceipt(reply, file, { ...audience, type: fileType(request.raw, [PDF]) });
    },
  }),
];

/** The same for members, whose downloads have no limit of their own. */
export const receiptPageOperations = [
  operationsOf<ReceiptDeps>().operation({
    at: 'GET /transactions/:id/receipt.pdf',
    member: { id: 'downloadReceipt', access: memberRules.read },
    answer: [200, { content: { [PDF]: { schema: Type.Unsafe<Buffer>({}) } } }],
    refuses: ['transaction_not_found', 'receipt_not_ready'],
    isDownload: true,
    run: async ({ deps, owner: { scope }, params: { id }, language, reply }) => {
      if (!isId(id)) throw new Refusal('transaction_not_found');
      const audience = { reader: 'merchant', language } as const;
      return sendReceipt(reply, await drawReceipt(deps, { ...scope, id }, audience), audience);
    },
  }),
];

/** Sends a receipt as a file to keep. */
function sendReceipt(
  reply: FastifyReply,
  { pdf, name }: ReceiptFile,
  { language, type = PDF }: { readonly language: Language; readonly type?: string },
): FastifyReply {
  reply.header('cache-control', 'private, no-store').header('x-content-type-options', 'nosniff');
  reply.header('content-language', language).header('vary', LANGUAGE_HEADERS);
  return sendAttachment(reply, { name, type }, pdf);
}
