import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify';

import { addPageAsset } from '#src/ground/http/fixed-content.ts';
import { LANGUAGE_HEADERS, languageOf } from '#src/ground/http/language.ts';
import { pageRefusal } from '#src/ground/http/page-refusal.ts';
import { addPublicHeaders } from '#src/ground/http/public-page.ts';
import { isId } from '#src/ground/ids.ts';
import { type CountedLimit, refuseExceeded } from '#src/ground/work/refuse-exceeded.ts';
import type { ReceiptDeps } from './draw-receipt.ts';
import { readReceipt } from './read-receipt.ts';
import type { Receipt } from './receipt.ts';
import {
  type CheckPageFrame,
  checkNoticePage,
  checkPageStyle,
  codeFormPage,
  invalidCodePage,
  validCodePage,
} from './receipt-check-page.ts';
import { isTagOfReceipt, readReceiptCode } from './receipt-code.ts';
import { textsIn } from './receipt-texts.ts';

const CHECKS_PER_MINUTE = 60;
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; " +
  "frame-ancestors 'none'";

export interface ReceiptCheckDeps extends ReceiptDeps {
  /** Counts a check from an address; returns the state of its limit. */
  readonly countCheck: (address: string, limit: number) => Promise<CountedLimit>;
}

/** The public page that verifies the code of a receipt. */
export function receiptCheckRoutes(deps: ReceiptCheckDeps): FastifyPluginAsync {
  return async (app) => {
    addPublicHeaders(app);
    addPageAsset(app, checkPageStyle);
    addCheck(app, deps);
  };
}

function addCheck(app: FastifyInstance, deps: ReceiptCheckDeps): void {
  const options = { schema: { hide: true }, errorHandler: answerWithNotice(deps) };
  const answer = async (request: FastifyRequest, reply: FastifyReply, code: string) => {
    refuseExceeded(await deps.countCheck(request.ip, CHECKS_PER_MINUTE));
    const receipt = await checkReceipt(deps, code);
    const frame = frameOf(deps, request);
    if (!receipt) return sendHtml(reply.code(404), frame, invalidCodePage(frame, code));
    return sendHtml(reply, frame, validCodePage(frame, receipt));
  };
  app.get<{ Querystring: { codigo?: string } }>('/comprovante', options, (request, reply) => {
    const { codigo } = request.query;
    // A repeated parameter is an array.
    if (typeof codigo === 'string') return answer(request, reply, codigo);
    const frame = frameOf(deps, request);
    return sendHtml(reply, frame, codeFormPage(frame));
  });
  app.get<{ Params: { code: string } }>('/comprovante/:code', options, (request, reply) =>
    answer(request, reply, request.params.code),
  );
}

function frameOf({ productName }: ReceiptDeps, request: FastifyRequest): CheckPageFrame {
  return { productName, language: languageOf(request) };
}

function sendHtml(reply: FastifyReply, { language }: CheckPageFrame, page: string): FastifyReply {
  reply.header('content-language', language).header('vary', LANGUAGE_HEADERS);
  reply.header('content-security-policy', POLICY).header('x-frame-options', 'DENY');
  return reply.type('text/html; charset=utf-8').send(page);
}

/** Answers a browser with a page instead of JSON. */
function answerWithNotice(deps: ReceiptDeps) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = pageRefusal(error, reply);
    const frame = frameOf(deps, request);
    const texts = textsIn[frame.language];
    const [title, explained] =
      refusal.status === 429
        ? [texts.tooOften, texts.tooOftenExplained]
        : [texts.away, texts.awayExplained];
    return sendHtml(reply.code(refusal.status), frame, checkNoticePage(frame, title, explained));
  };
}

/**
 * The receipt that a code authenticates; undefined for an invalid code, also when the payment of
 * the code was undone.
 */
async function checkReceipt(
  { database, readKey }: Pick<ReceiptDeps, 'database' | 'readKey'>,
  text: string,
): Promise<Receipt | undefined> {
  const code = readReceiptCode(text);
  if (!code || !isId(code.key.id)) return undefined;
  const { kind, ...key } = code.key;
  const found = await readReceipt(database, key, kind);
  if (!found?.receipt) return undefined;
  return isTagOfReceipt(await readKey(), code.tag, found.receipt) ? found.receipt : undefined;
}
