import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { QrImages } from '#src/charges/qr-image/qr-image.ts';
import { KnownQrImage, QrImageAnswer, sendQrImage } from '#src/charges/qr-image/send-qr-image.ts';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import type { Database } from '#src/ground/database/database.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { keyOf, readStory } from './read-subscriptions.ts';
import { SubscriptionParams } from './subscription-schemas.ts';

/** GET /v1/subscriptions/:id/image: the QR code that the payer reads. It never changes. */
export function subscriptionImageRoute(deps: {
  readonly database: Database;
  readonly qrImages: QrImages;
}): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get<{ Params: { id: string } }>(
      '/v1/subscriptions/:id/image',
      {
        config: { keyScope: 'charges:read' },
        schema,
      },
      async (request, reply) => {
        const key = keyOf(callerOf(request), request.params.id);
        const { code } = (await readStory(deps.database, key)).subscription;
        if (code === null) throw new Refusal('subscription_not_found');
        return sendQrImage(request, reply, { code, qrImages: deps.qrImages });
      },
    );
  };
}

const schema = {
  operationId: 'getSubscriptionImage',
  summary: 'Imagem do QR code de uma assinatura',
  description: 'PNG, ou SVG quando o cabeçalho Accept o prefere. A imagem nunca muda.',
  tags: ['Subscriptions'],
  params: SubscriptionParams,
  response: {
    200: QrImageAnswer,
    ...KnownQrImage,
    ...guardedResponses(['subscription_not_found', 'overloaded']),
  },
};
