import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { isKnownTag } from '#src/ground/http/entity-tag.ts';
import { fileType, plainBytesContent } from '#src/ground/http/plain-bytes.ts';
import type { QrImages } from './qr-image.ts';

const PNG = 'image/png';
const SVG = 'image/svg+xml';
const ONE_YEAR = 'private, max-age=31536000, immutable';

/** Sends the image of a code as PNG, or as SVG if `Accept` prefers it. It never changes. */
export function sendQrImage(
  request: FastifyRequest,
  reply: FastifyReply,
  { code, qrImages }: { readonly code: string; readonly qrImages: QrImages },
): FastifyReply {
  const type = fileType(request.raw, [PNG, SVG]);
  const image = qrImages.find(code, type === SVG ? SVG : PNG);
  reply.header('etag', image.etag).header('cache-control', ONE_YEAR).header('vary', 'Accept');
  if (isKnownTag(request.headers['if-none-match'], image.etag)) return reply.code(304).send();
  return reply.type(type === SVG ? `${SVG}; charset=utf-8` : type).send(image.draw());
}

/** The answer of an operation that sends an image of a code. */
export const QrImageAnswer = {
  description: 'A imagem.',
  content: {
    [PNG]: { schema: Type.String({ format: 'binary', description: 'PNG.' }) },
    [SVG]: { schema: Type.String({ description: 'SVG.' }) },
    ...plainBytesContent,
  },
};

/** Its answer to a client that has the image. */
export const KnownQrImage = { 304: { description: 'A imagem que você já tem.', type: 'null' } };
