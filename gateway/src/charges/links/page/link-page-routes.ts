import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import { type Merchant, refuseWhileMoving } from '#src/ground/access/merchant.ts';
import type { Brand } from '#src/ground/brand/brand.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Clock } from '#src/ground/clock.ts';
import { type ProblemCode, Refusal } from '#src/ground/errors/problems.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { addPageAsset } from '#src/ground/http/fixed-content.ts';
import { LANGUAGE_HEADERS, languageOf } from '#src/ground/http/language.ts';
import { pageRefusal } from '#src/ground/http/page-refusal.ts';
import { addPublicHeaders } from '#src/ground/http/public-page.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { isId } from '#src/ground/ids.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import { type CountedLimit, refuseExceeded } from '#src/ground/work/refuse-exceeded.ts';
import { lookOn, type PageLook } from '../../payment-page/page-look.ts';
import { contentPolicy } from '../../payment-page/page-policy.ts';
import type { SendPayerLogo } from '../../payment-page/payer-logos.ts';
import type { ChargeRequest } from '../../plan-charges.ts';
import { type Closed, closedAt, type PaymentLink, priceOf } from '../payment-link.ts';
import { chargeByLink, EXPIRES_IN_SECONDS, type SentForm } from './charge-by-link.ts';
import { forgetForm, keepForm, readKeptForm } from './kept-form.ts';
import { type Faults, formOfBody, newForm, orderOfForm, type TypedForm } from './link-form.ts';
import { type LinkState, linkNotice, linkPage } from './link-page.ts';
import { pageScript, pageStyle } from './link-page-assets.ts';
import { type Subscriptions, subscribeByLink } from './subscribe-by-link.ts';

const ONE_YEAR = 'public, max-age=31536000, immutable';
const PATH = '/link/:id';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const FORM_BYTES_MAX = 8 * 1_024;
const LINKS_ROUTE = { schema: { hide: true }, config: { budget: 'links' } } as const;
const SECONDS_PER_MINUTE = 60;

/** Requests in a minute without a key. */
const LIMITS = {
  visitsOfLinkByAddress: 120,
  // Many payers may share an address.
  chargesOfAddress: 20,
  chargesOfLink: 300,
  chargesOfMerchant: 600,
} as const;

/** The text of the page when the link takes no charge. */
const ENDS = {
  payment_link_sold_out: 'soldOut',
  payment_link_closed: 'closed',
  payment_link_full: 'full',
  subscriptions_unavailable: 'unavailable',
  too_many_subscriptions: 'full',
} as const satisfies Readonly<Record<Closed, LinkState>> & Readonly<Record<string, LinkState>>;

/** The refusals of an amount that leaves nothing to pay, or nothing for the merchant. */
const AMOUNT_CODES: ReadonlySet<ProblemCode> = new Set([
  'amount_too_small',
  'due_amount_too_small',
  'due_amount_too_large',
]);

export interface LinkPageDeps extends Pick<ProductImageDeps, 'findImage'> {
  readonly clock: Clock;
  /** A link of any merchant; undefined when there is none. */
  readonly readLink: Batcher<string, PaymentLink | undefined>;
  readonly findMerchant: (merchantId: string) => Promise<Merchant | undefined>;
  /** How a merchant's payment pages look. */
  readonly readLook: (merchantId: string) => Promise<PageLook>;
  readonly sendLogo: SendPayerLogo;
  readonly platform: Brand;
  readonly createCharge: (request: ChargeRequest) => Promise<CreatedResource>;
  /** Whether a bank is connected: without one no live charge can be made. */
  readonly hasLiveBank: boolean;
  readonly subscriptions: Subscriptions;
  /** Counts a request under a name; returns the state of its limit. */
  readonly count: (name: string, limit: number) => Promise<CountedLimit>;
}

interface LinkRequest {
  Params: { id: string };
}

type Request = FastifyRequest<LinkRequest>;

/** The page of a payment link, and the form by which a payer makes a charge. */
export function linkPageRoutes(deps: LinkPageDeps): FastifyPluginAsync {
  return async (app) => {
    acceptOnlyForms(app);
    addPublicHeaders(app);
    addPageAsset(app, pageStyle);
    addPageAsset(app, pageScript);
    addProductImage(app, deps);
    addLogo(app, deps);
    const options = { ...LINKS_ROUTE, errorHandler: answerWithNotice };
    app.get<LinkRequest>(PATH, options, async (request, reply) => {
      const opened = await openLink(deps, request);
      const form = { form: newForm(deps.clock.now()), faults: {}, ...keptForm(request, opened) };
      const view = { ...opened, state: stateOf(deps, opened), ...form };
      return sendPage(deps, { request, reply }, view);
    });
    app.post<LinkRequest>(PATH, { ...options, bodyLimit: FORM_BYTES_MAX }, (request, reply) =>
      takeForm(deps, request, reply),
    );
  };
}

function addLogo(app: FastifyInstance, deps: LinkPageDeps): void {
  app.get<LinkRequest>(`${PATH}/logo`, LINKS_ROUTE, async (request, reply) => {
    const { merchantId } = (await openLink(deps, request)).merchant;
    return deps.sendLogo({ request, reply }, { merchantId, look: await deps.readLook(merchantId) });
  });
}

async function takeForm(
  deps: LinkPageDeps,
  request: Request,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const opened = await openLink(deps, request);
  const { link, merchant } = opened;
  refuseWhileMoving(merchant, request.method);
  const body = typeof request.body === 'string' ? request.body : '';
  const form = formOfBody(body, deps.clock.now());
  const path = `/link/${link.id}`;
  const end = (state: LinkState) =>
    sendPage(deps, { request, reply: reply.code(409) }, { ...opened, state, form, faults: {} });
  const askToCorrect = (isTooSmall: boolean) => {
    keepForm(reply, path, { form, isTooSmall });
    return reply.redirect(path, 303);
  };
  const state = stateOf(deps, opened);
  const read = orderOfForm(link, form);
  const hasFaults = 'faults' in read;
  // A link that has closed may have made the charge of this form: sending it again leads there.
  if (state === 'unavailable' || (state !== 'open' && hasFaults)) return end(state);
  if (hasFaults) return askToCorrect(false);
  try {
    const network = clientNetwork(request.ip);
    await spend(deps, `address ${network} charges`, LIMITS.chargesOfAddress);
    await spend(deps, `link ${link.id} charges`, LIMITS.chargesOfLink);
    await spend(deps, `merchant ${link.merchantId} charges`, LIMITS.chargesOfMerchant);
    const today = brazilianDayOf(deps.clock.now());
    const sent = { ...opened, order: read.order, token: form.token, network, today };
    const next = await nextPage(deps, sent);
    forgetForm(request, reply, path);
    return reply.redirect(next, 303);
  } catch (error) {
    const code = error instanceof Refusal ? error.code : undefined;
    const isOfAmount = code !== undefined && AMOUNT_CODES.has(code);
    // The price, the fee or a rule of the link has changed since its merchant saved it.
    if (isOfAmount) return priceOf(link) === null ? askToCorrect(true) : end('unavailable');
    if (code !== undefined && isClosed(code)) return end(ENDS[code]);
    // Back from the notice leads to this form: sent again, it is the same request.
    keepForm(reply, path, { form, isTooSmall: false });
    throw error;
  }
}

/** Creates what the form asks for, and returns the path of the page that follows. */
async function nextPage(
  { createCharge, subscriptions }: LinkPageDeps,
  sent: SentForm,
): Promise<string> {
  const { subscription } = sent.link;
  return subscription
    ? `/assinar/${await subscribeByLink(subscriptions, subscription, sent)}`
    : `/pagar/${await chargeByLink(createCharge, sent)}`;
}

/** The form that the payer has to correct, and its faults. */
function keptForm(
  request: Request,
  { link }: Opened,
): { readonly form: TypedForm; readonly faults: Faults } | undefined {
  const kept = readKeptForm(request);
  if (!kept) return undefined;
  const read = orderOfForm(link, kept.form);
  if ('faults' in read) return { form: kept.form, faults: read.faults };
  return { form: kept.form, faults: kept.isTooSmall ? { amount: 'amountTooSmall' } : {} };
}

interface Opened {
  readonly link: PaymentLink;
  readonly merchant: Merchant;
}

/**
 * Reads the link of the request's path and its merchant. The server has counted the visit among
 * all visits of the client; here the visits of one link are counted. All unknown ids count as one
 * link, so that ids can't be guessed. Refuses `rate_limited` and `payment_link_not_found`.
 */
async function openLink(deps: LinkPageDeps, request: Request): Promise<Opened> {
  const { id } = request.params;
  const link = isId(id) ? await deps.readLink.add(id) : undefined;
  const visitor = `address ${clientNetwork(request.ip)} ${link ? id : 'unknown'}`;
  await spend(deps, visitor, LIMITS.visitsOfLinkByAddress);
  const merchant = link && (await deps.findMerchant(link.merchantId));
  // Before the approval a link is a draft, which only its merchant sees.
  const isDraft = merchant?.status === 'pending_kyc' || merchant?.status === 'rejected';
  if (!link || !merchant || isDraft) throw new Refusal('payment_link_not_found');
  return { link, merchant };
}

function stateOf(deps: LinkPageDeps, { link, merchant }: Opened): LinkState {
  const { clock, hasLiveBank, subscriptions } = deps;
  const closed = closedAt({ ...link, hasDueDate: link.due !== null }, clock.now());
  if (closed) return ENDS[closed];
  const hasBank = link.subscription
    ? subscriptions.isAvailable(link.environment)
    : link.environment === 'test' || hasLiveBank;
  return merchant.status === 'active' && hasBank ? 'open' : 'unavailable';
}

function isClosed(code: ProblemCode): code is keyof typeof ENDS {
  return Object.hasOwn(ENDS, code);
}

async function spend(deps: LinkPageDeps, name: string, limit: number): Promise<void> {
  refuseExceeded(await deps.count(name, limit));
}

async function sendPage(
  { readLook, platform, clock }: LinkPageDeps,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  view: Opened & { readonly state: LinkState; readonly form: TypedForm; readonly faults: Faults },
): Promise<FastifyReply> {
  const { merchant, ...shown } = view;
  const look = lookOn(await readLook(merchant.merchantId), platform);
  const page = linkPage({
    ...shown,
    look,
    platform,
    language: languageOf(request),
    today: brazilianDayOf(clock.now()),
    minutes: EXPIRES_IN_SECONDS / SECONDS_PER_MINUTE,
    merchantName: merchant.name,
    merchantDocument: merchant.document,
  });
  return sendHtml(reply, page, look);
}

function sendHtml(reply: FastifyReply, page: string, look?: PageLook): FastifyReply {
  const policy = contentPolicy(look, { ancestors: "'none'", hasForm: true });
  reply.header('content-security-policy', policy);
  reply.header('x-frame-options', 'DENY').header('vary', LANGUAGE_HEADERS);
  return reply.type('text/html; charset=utf-8').send(page);
}

/** The body is a form, as a browser sends it without a script. */
function acceptOnlyForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(FORM_TYPE, { parseAs: 'string' }, (_request, body, done) => {
    done(null, body);
  });
}

/** Answers a payer's browser with a page instead of JSON. */
function answerWithNotice(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = pageRefusal(error, reply);
  const notice = NOTICES[refusal.status] ?? 'away';
  return sendHtml(reply.code(refusal.status), linkNotice(notice, languageOf(request)));
}

const NOTICES: Readonly<Record<number, 'notFound' | 'tooOften'>> = {
  404: 'notFound',
  429: 'tooOften',
};

interface ProductImageDeps {
  readonly findImage: (
    id: string,
  ) => Promise<{ readonly type: string; readonly content: Buffer } | undefined>;
}

/** Serves images of products, without a session. A changed image has another address. */
function addProductImage(app: FastifyInstance, { findImage }: ProductImageDeps) {
  app.get<{ Params: { image_id: string } }>(
    '/link/images/:image_id',
    { schema: { hide: true }, config: { budget: 'images' } },
    async (request, reply) => {
      const image = await findImage(request.params.image_id);
      if (!image) throw new Refusal('product_not_found');
      reply
        .header('cache-control', ONE_YEAR)
        .header('cross-origin-resource-policy', 'cross-origin');
      reply.header('content-security-policy', "default-src 'none'; sandbox");
      return reply.type(image.type).send(image.content);
    },
  );
}
