import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { memberScope } from '#src/ground/access/member-of-request.ts';
import { panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { languageOf } from '#src/ground/http/language.ts';
import { isId } from '#src/ground/ids.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { drawReceipt, type ReceiptDeps } from './draw-receipt.ts';
import { sendReceipt } from './receipt-routes.ts';

/** The receipt of a charge, payout or refund of the member's merchant. */
export function receiptPanelRoutes(deps: ReceiptDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/panel/:environment/transactions/:id/receipt.pdf',
      {
        exposeHeadRoute: false,
        schema: {
          operationId: 'downloadReceipt',
          params: Type.Object({ ...EnvironmentParams.properties, id: Type.String() }),
          response: {
            200: { content: { 'application/pdf': { schema: Type.Unsafe<Buffer>({}) } } },
            ...panelReadResponses(['transaction_not_found', 'receipt_not_ready']),
          },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        if (!isId(id)) throw new Refusal('transaction_not_found');
        const audience = { reader: 'merchant', language: languageOf(request) } as const;
        const file = await drawReceipt(deps, { ...memberScope(request), id }, audience);
        return sendReceipt(reply, file, audience);
      },
    );
  };
}
