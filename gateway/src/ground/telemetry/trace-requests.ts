import { defaultTextMapGetter, ROOT_CONTEXT, SpanKind, type Tracer } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routeOf } from '../http/route-of.ts';
import { ActiveSpan } from './active-span.ts';
import { currentSpan, type WorkFacts } from './traced-work.ts';

/** Paths that machines request every few seconds. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);
const SERVER_ERROR = 500;

/** The spans of the requests of one HTTP server. */
export interface RequestTracing {
  /** Adds the hooks. Called before the routes are added. */
  install(app: FastifyInstance): void;
  /** The trace of a request, for its line in the log; undefined when it is not exported. */
  traceIdOf(request: FastifyRequest): string | undefined;
}

/**
 * Makes the tracing of requests. A span has the method, the pattern of the route and the status,
 * but not the URL, headers or bodies, which hold data of callers. A caller's `traceparent` is
 * continued.
 */
export function createRequestTracing(tracer: Tracer): RequestTracing {
  const spans = new WeakMap<FastifyRequest, ActiveSpan>();
  const propagator = new W3CTraceContextPropagator();

  function begin(request: FastifyRequest): ActiveSpan {
    const { method } = request;
    const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
    const attributes = { 'http.request.method': method, 'pix_gateway.request_id': request.id };
    const options = { kind: SpanKind.SERVER, attributes };
    const span = new ActiveSpan(tracer.startSpan(method, options, parent));
    spans.set(request, span);
    return span;
  }

  function end(request: FastifyRequest, facts: WorkFacts): void {
    const route = routeOf(request);
    const name = route === undefined ? request.method : `${request.method} ${route}`;
    spans
      .get(request)
      ?.end({ ...facts, ...(route !== undefined && { 'http.route': route }) }, name);
  }

  function run(request: FastifyRequest, done: () => void): void {
    const span = spans.get(request);
    if (span) currentSpan.run(span, done);
    else done();
  }

  return {
    install(app) {
      app.addHook('onRequest', (request, _reply, done) => {
        if (!PROBES.has(request.routeOptions.url ?? '')) begin(request);
        run(request, done);
      });
      // The body arrives in events of the connection, which know nothing of this request.
      app.addHook('preValidation', (request, _reply, done) => run(request, done));
      app.addHook('onResponse', (request, { statusCode }, done) => {
        const isFailed = statusCode >= SERVER_ERROR;
        const failure = isFailed ? { 'error.type': String(statusCode) } : {};
        end(request, { 'http.response.status_code': statusCode, ...failure });
        done();
      });
      app.addHook('onRequestAbort', (request, done) => {
        end(request, { 'error.type': 'aborted' });
        done();
      });
    },
    traceIdOf(request) {
      const span = spans.get(request);
      return span?.isSampled ? span.traceId : undefined;
    },
  };
}
