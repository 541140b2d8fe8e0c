import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf } from '#src/merchants/member-of-request.ts';
import { isoTime } from '#src/platform/clock.ts';
import { operatorChangeResponses, panelReadResponses } from '#src/platform/problem-schemas.ts';
import { listUnreadable, resolveUnreadable } from './keep-unreadable.ts';
import type { ResolveNeeds } from './resolve-receipt.ts';

const Unreadable = Type.Object({
  bank: Type.String(),
  item: Type.String({ description: 'O EndToEndId, ou o resumo de um item sem ele.' }),
  reason: Type.String(),
  first_seen_at: Type.String(),
  last_seen_at: Type.String(),
});

/** Payments that the bank lists in a form that can't be read: they are set aside. */
export function unreadableOperatorRoutes(needs: ResolveNeeds): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/operator/unreadable-receipts',
      {
        schema: {
          operationId: 'listUnreadableReceipts',
          response: { 200: Type.Object({ data: Type.Array(Unreadable) }), ...panelReadResponses() },
        },
      },
      async () => ({
        data: (await listUnreadable(needs.database)).map((row) => ({
          bank: row.bank,
          item: row.item,
          reason: row.reason,
          first_seen_at: isoTime(row.first_seen_at),
          last_seen_at: isoTime(row.last_seen_at),
        })),
      }),
    );
    app.post(
      '/api/operator/unreadable-receipts/:bank/:item/resolve',
      {
        schema: {
          operationId: 'resolveUnreadableReceipt',
          params: Type.Object({
            bank: Type.String({ maxLength: 32 }),
            item: Type.String({ maxLength: 64 }),
          }),
          response: {
            200: Type.Object({ status: Type.Literal('ok') }),
            ...operatorChangeResponses(['receipt_not_found']),
          },
        },
      },
      async (request) => {
        await resolveUnreadable(needs, request.params, actorOf(request));
        return { status: 'ok' } as const;
      },
    );
  };
}
