import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { QrImages } from '#src/charges/qr-image/qr-image.ts';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import type { Database } from '#src/ground/database/database.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { isKnownTag } from '#src/ground/http/entity-tag.ts';
import { fileType, plainBytesContent } from '#src/ground/http/plain-bytes.ts';
import { keyOf, readStory } from './read-subscriptions.ts';
import { SubscriptionParams } from './subscription-schemas.ts';

const PNG = 'image/png';
const SVG = 'image/svg+xml';
const ONE_YEAR = 'private, max-age=31536000, immutable';

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
        const type = fileType(request.raw, [PNG, SVG]);
        const image = deps.qrImages.find(code, type === SVG ? SVG : PNG);
        reply.header('etag', image.etag).header('cache-control', ONE_YEAR).header('vary', 'Accept');
        if (isKnownTag(request.headers['if-none-match'], image.etag)) return reply.code(304).send();
        return reply.type(type === SVG ? `${SVG}; charset=utf-8` : type).send(image.draw());
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
    200: {
      description: 'A imagem.',
      content: {
        [PNG]: { schema: Type.String({ format: 'binary', description: 'PNG.' }) },
        [SVG]: { schema: Type.String({ description: 'SVG.' }) },
        ...plainBytesContent,
      },
    },
    304: { description: 'A imagem que você já tem.', type: 'null' },
    ...guardedResponses(['subscription_not_found', 'overloaded']),
  },
};
