import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import {
  PAYERS_ROUTE,
  spendVisit,
  type VisitDeps,
} from '#src/charges/payment-page/find-payable.ts';
import { lookOn, type PageLook } from '#src/charges/payment-page/page-look.ts';
import { contentPolicy } from '#src/charges/payment-page/page-policy.ts';
import type { SendPayerLogo } from '#src/charges/payment-page/payer-logos.ts';
import {
  createPayerStreams,
  type PayerStreamDeps,
} from '#src/charges/payment-page/payer-streams.ts';
import type { QrImages } from '#src/charges/qr-image/qr-image.ts';
import type { Brand } from '#src/ground/brand/brand.ts';
import type { AccountHolder } from '#src/ground/config/bank-config.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { isKnownTag } from '#src/ground/http/entity-tag.ts';
import { addPageAsset } from '#src/ground/http/fixed-content.ts';
import { LANGUAGE_HEADERS } from '#src/ground/http/language.ts';
import { pageRefusal } from '#src/ground/http/page-refusal.ts';
import { addPublicHeaders } from '#src/ground/http/public-page.ts';
import { endWithServer, sendStream } from '#src/ground/http/stream-hub.ts';
import { isId } from '#src/ground/ids.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import { pageAssets } from './page-assets.ts';
import { pageWordingOf } from './page-wording.ts';
import { readShown } from './read-shown.ts';
import { nowOf, type ShownSubscription, stateAt } from './shown-subscription.ts';
import { subscriptionNotice, subscriptionPage } from './subscription-page.ts';

const PATH = '/assinar/:id';
const REQUESTS_PER_MINUTE = 120;
/** Images that are not cached: drawing one is the most expensive operation of this page. */
const DRAWN_PER_ADDRESS = 120;

export interface SubscriptionPageDeps extends PayerStreamDeps, Pick<VisitDeps, 'countVisit'> {
  /** A subscription of any merchant; undefined when there is none. */
  readonly readShown: Batcher<string, ShownSubscription | undefined>;
  /** How a merchant's payment pages look. */
  readonly readLook: (merchantId: string) => Promise<PageLook>;
  readonly sendLogo: SendPayerLogo;
  readonly qrImages: QrImages;
  readonly platform: Brand;
  /** The recipient of live payments that payers' banks show. */
  readonly accountHolder: AccountHolder | undefined;
}

interface PageRequest {
  Params: { id: string };
  Querystring: { lang?: string };
}

/** The page of a subscription's payer. It needs only its link, and shows no name of the payer. */
export function subscriptionPageRoutes(deps: SubscriptionPageDeps): FastifyPluginAsync {
  return async (app) => {
    addPublicHeaders(app);
    for (const asset of Object.values(pageAssets)) addPageAsset(app, asset);
    addPage(app, deps);
    addFiles(app, deps);
    addState(app, deps);
  };
}

function addPage(app: FastifyInstance, deps: SubscriptionPageDeps): void {
  app.get<PageRequest>(
    PATH,
    { ...PAYERS_ROUTE, errorHandler: answerWithNotice },
    async (request, reply) => {
      const shown = await findShown(deps, request);
      const { accountHolder, platform, clock } = deps;
      const look = lookOn(await deps.readLook(shown.merchantId), platform);
      const now = nowOf(shown, clock.now());
      const view = { shown, look, platform, accountHolder, now };
      const page = subscriptionPage({ ...pageWordingOf(request), ...view });
      return sendHtml(reply, page, look);
    },
  );
}

function addFiles(app: FastifyInstance, deps: SubscriptionPageDeps): void {
  app.get<PageRequest>(`${PATH}/qr.png`, PAYERS_ROUTE, async (request, reply) => {
    const { code } = (await findShown(deps, request)).state.subscription;
    if (code === null) throw new Refusal('subscription_not_found');
    const image = deps.qrImages.find(code, 'image/png');
    if (!image.isDrawn) {
      await spendVisit(deps, request.ip, { name: 'drawn', limit: DRAWN_PER_ADDRESS });
    }
    reply.header('cache-control', 'private, max-age=86400, immutable').header('etag', image.etag);
    reply.header('cross-origin-resource-policy', 'cross-origin');
    if (isKnownTag(request.headers['if-none-match'], image.etag)) return reply.code(304).send();
    return reply.type('image/png').send(image.draw());
  });
  app.get<PageRequest>(`${PATH}/logo`, PAYERS_ROUTE, async (request, reply) => {
    const { merchantId } = await findShown(deps, request);
    return deps.sendLogo({ request, reply }, { merchantId, look: await deps.readLook(merchantId) });
  });
}

function addState(app: FastifyInstance, deps: SubscriptionPageDeps): void {
  app.get<PageRequest>(`${PATH}/state`, PAYERS_ROUTE, async (request) =>
    stateAt(await findShown(deps, request), deps.clock.now()),
  );
  const streams = createPayerStreams<ShownSubscription>(deps, {
    name: 'subscription-pages',
    thing: 'subscription',
    read: readShown,
    stateOf(shown, now) {
      const state = stateAt(shown, now);
      // Later changes are rare; a page reads them by its poll.
      return { state, seen: state.version, isLast: state.status !== 'created' };
    },
  });
  endWithServer(app, streams);
  app.get<PageRequest>(
    `${PATH}/events`,
    // A HEAD request would open a stream that never ends.
    { ...PAYERS_ROUTE, exposeHeadRoute: false },
    async (request, reply) => {
      const thing = await findShown(deps, request);
      return sendStream(reply, await streams.open({ thing, address: clientNetwork(request.ip) }));
    },
  );
}

/**
 * Reads the subscription of the request's path, and counts the visits of one subscription. All
 * unknown ids count as one, so that ids can't be guessed. Refuses `rate_limited` and
 * `subscription_not_found`.
 */
async function findShown(
  deps: SubscriptionPageDeps,
  request: FastifyRequest<PageRequest>,
): Promise<ShownSubscription> {
  const { id } = request.params;
  const shown = isId(id) ? await deps.readShown.add(id) : undefined;
  const name = shown ? id : 'unknown';
  await spendVisit(deps, request.ip, { name, limit: REQUESTS_PER_MINUTE });
  if (!shown) throw new Refusal('subscription_not_found');
  return shown;
}

function sendHtml(reply: FastifyReply, page: string, look?: PageLook): FastifyReply {
  const policy = contentPolicy(look, { ancestors: "'none'", hasForm: false });
  reply.header('content-security-policy', policy).header('x-frame-options', 'DENY');
  reply.header('vary', LANGUAGE_HEADERS);
  return reply.type('text/html; charset=utf-8').send(page);
}

/** Answers a payer's browser with a page instead of JSON. */
function answerWithNotice(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status } = pageRefusal(error, reply);
  const wording = pageWordingOf(request);
  const { own, texts } = wording;
  const notices = {
    404: { title: own.notFound, explained: own.notFoundExplained },
    429: { title: texts.tooOften, explained: texts.tooOftenExplained },
  } as const;
  const away = { title: own.away, explained: own.awayExplained, retry: request.url };
  const notice = status === 404 || status === 429 ? notices[status] : away;
  return sendHtml(reply.code(status), subscriptionNotice(notice, wording));
}
