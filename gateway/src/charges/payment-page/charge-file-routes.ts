import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '#src/ground/database/database.ts';
import { isKnownTag } from '#src/ground/http/entity-tag.ts';
import type { Language } from '#src/ground/http/language.ts';
import { LANGUAGE_HEADERS } from '#src/ground/http/language.ts';
import { sendAttachment } from '#src/ground/http/send-attachment.ts';
import type { TransactionKey } from '../charge.ts';
import type { QrImages } from '../qr-image/qr-image.ts';
import {
  countVisitOf,
  findPayable,
  PAYERS_ROUTE,
  type PageRequest,
  spendVisit,
  type VisitDeps,
} from './find-payable.ts';
import { wordingOf } from './page-language.ts';
import { createPayerLogos } from './payer-logos.ts';

/** Images that are not cached: drawing one is the most expensive operation of this page. */
const DRAWN_PER_ADDRESS = 120;
/** A code has some hundred bytes. */
const CODES_MAX = 5_000;
/** Drawing a receipt takes fifteen times as long as drawing an image. */
const RECEIPTS_PER_ADDRESS = 20;

export interface ChargeFileDeps extends VisitDeps {
  readonly database: Queryable;
  readonly qrImages: QrImages;
  /** Draws the receipt of a paid charge for its payer, as a PDF with a file name. */
  readonly drawReceipt: (
    key: TransactionKey,
    language: Language,
  ) => Promise<{ readonly pdf: Buffer; readonly name: string }>;
}

/** The files of a payment page: QR image, the merchant's logo, and the receipt of the payment. */
export function addChargeFiles(app: FastifyInstance, deps: ChargeFileDeps): void {
  addImage(app, deps);
  addLogo(app, deps);
  addReceipt(app, deps);
}

function addImage(app: FastifyInstance, deps: ChargeFileDeps): void {
  // The code of a charge never changes, so a repeated image needs no query.
  const codes = new LRUCache<string, string>({ max: CODES_MAX });
  const codeOf = async (request: FastifyRequest<PageRequest>): Promise<string> => {
    const id = request.params.internal_id;
    const cached = codes.get(id);
    if (cached !== undefined) {
      await countVisitOf(deps, request, id);
      return cached;
    }
    const { qrcode } = await findPayable(deps, request);
    codes.set(id, qrcode);
    return qrcode;
  };
  app.get<PageRequest>('/pagar/:internal_id/qr.png', PAYERS_ROUTE, async (request, reply) => {
    const image = deps.qrImages.find(await codeOf(request), 'image/png');
    if (!image.isDrawn) {
      await spendVisit(deps, request.ip, { name: 'drawn', limit: DRAWN_PER_ADDRESS });
    }
    // The image never changes, and merchants show it in their own pages and mails.
    reply.header('cache-control', 'private, max-age=86400, immutable');
    reply.header('cross-origin-resource-policy', 'cross-origin').header('etag', image.etag);
    if (isKnownTag(request.headers['if-none-match'], image.etag)) return reply.code(304).send();
    return reply.type('image/png').send(image.draw());
  });
}

function addLogo(app: FastifyInstance, deps: ChargeFileDeps): void {
  const send = createPayerLogos(deps.database);
  app.get<PageRequest>('/pagar/:internal_id/logo', PAYERS_ROUTE, async (request, reply) =>
    send({ request, reply }, await findPayable(deps, request)),
  );
}

/** The receipt of the payment in the page's language, with the payer's name and document masked. */
function addReceipt(app: FastifyInstance, deps: ChargeFileDeps): void {
  app.get<PageRequest>(
    '/pagar/:internal_id/comprovante.pdf',
    { ...PAYERS_ROUTE, exposeHeadRoute: false },
    async (request, reply) => {
      const { merchantId, environment, id } = await findPayable(deps, request);
      await spendVisit(deps, request.ip, { name: 'receipts', limit: RECEIPTS_PER_ADDRESS });
      const key = { merchantId, environment, id };
      const { language } = wordingOf(request, request.query.lang);
      const { pdf, name } = await deps.drawReceipt(key, language);
      reply.header('content-language', language).header('vary', LANGUAGE_HEADERS);
      return sendAttachment(reply, { name, type: 'application/pdf' }, pdf);
    },
  );
}
