import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { isId } from '#src/ground/ids.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import type { TransactionKey } from '../charge.ts';
import type { QrImages } from './qr-image.ts';
import { qrImageAnswers, sendQrImage } from './send-qr-image.ts';

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
        return sendQrImage(request, reply, { code, qrImages: deps.qrImages });
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
    ...qrImageAnswers,
    ...guardedResponses(['transaction_not_found', 'overloaded']),
  },
};
