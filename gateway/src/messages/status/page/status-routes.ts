import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '#src/ground/brand/brand.ts';
import { addPageAsset } from '#src/ground/http/fixed-content.ts';
import { LANGUAGE_HEADERS, languageOf } from '#src/ground/http/language.ts';
import { pageRefusal } from '#src/ground/http/page-refusal.ts';
import { addPublicHeaders } from '#src/ground/http/public-page.ts';
import { type CountedLimit, refuseExceeded } from '#src/ground/work/refuse-exceeded.ts';
import type { StatusReader } from '../read-status.ts';
import type { StatusFrame } from './status-frame.ts';
import { statusNoticePage, statusPage, statusStyle } from './status-page.ts';
import { statusTexts } from './status-texts.ts';

const VISITS_PER_MINUTE = 120;
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";
const UNAVAILABLE = 503;

export interface StatusRoutesDeps {
  readonly brand: Brand;
  readonly hasBank: boolean;
  readonly readStatus: StatusReader['read'];
  /** Counts a visit from an address; returns the state of its limit. */
  readonly countVisit: (address: string, limit: number) => Promise<CountedLimit>;
}

/** The public page with the state of the gateway and its incidents. */
export function statusRoutes(deps: StatusRoutesDeps): FastifyPluginAsync {
  return async (app) => {
    addPublicHeaders(app);
    addPageAsset(app, statusStyle);
    const options = { schema: { hide: true }, errorHandler: answerWithNotice(deps) };
    app.get('/status', options, async (request, reply) => {
      refuseExceeded(await deps.countVisit(request.ip, VISITS_PER_MINUTE));
      const status = await deps.readStatus();
      const frame = frameOf(deps, request);
      // Programs that watch the page see by the status that nothing works.
      if (!status.measures.isDatabaseUp) reply.code(UNAVAILABLE);
      return sendHtml(reply, frame, statusPage(frame, status));
    });
  };
}

function frameOf({ brand, hasBank }: StatusRoutesDeps, request: FastifyRequest): StatusFrame {
  const { name: productName, supportUrl } = brand;
  return { productName, supportUrl, hasBank, language: languageOf(request) };
}

function sendHtml(reply: FastifyReply, { language }: StatusFrame, page: string): FastifyReply {
  reply.header('content-language', language).header('vary', LANGUAGE_HEADERS);
  reply.header('content-security-policy', POLICY).header('x-frame-options', 'DENY');
  return reply.type('text/html; charset=utf-8').send(page);
}

/** Answers a browser with a page instead of JSON. */
function answerWithNotice(deps: StatusRoutesDeps) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = pageRefusal(error, reply);
    const frame = frameOf(deps, request);
    const { tooOften, tooOftenExplained, away, awayExplained } = statusTexts[frame.language];
    const [title, explained] =
      refusal.status === 429 ? [tooOften, tooOftenExplained] : [away, awayExplained];
    return sendHtml(reply.code(refusal.status), frame, statusNoticePage(frame, title, explained));
  };
}
