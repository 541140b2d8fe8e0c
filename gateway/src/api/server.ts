import { isUtf8 } from 'node:buffer';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { type CallbackRoutesDeps, callbackRoutes } from '#src/incoming-payments/callback-routes.ts';
import { type PaymentPageDeps, paymentPageRoutes } from '#src/payment-page/payment-page-routes.ts';
import { systemClock } from '#src/platform/clock.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { createId } from '#src/platform/ids.ts';
import type { Logger } from '#src/platform/log.ts';
import { type ReferenceDeps, referenceRoutes } from '#src/reference/reference-routes.ts';
import { closeConnectionsAsTheyEnd } from './close-connections.ts';
import { type MerchantApiDeps, merchantApi } from './merchant-api.ts';
import { createBudgetCount, createMerchantGuard } from './merchant-guard.ts';
import { collectMethods, refuseOtherMethods } from './method-not-allowed.ts';
import { describeApi, openApiDocument } from './openapi.ts';
import { type OperationDeps, operationRoutes } from './operation-routes.ts';
import { panelPages } from './panel-pages.ts';
import { type PanelRoutesDeps, panelRoutes } from './panel-routes.ts';
import { handleError, problemBody, sendProblem } from './problem.ts';
import { createSecurityHeaders } from './security-headers.ts';
import { buildSerializer } from './serialization.ts';
import { compileValidator } from './validation.ts';

const BODY_BYTES_MAX = 64 * 1_024;
const HEADER_BYTES_MAX = 16 * 1_024;
/** Longer than any id: a path of any wrong shape is told that there is no such transaction. */
const PARAMETER_LENGTH_MAX = 16 * 1_024;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

const LIMITS = {
  bodyLimit: BODY_BYTES_MAX,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  http: { maxHeaderSize: HEADER_BYTES_MAX, requireHostHeader: false },
} as const;

export type ServerDeps = MerchantApiDeps &
  OperationDeps &
  PanelRoutesDeps &
  PaymentPageDeps &
  CallbackRoutesDeps &
  ReferenceDeps & {
    readonly logger: Logger;
    readonly trustProxy: boolean | string;
  };

/** Builds the HTTP server: its doors and what holds for all of them. It does not listen yet. */
export async function buildServer(deps: ServerDeps): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = deps.logger;
  const securityHeaders = createSecurityHeaders(deps.panelOrigins);
  const app = Fastify({
    loggerInstance,
    // A logger for each request costs more than its one line; the lines name the request
    // themselves.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    ...LIMITS,
    trustProxy: deps.trustProxy,
    requestIdHeader: false,
    genReqId: () => createId(systemClock.now()),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX, ignoreTrailingSlash: false },
    schemaController: { compilersFactory: { buildSerializer } },
    rewriteUrl: (request) => repairUrl(request.url ?? '/'),
    clientErrorHandler: answerMalformedRequest(securityHeaders.text),
  });
  app.decorateRequest('caller', null);
  app.decorateRequest('member', null);
  app.decorateRequest('operator', null);
  app.setValidatorCompiler(compileValidator);
  app.setErrorHandler(handleError);
  takeOnlyJson(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders.values).header('x-request-id', request.id);
    done(isWithoutHost(request) ? new Refusal('invalid_request') : undefined);
  });
  app.addHook('onResponse', logRequest(deps));
  app.addHook('preClose', closeConnectionsAsTheyEnd(app));
  // RFC 9110, section 10.1.1: an expectation that is not known may be passed over.
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
  const methodsByUrl = collectMethods(app);
  await describeApi(app, { baseUrl: deps.baseUrl, sandbox: deps.sandboxKeys });
  await app.register(referenceRoutes(deps, () => openApiDocument(app)));
  await app.register(operationRoutes(deps));
  await app.register(merchantApi(deps));
  await app.register(panelRoutes(deps));
  await app.register(paymentPageRoutes(deps));
  await app.register(callbackRoutes(deps));
  await app.register(panelPages);
  refuseOtherMethods(app, methodsByUrl, createBudgetCount(deps));
  app.setNotFoundHandler(answerNotFound);
  await app.register(
    async (merchants) => {
      merchants.addHook('onRequest', createMerchantGuard(deps));
      merchants.setNotFoundHandler(answerNotFound);
    },
    { prefix: '/v1' },
  );
  return app;
}

/** Only JSON is taken; an empty body is none, for some operations need none. */
function takeOnlyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer' } as const;
  app.addContentTypeParser<Buffer>('application/json', options, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    // RFC 8259, section 8.1: decoding anything else would keep spoiled names.
    else if (!isUtf8(body)) done(new Refusal('invalid_json'), undefined);
    else parseJson(request, body.toString(), done);
  });
}

/** RFC 9112, section 3.2: refused, and by us, so that it has the shape of all errors. */
function isWithoutHost({ raw }: FastifyRequest): boolean {
  return raw.headers.host === undefined && raw.httpVersion === '1.1';
}

/** One line a request: who, what, how it ended and how long it took. Nothing of the body. */
function logRequest(deps: ServerDeps) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    const { method, caller } = request;
    const { statusCode: status, elapsedTime } = reply;
    deps.observeRequest({ method, route, status, durationMs: elapsedTime });
    deps.logger.info(
      {
        reqId: request.id,
        address: request.ip,
        method,
        route,
        status,
        durationMs: Math.round(elapsedTime * 100) / 100,
        merchant: caller?.username,
        clientId: caller?.clientId,
        environment: caller?.environment,
      },
      'request',
    );
    done();
  };
}

/** An unknown path: words for a person's browser, the shape of errors for programs. */
function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = new Refusal('route_not_found');
  const prefersHtml = request.headers.accept?.includes('text/html') === true;
  if (!prefersHtml || request.url.startsWith('/v1')) return sendProblem(reply, refusal);
  return reply.code(refusal.status).type('text/html; charset=utf-8').send(NOT_FOUND_PAGE);
}

const NOT_FOUND_PAGE = `<!doctype html><html lang="pt-BR"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Página não encontrada</title>
<h1>Página não encontrada</h1><p>A documentação está em <a href="/docs">/docs</a>.</p></html>`;

// A stray "%" would make the router refuse the path before any of our guards.
function repairUrl(url: string): string {
  try {
    decodeURI(url);
    return url;
  } catch {
    return url.replaceAll(/%(?![0-9a-f]{2})/gi, '%25').replaceAll(/%[89a-f][0-9a-f]/gi, '%3F');
  }
}

/** What is not even HTTP: answered in the shape of all errors, and the connection is closed. */
function answerMalformedRequest(securityHeaders: string) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const refusal = new Refusal('invalid_request');
    const body = JSON.stringify(problemBody(refusal));
    socket.end(
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n` +
        'content-type: application/json; charset=utf-8\r\nconnection: close\r\n' +
        `${securityHeaders}x-request-id: ${createId(systemClock.now())}\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  };
}
