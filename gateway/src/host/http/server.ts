import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { TSchema } from 'typebox';
import { systemClock } from '#src/ground/clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { AnsweredRequest, RequestLog } from '#src/ground/http/answered-request.ts';
import { LANGUAGE_HEADERS, languageOf } from '#src/ground/http/language.ts';
import { routeOf } from '#src/ground/http/route-of.ts';
import { createId } from '#src/ground/ids.ts';
import { type Logger, requestLog } from '#src/ground/log.ts';
import type { Metrics } from '#src/ground/metrics.ts';
import type { RequestTracing } from '#src/ground/telemetry/trace-requests.ts';
import { guideRoutes } from '../guide/guide-routes.ts';
import { type ReferenceDeps, referenceRoutes } from '../reference/reference-routes.ts';
import { answeredRequest, loggedRequest } from './answered-request.ts';
import { brandRoutes } from './brand-routes.ts';
import { merchantApi } from './merchant-api.ts';
import { createBudgetCount, createMerchantGuard } from './merchant-guard.ts';
import { refuseOtherMethods, routedMethod } from './method-not-allowed.ts';
import { NOT_FOUND_POLICY, notFoundPage } from './not-found-page.ts';
import { describeApi, eventsDocument, openApiDocument } from './openapi.ts';
import { type OperationDeps, operationRoutes } from './operation-routes.ts';
import { panelPages } from './panel-pages.ts';
import { type PanelRoutesDeps, panelRoutes } from './panel-routes.ts';
import { namePlugins } from './plugin-names.ts';
import { handleError, problemBody, sendProblem } from './problem.ts';
import { buildSerializer } from './serialization.ts';
import { createStandardGuard, type StandardGuardDeps, standardApi } from './standard-api.ts';
import { repairStandardUrl } from './standard-paths.ts';
import { takeOnlyJson } from './take-only-json.ts';
import { compileValidator } from './validation.ts';
import { type LimitVisit, limitVisits } from './visit-limits.ts';

const HSTS = 'max-age=31536000';
/** The policy of answers that are not pages: they load and run nothing and can't be framed. */
const NOTHING_ALLOWED =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const CLOSE_INTERVAL_MS = 50;
const BODY_BYTES_MAX = 64 * 1_024;
const HEADER_BYTES_MAX = 16 * 1_024;
/** Longer than any id, so that a malformed id gets the 404 of its route. */
const PATH_LENGTH_MAX = 4 * 1_024;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

const LIMITS = {
  bodyLimit: BODY_BYTES_MAX,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  http: { maxHeaderSize: HEADER_BYTES_MAX, requireHostHeader: false },
} as const;

export interface ServerDeps {
  readonly logger: Logger;
  /** The proxies whose `X-Forwarded-For` is believed: addresses, or how many in a row. */
  readonly trustProxy: false | number | string;
  /** Counts requests without a key or a session. */
  readonly limitVisit: LimitVisit;
  readonly observeRequest: Metrics['observeRequest'];
  /** Records a request of a key that is watched; undefined in a gateway without records. */
  readonly recordRequest: ((request: AnsweredRequest) => void) | undefined;
  /** The log of requests that merchants read in the panel, if the gateway has one. */
  readonly requestLog: RequestLog | undefined;
  /** Undefined while telemetry is off. */
  readonly requestTracing: RequestTracing | undefined;
  readonly operation: OperationDeps;
  readonly reference: ReferenceDeps;
  /** The schemas of the data of events of options, by the type of the data. */
  readonly eventSchemas: Readonly<Record<string, TSchema>>;
  /** The guards and the routes of merchants' programs. */
  readonly guard: StandardGuardDeps;
  readonly api: readonly FastifyPluginAsync[];
  readonly standard: readonly FastifyPluginAsync[];
  readonly panel: PanelRoutesDeps;
  /** The routes without a guard. */
  readonly open: readonly FastifyPluginAsync[];
}

/** Builds the HTTP server with all routes and their common hooks. It does not listen yet. */
export async function buildServer(deps: ServerDeps): Promise<FastifyInstance> {
  const app = openServer(deps);
  const { guard } = deps;
  limitVisits(app, deps.limitVisit);
  const refuseHiddenMethods = refuseOtherMethods(app, createBudgetCount(guard));
  const { baseUrl, sandboxKeys, brand } = deps.reference;
  await describeApi(app, { baseUrl, sandbox: sandboxKeys, brand });
  await app.register(
    referenceRoutes(deps.reference, {
      api: () => openApiDocument(app, deps.eventSchemas),
      events: () => eventsDocument(app, deps.eventSchemas),
    }),
  );
  await app.register(guideRoutes(deps.reference));
  await app.register(operationRoutes(deps.operation));
  await app.register(merchantApi(guard, deps.api));
  const hasStandard = deps.standard.length > 0;
  if (hasStandard) await app.register(standardApi(guard, deps.standard));
  await app.register(panelRoutes(deps.panel));
  for (const routes of deps.open) await app.register(routes);
  await app.register(brandRoutes(brand, baseUrl));
  await app.register(panelPages(brand));
  refuseHiddenMethods();
  const answerNotFound = notFoundAnswers(deps.reference.brand.name);
  app.setNotFoundHandler(answerNotFound);
  const guards = {
    '/v1': createMerchantGuard(guard),
    ...(hasStandard && { '/pix/v2': createStandardGuard(guard) }),
  };
  for (const [prefix, merchantGuard] of Object.entries(guards)) {
    await app.register(
      async (merchants) => {
        merchants.addHook('onRequest', merchantGuard);
        merchants.setNotFoundHandler(answerNotFound);
      },
      { prefix },
    );
  }
  return app;
}

/** The server without routes: limits, validation, error answers, headers and the request log. */
function openServer(deps: ServerDeps): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = deps.logger;
  const securityHeaders = createSecurityHeaders(deps.panel.guard.panelOrigins);
  const app = Fastify({
    loggerInstance,
    // A child logger for each request costs more than the one line that it writes. The lines carry
    // the request id themselves.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    ...LIMITS,
    trustProxy: trustedProxies(deps.trustProxy),
    requestIdHeader: false,
    genReqId: () => createId(systemClock.now()),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    routerOptions: { maxParamLength: PATH_LENGTH_MAX, ignoreTrailingSlash: false },
    schemaController: { compilersFactory: { buildSerializer } },
    rewriteUrl(request) {
      request.method = routedMethod(request.method);
      const url = request.url ?? '/';
      return hasLongPath(url) ? url : repairStandardUrl(repairUrl(url));
    },
    clientErrorHandler: answerMalformedRequest(securityHeaders.text),
  });
  namePlugins(app);
  app.decorateRequest('caller', null);
  app.decorateRequest('member', null);
  app.decorateRequest('operator', null);
  app.decorateReply('problemCode', null);
  app.decorateReply('answerText', undefined);
  app.setValidatorCompiler(compileValidator);
  app.setErrorHandler(handleError);
  takeOnlyJson(app);
  deps.requestTracing?.install(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders.values).header('x-request-id', request.id);
    if (isWithoutHost(request)) done(new Refusal('invalid_request'));
    else done(hasLongPath(request.url) ? new Refusal('route_not_found') : undefined);
  });
  app.addHook('onResponse', logRequest(deps));
  app.addHook('preClose', closeConnectionsAsTheyEnd(app));
  // RFC 9110, section 10.1.1: a server may ignore an expectation that it does not know.
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
  return app;
}

// Fastify itself believes no header for a number of proxies, because a number doesn't say who
// connects. The operator who sets one says that only the proxy reaches the port; doctor warns.
function trustedProxies(proxies: ServerDeps['trustProxy']) {
  return typeof proxies === 'number' ? (_: string, hop: number) => hop < proxies : proxies;
}

/** Whether a path is longer than any of ours: nothing else reads such a path. */
function hasLongPath(url: string): boolean {
  const query = url.indexOf('?');
  return (query === -1 ? url.length : query) > PATH_LENGTH_MAX;
}

/** RFC 9112, section 3.2. Fastify would answer such a request without our error body. */
function isWithoutHost({ raw }: FastifyRequest): boolean {
  return raw.headers.host === undefined && raw.httpVersion === '1.1';
}

/** Logs one line for each request: caller, route, status, duration; nothing of the body. */
function logRequest(deps: ServerDeps) {
  const log = requestLog(deps.logger);
  const logOf = deps.requestLog && loggedRequest(deps.requestLog);
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const route = routeOf(request) ?? 'unknown';
    const { method, caller } = request;
    const { statusCode: status, elapsedTime } = reply;
    deps.observeRequest({ method, route, status, durationMs: elapsedTime });
    log({
      reqId: request.id,
      address: request.ip,
      method,
      route,
      status,
      durationMs: Math.round(elapsedTime * 100) / 100,
      merchant: caller?.username,
      clientId: caller?.clientId,
      environment: caller?.environment,
      traceId: deps.requestTracing?.traceIdOf(request),
    });
    if (caller?.isWatched) deps.recordRequest?.(answeredRequest(caller, request, reply));
    if (caller && !caller.isSandbox) logOf?.(caller, request, reply);
    done();
  };
}

/** Answers unknown paths: a page for browsers, the error body for programs. */
function notFoundAnswers(productName: string) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = new Refusal('route_not_found');
    const prefersHtml = request.headers.accept?.includes('text/html') === true;
    const isOfPrograms = /^\/(v1|pix)\b/.test(request.url);
    if (!prefersHtml || isOfPrograms) return sendProblem(reply, refusal);
    const language = languageOf(request);
    reply.header('content-language', language).header('vary', LANGUAGE_HEADERS);
    reply.header('content-security-policy', NOT_FOUND_POLICY);
    reply.code(refusal.status).type('text/html; charset=utf-8');
    return reply.send(notFoundPage(language, productName));
  };
}

// The router refuses a path with a stray "%" before our guards run.
function repairUrl(url: string): string {
  try {
    decodeURI(url);
    return url;
  } catch {
    return url.replaceAll(/%(?![0-9a-f]{2})/gi, '%25').replaceAll(/%[89a-f][0-9a-f]/gi, '%3F');
  }
}

/** Answers bytes that are not HTTP with the error body, and closes the connection. */
function answerMalformedRequest(securityHeaders: string) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const refusal = new Refusal('invalid_request');
    const problem = problemBody(refusal, 'pt-BR');
    const body = JSON.stringify(problem);
    socket.end(
      `HTTP/1.1 ${refusal.status} ${problem.error}\r\n` +
        'content-type: application/json; charset=utf-8\r\nconnection: close\r\n' +
        `${securityHeaders}x-request-id: ${createId(systemClock.now())}\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  };
}

/**
 * Makes the hook that runs before the server closes. It closes two kinds of connections that would
 * keep the process alive: those whose request ends after the close began, and those without a
 * request, which browsers open in advance and which don't count as idle.
 */
function closeConnectionsAsTheyEnd(app: FastifyInstance) {
  const silent = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage) => silent.delete(socket));
  return (done: () => void): void => {
    const timer = setInterval(() => {
      for (const socket of silent) socket.destroy();
      app.server.closeIdleConnections();
    }, CLOSE_INTERVAL_MS);
    timer.unref();
    app.server.once('close', () => clearInterval(timer));
    done();
  };
}

/**
 * The security headers of every answer. Routes may replace them afterwards: pages replace the
 * content security policy. With an https origin the headers include HSTS.
 */
function createSecurityHeaders(origins: ReadonlySet<string>) {
  const isHttps = [...origins].some((origin) => origin.startsWith('https:'));
  const headers = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': NOTHING_ALLOWED,
    ...(isHttps && { 'strict-transport-security': HSTS }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    values: headers,
    /** For answers that are written without Fastify. */
    text: lines.join(''),
  };
}
