import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import type { Brand } from '#src/ground/brand/brand.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { AccountHolder } from '#src/ground/config/bank-config.ts';
import type { Database } from '#src/ground/database/database.ts';
import type { Refusal } from '#src/ground/errors/problems.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { addPageAsset, sendFixedContent } from '#src/ground/http/fixed-content.ts';
import { LANGUAGE_HEADERS } from '#src/ground/http/language.ts';
import { pageRefusal } from '#src/ground/http/page-refusal.ts';
import { addPublicHeaders } from '#src/ground/http/public-page.ts';
import { endWithServer, sendStream } from '#src/ground/http/stream-hub.ts';
import { addChargeFiles, type ChargeFileDeps } from './charge-file-routes.ts';
import { findPayable, PAYERS_ROUTE, type PageRequest } from './find-payable.ts';
import { pageAssets } from './page-assets.ts';
import { type Wording, wordingOf } from './page-language.ts';
import { lookOn, type PageLook } from './page-look.ts';
import { contentPolicy } from './page-policy.ts';
import type { PageView } from './page-view.ts';
import { nowOf, stateAt } from './payable.ts';
import { noticePage, paymentPage } from './payment-page.ts';
import { createPaymentStreams, type PaymentStreamDeps } from './payment-streams.ts';
import { type RenewalRouteDeps, renewalRoutes } from './renewal-routes.ts';

export interface PaymentPageDeps extends PaymentStreamDeps, ChargeFileDeps, RenewalRouteDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** The recipient of live payments that payers' banks show. */
  readonly accountHolder: AccountHolder | undefined;
  readonly platform: Brand;
}

/** The payment page. It needs only the charge's link, and shows no data of the payer. */
export function paymentPageRoutes(deps: PaymentPageDeps): FastifyPluginAsync {
  return async (app) => {
    addPublicHeaders(app);
    app.addHook('onSend', async (_request, reply) => {
      // The page has no session, so a sandboxed frame, whose origin is opaque, may read it too.
      reply.header('access-control-allow-origin', '*');
    });
    for (const asset of Object.values(pageAssets)) addPageAsset(app, asset);
    addEmbedScript(app);
    addPage(app, deps);
    addChargeFiles(app, deps);
    addState(app, deps);
    await app.register(renewalRoutes(deps, answerWithNotice));
    addEvents(app, deps);
  };
}

function addPage(app: FastifyInstance, deps: PaymentPageDeps): void {
  app.get<PageRequest>(
    '/pagar/:internal_id',
    { ...PAYERS_ROUTE, errorHandler: answerWithNotice },
    async (request, reply) => {
      const stored = await findPayable(deps, request);
      const { accountHolder, platform } = deps;
      const payable = { ...stored, look: lookOn(stored.look, platform) };
      const now = nowOf(payable, deps.clock.now());
      const view = { ...viewOf(request), now, accountHolder, platform };
      return sendHtml(reply, { ...view, look: payable.look }, paymentPage(payable, view));
    },
  );
}

/** The script for shops at an address that stays the same; a new version is used within an hour. */
function addEmbedScript(app: FastifyInstance): void {
  const options = { schema: { hide: true }, config: { budget: 'files' } } as const;
  app.get('/embed.js', options, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=3600');
    reply.header('cross-origin-resource-policy', 'cross-origin');
    return sendFixedContent(request, reply, pageAssets.embed);
  });
}

function addState(app: FastifyInstance, deps: PaymentPageDeps): void {
  app.get<PageRequest>('/pagar/:internal_id/state', PAYERS_ROUTE, async (request) =>
    stateAt(await findPayable(deps, request), deps.clock.now()),
  );
}

function addEvents(app: FastifyInstance, deps: PaymentPageDeps): void {
  const streams = createPaymentStreams(deps);
  endWithServer(app, streams);
  app.get<PageRequest>(
    '/pagar/:internal_id/events',
    // A HEAD request would open a stream that never ends.
    { ...PAYERS_ROUTE, exposeHeadRoute: false },
    async (request, reply) => {
      const payable = await findPayable(deps, request);
      return sendStream(
        reply,
        await streams.open({ thing: payable, address: clientNetwork(request.ip) }),
      );
    },
  );
}

function viewOf(request: FastifyRequest): PageView {
  const { embed, lang } = request.query as PageRequest['Querystring'];
  return { ...wordingOf(request, lang), isEmbedded: embed === '1' };
}

function sendHtml(
  reply: FastifyReply,
  { isEmbedded: mayBeFramed, look }: { isEmbedded: boolean; look?: PageLook },
  page: string,
): FastifyReply {
  const ancestors = mayBeFramed ? '*' : "'none'";
  reply.header('content-security-policy', contentPolicy(look, { ancestors }));
  if (!mayBeFramed) reply.header('x-frame-options', 'DENY');
  reply.header('vary', LANGUAGE_HEADERS);
  return reply.type('text/html; charset=utf-8').send(page);
}

/** Answers a payer's browser with a page instead of JSON. */
function answerWithNotice(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = pageRefusal(error, reply);
  const view = viewOf(request);
  // The answer of a form can't be read again.
  const isPassing = refusal.status >= 500 && request.method !== 'POST';
  const notice = { ...noticeOf(refusal, view), ...(isPassing && { retry: request.url }) };
  return sendHtml(reply.code(refusal.status), view, noticePage(notice, view));
}

function noticeOf(refusal: Refusal, { texts }: Wording) {
  if (refusal.status === 404) {
    return { title: texts.notFound, explained: texts.notFoundExplained };
  }
  if (refusal.status === 429) {
    return { title: texts.tooOften, explained: texts.tooOftenExplained };
  }
  if (refusal.status < 500) {
    return { title: texts.notRenewed, explained: texts.notRenewedExplained };
  }
  return { title: texts.away, explained: texts.awayExplained };
}
