import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { isKnownTag } from '#src/ground/http/entity-tag.ts';
import { fileType, plainBytesContent } from '#src/ground/http/plain-bytes.ts';
import { isId } from '#src/ground/ids.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import type { TransactionKey } from '../charge.ts';
import type { QrImages } from './qr-image.ts';

const PNG = 'image/png';
const SVG = 'image/svg+xml';
const ONE_YEAR = 'private, max-age=31536000, immutable';

export interface QrImageDeps {
  /** Reads the copy-and-paste code of a charge; undefined for an unknown charge. */
  readonly readCode: Batcher<TransactionKey, string | undefined>;
  readonly qrImages: QrImages;
}

/** GET /v1/pix/qrcode/:internal_id/image: the QR code as PNG or SVG. It never changes. */
export function qrImageRoute(deps: QrImageDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get<{ Params: { internal_id: string } }>(
      '/v1/pix/qrcode/:internal_id/image',
      { config: { keyScope: 'charges:read' }, schema: qrImageSchema },
      async (request, reply) => {
        const { merchantId, environment } = callerOf(request);
        const id = request.params.internal_id;
        if (!isId(id)) throw new Refusal('transaction_not_found');
        const code = await deps.readCode.add({ merchantId, environment, id });
        if (code === undefined) throw new Refusal('transaction_not_found');
        const type = fileType(request.raw, [PNG, SVG]);
        const image = deps.qrImages.find(code, type === SVG ? SVG : PNG);
        reply.header('etag', image.etag).header('cache-control', ONE_YEAR).header('vary', 'Accept');
        if (isKnownTag(request.headers['if-none-match'], image.etag)) return reply.code(304).send();
        return reply.type(type === SVG ? `${SVG}; charset=utf-8` : type).send(image.draw());
      },
    );
  };
}

const qrImageSchema = {
  operationId: 'getQrImage',
  summary: 'Imagem do QR code',
  description:
    'PNG de pelo menos 512 px, ou SVG quando o cabeçalho Accept o prefere. A imagem nunca muda: ' +
    'pode ser guardada para sempre.',
  tags: ['Charges'],
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
    ...guardedResponses(['transaction_not_found', 'overloaded']),
  },
};
