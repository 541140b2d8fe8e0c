import type { Readable } from 'node:stream';
import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import type { QrImages } from '#src/charges/qr-image/qr-image.ts';
import { isContention, isOutage } from '#src/platform/database/database-errors.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { clientNetwork } from '#src/platform/http/client-network.ts';
import { isKnownTag } from '#src/platform/http/entity-tag.ts';
import { addPageAsset } from '#src/platform/http/fixed-content.ts';
import { isId } from '#src/platform/ids.ts';
import type { Batcher } from '#src/platform/work/batcher.ts';
import { pageAssets } from './page-assets.ts';
import { type Payable, stateAt } from './payable.ts';
import { noticePage, paymentPage } from './payment-page.ts';
import { texts } from './payment-page-texts.ts';
import { createPaymentStreams, type PaymentStreamDeps } from './payment-streams.ts';

const REQUESTS_PER_MINUTE = 120;
/** Over all charges. Many payers may share an address. */
const REQUESTS_PER_ADDRESS = 1_200;
/** Images that are not cached: drawing one is the most expensive operation of this page. */
const DRAWN_PER_ADDRESS = 120;
const RETRY_AFTER_SECONDS = 1;

export interface PaymentPageDeps extends PaymentStreamDeps {
  /** The charge of a payment page; undefined when there is none. */
  readonly readPayable: Batcher<string, Payable | undefined>;
  readonly qrImages: QrImages;
  /** Counts a request of a client under a name; returns the state of its limit. */
  readonly countVisit: (
    visit: { address: string; name: string },
    limit: number,
  ) => Promise<{ isExceeded: boolean; resetSeconds: number }>;
}

interface PageRequest {
  Params: { internal_id: string };
  Querystring: { embed?: string };
}

type Request = FastifyRequest<PageRequest>;

/** The payment page. It needs only the charge's link, and shows no data of the payer. */
export function paymentPageRoutes(deps: PaymentPageDeps): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onSend', async (_request, reply) => {
      reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer');
      reply.header('x-robots-tag', 'noindex, nofollow');
      // The page has no session, so a sandboxed frame, whose origin is opaque, may read it too.
      reply.header('access-control-allow-origin', '*');
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    });
    for (const asset of [pageAssets.script, pageAssets.style]) addPageAsset(app, asset);
    addPage(app, deps);
    addImage(app, deps);
    addState(app, deps);
    addEvents(app, deps);
  };
}

function addPage(app: FastifyInstance, deps: PaymentPageDeps): void {
  app.get<PageRequest>(
    '/pagar/:internal_id',
    { schema: { hide: true }, errorHandler: answerWithNotice },
    async (request, reply) => {
      const payable = await findPayable(deps, request);
      const view = { now: deps.clock.now(), isEmbedded: isEmbedded(request) };
      return sendHtml(reply, view, paymentPage(payable, view));
    },
  );
}

function addImage(app: FastifyInstance, deps: PaymentPageDeps): void {
  app.get<PageRequest>(
    '/pagar/:internal_id/qr.png',
    { schema: { hide: true } },
    async (request, reply) => {
      const { qrcode } = await findPayable(deps, request);
      const image = deps.qrImages.find(qrcode, 'image/png');
      if (!image.isDrawn) await spendVisit(deps, request, 'drawn', DRAWN_PER_ADDRESS);
      // The image never changes, and merchants show it in their own pages and mails.
      reply.header('cache-control', 'private, max-age=86400, immutable');
      reply.header('cross-origin-resource-policy', 'cross-origin').header('etag', image.etag);
      if (isKnownTag(request.headers['if-none-match'], image.etag)) return reply.code(304).send();
      return reply.type('image/png').send(image.draw());
    },
  );
}

function addState(app: FastifyInstance, deps: PaymentPageDeps): void {
  app.get<PageRequest>('/pagar/:internal_id/state', { schema: { hide: true } }, async (request) =>
    stateAt(await findPayable(deps, request), deps.clock.now()),
  );
}

function addEvents(app: FastifyInstance, deps: PaymentPageDeps): void {
  const streams = createPaymentStreams(deps);
  app.addHook('preClose', () => streams.stop());
  app.get<PageRequest>(
    '/pagar/:internal_id/events',
    // A HEAD request would open a stream that never ends.
    { schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply): Promise<Readable> => {
      const payable = await findPayable(deps, request);
      const stream = await streams.open(payable, clientNetwork(request.ip));
      // A proxy that buffers or transforms the stream would delay the events.
      reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no');
      return reply.type('text/event-stream; charset=utf-8').send(stream);
    },
  );
}

/**
 * Reads the charge of the request's path. Visits of a client are counted: all of them, then those
 * of one charge. All unknown ids count as one charge, so that ids can't be guessed. Refuses
 * `rate_limited` and `transaction_not_found`.
 */
async function findPayable(deps: PaymentPageDeps, request: Request): Promise<Payable> {
  const id = request.params.internal_id;
  await spendVisit(deps, request, 'all', REQUESTS_PER_ADDRESS);
  const payable = isId(id) ? await deps.readPayable.add(id) : undefined;
  await spendVisit(deps, request, payable ? id : 'unknown', REQUESTS_PER_MINUTE);
  if (!payable) throw new Refusal('transaction_not_found');
  return payable;
}

/** Counts a visit of the client under a name. Refuses `rate_limited`. */
async function spendVisit(
  deps: PaymentPageDeps,
  { ip: address }: Request,
  name: string,
  limit: number,
): Promise<void> {
  const visits = await deps.countVisit({ address, name }, limit);
  if (visits.isExceeded) {
    throw new Refusal('rate_limited', { retryAfterSeconds: visits.resetSeconds });
  }
}

function isEmbedded(request: FastifyRequest): boolean {
  const { embed } = request.query as PageRequest['Querystring'];
  return embed === '1';
}

function sendHtml(
  reply: FastifyReply,
  { isEmbedded: mayBeFramed }: { isEmbedded: boolean },
  page: string,
): FastifyReply {
  const ancestors = mayBeFramed ? '*' : "'none'";
  reply.header(
    'content-security-policy',
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
      `connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`,
  );
  if (!mayBeFramed) reply.header('x-frame-options', 'DENY');
  return reply.type('text/html; charset=utf-8').send(page);
}

/** Answers a payer's browser with a page instead of JSON. */
function answerWithNotice(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal =
    isOutage(error) || isContention(error)
      ? new Refusal('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      : error;
  if (!(refusal instanceof Refusal)) throw error;
  const { retryAfterSeconds } = refusal.facts;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  const view = { isEmbedded: isEmbedded(request) };
  return sendHtml(reply.code(refusal.status), view, noticePage(noticeOf(refusal), view));
}

function noticeOf(refusal: Refusal) {
  if (refusal.status === 404) {
    return { title: texts.notFound, explained: texts.notFoundExplained };
  }
  if (refusal.status === 429) {
    return { title: texts.tooOften, explained: texts.tooOftenExplained };
  }
  return { title: texts.away, explained: texts.awayExplained, triesAgain: true };
}
