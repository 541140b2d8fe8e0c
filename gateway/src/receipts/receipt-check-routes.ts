import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify';
import { Refusal } from '#src/platform/errors/problems.ts';
import { addPageAsset } from '#src/platform/http/fixed-content.ts';
import { pageRefusal } from '#src/platform/http/page-refusal.ts';
import { checkReceipt } from './check-receipt.ts';
import type { ReceiptDeps } from './draw-receipt.ts';
import {
  askPage,
  checkNoticePage,
  checkPageStyle,
  fitsNotPage,
  fitsPage,
} from './receipt-check-page.ts';
import { texts } from './receipt-texts.ts';

const CHECKS_PER_MINUTE = 60;
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; " +
  "frame-ancestors 'none'";

export interface ReceiptCheckDeps extends ReceiptDeps {
  /** Counts a check from an address; returns the state of its limit. */
  readonly countCheck: (
    address: string,
    limit: number,
  ) => Promise<{ isExceeded: boolean; resetSeconds: number }>;
}

/** The public page on which anybody verifies the code of a receipt. */
export function receiptCheckRoutes(deps: ReceiptCheckDeps): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onSend', async (_request, reply) => {
      reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer');
      reply.header('x-robots-tag', 'noindex, nofollow');
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    });
    addPageAsset(app, checkPageStyle);
    addCheck(app, deps);
  };
}

function addCheck(app: FastifyInstance, deps: ReceiptCheckDeps): void {
  const options = { schema: { hide: true }, errorHandler: answerWithNotice(deps.productName) };
  const answer = async (reply: FastifyReply, address: string, code: string) => {
    const checks = await deps.countCheck(address, CHECKS_PER_MINUTE);
    if (checks.isExceeded) {
      throw new Refusal('rate_limited', { retryAfterSeconds: checks.resetSeconds });
    }
    const receipt = await checkReceipt(deps, code);
    if (!receipt) return sendHtml(reply.code(404), fitsNotPage(deps.productName));
    return sendHtml(reply, fitsPage(deps.productName, receipt));
  };
  app.get<{ Querystring: { codigo?: string } }>('/comprovante', options, (request, reply) => {
    const { codigo } = request.query;
    // A parameter that comes twice is an array.
    if (typeof codigo !== 'string') return sendHtml(reply, askPage(deps.productName));
    return answer(reply, request.ip, codigo);
  });
  app.get<{ Params: { code: string } }>('/comprovante/:code', options, (request, reply) =>
    answer(reply, request.ip, request.params.code),
  );
}

function sendHtml(reply: FastifyReply, page: string): FastifyReply {
  reply.header('content-security-policy', POLICY).header('x-frame-options', 'DENY');
  return reply.type('text/html; charset=utf-8').send(page);
}

/** Answers a browser with a page instead of JSON. */
function answerWithNotice(productName: string) {
  return (error: FastifyError, _request: unknown, reply: FastifyReply): FastifyReply => {
    const refusal = pageRefusal(error, reply);
    const [title, explained] =
      refusal.status === 429
        ? [texts.tooOften, texts.tooOftenExplained]
        : [texts.away, texts.awayExplained];
    return sendHtml(reply.code(refusal.status), checkNoticePage(productName, title, explained));
  };
}
