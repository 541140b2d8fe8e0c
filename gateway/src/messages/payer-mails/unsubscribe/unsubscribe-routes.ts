import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { findMerchantById } from '#src/accounts/merchants/find-merchant.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { addPageAsset } from '#src/ground/http/fixed-content.ts';
import { LANGUAGE_HEADERS, languageOf } from '#src/ground/http/language.ts';
import { pageRefusal } from '#src/ground/http/page-refusal.ts';
import { addPublicHeaders } from '#src/ground/http/public-page.ts';
import { type CountedLimit, refuseExceeded } from '#src/ground/work/refuse-exceeded.ts';
import { type PayerAddress, readUnsubscribeToken } from '../payer-address.ts';
import { insertStop } from '../payer-mail-stop-store.ts';
import { type UnsubscribeFrame, unsubscribePage, unsubscribeStyle } from './unsubscribe-page.ts';
import type { UnsubscribeState } from './unsubscribe-texts.ts';

interface UnsubscribeDeps extends DatabaseAndClock {
  readonly readKey: () => Promise<Buffer>;
}

const PATH = '/emails/cancelar/:token';
const VISITS_PER_MINUTE = 60;
const BODY_BYTES_MAX = 4_096;
/** How forms and mail programs send `List-Unsubscribe=One-Click` (RFC 8058). */
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; " +
  "frame-ancestors 'none'";

export interface UnsubscribeRoutesDeps extends UnsubscribeDeps {
  readonly productName: string;
  /** Counts a visit from an address; returns the state of its limit. */
  readonly countVisit: (address: string, limit: number) => Promise<CountedLimit>;
}

/**
 * The page by which payers unsubscribe, without a log-in. Programs that follow links change
 * nothing: only the button does, and the one click of a mail program, which sends the same.
 */
export function unsubscribeRoutes(deps: UnsubscribeRoutesDeps): FastifyPluginAsync {
  return async (app) => {
    addPublicHeaders(app);
    addPageAsset(app, unsubscribeStyle);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(FORM_TYPES, { parseAs: 'buffer' }, (_request, _body, done) =>
      done(null, undefined),
    );
    const options = {
      schema: { hide: true },
      bodyLimit: BODY_BYTES_MAX,
      errorHandler: answerWithNotice(deps),
    };
    const find = async (request: FastifyRequest<{ Params: { token: string } }>) => {
      refuseExceeded(await deps.countVisit(request.ip, VISITS_PER_MINUTE));
      return findSubscription(deps, request.params.token);
    };
    app.get<{ Params: { token: string } }>(PATH, options, async (request, reply) => {
      const found = await find(request);
      if (!found) return send(deps, reply.code(404), 'unknown');
      return send(deps, reply, 'ask', found.merchantName);
    });
    app.post<{ Params: { token: string } }>(PATH, options, async (request, reply) => {
      const found = await find(request);
      if (!found) return send(deps, reply.code(404), 'unknown');
      await unsubscribe(deps, found.address);
      return send(deps, reply, 'done', found.merchantName);
    });
  };
}

function send(
  { productName }: UnsubscribeRoutesDeps,
  reply: FastifyReply,
  state: UnsubscribeState,
  merchantName?: string,
): FastifyReply {
  const language = languageOf(reply.request);
  const frame: UnsubscribeFrame = { language, productName };
  reply.header('content-language', language).header('vary', LANGUAGE_HEADERS);
  reply.header('content-security-policy', POLICY).header('x-frame-options', 'DENY');
  return reply.type('text/html; charset=utf-8').send(unsubscribePage(frame, state, merchantName));
}

/** Answers a browser with a page instead of JSON. */
function answerWithNotice(deps: UnsubscribeRoutesDeps) {
  return (error: FastifyError, _request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = pageRefusal(error, reply);
    const state = refusal.status === 429 ? 'too_often' : 'away';
    return send(deps, reply.code(refusal.status), state);
  };
}

/** The address and the merchant that a token names; undefined for an unknown one. */
async function findSubscription(
  { database, readKey }: UnsubscribeDeps,
  token: string,
): Promise<{ readonly address: PayerAddress; readonly merchantName: string } | undefined> {
  const address = readUnsubscribeToken(await readKey(), token);
  const merchant = address && (await findMerchantById(database, address.merchantId));
  return address && merchant ? { address, merchantName: merchant.name } : undefined;
}

/** Stops all mails of a merchant to an address. Repeating it changes nothing. */
async function unsubscribe(
  { database, clock }: UnsubscribeDeps,
  address: PayerAddress,
): Promise<void> {
  const at = clock.now();
  await database.transaction(async (tx) =>
    insertStop(tx, { ...address, reason: 'unsubscribed', reply: null, at }),
  );
}
