import type { Agent } from 'undici';
import type { KeyAndCertificate } from '../config/api-pix-config.ts';
import { assertOutsideTransaction } from '../database/transaction-scope.ts';
import type { HttpOutcome, HttpRequest } from './http-call.ts';
import { Exchange, failWith } from './http-exchange.ts';
import { TargetError } from './http-failure.ts';
import { loadUndici } from './load-undici.ts';
import type { NameResolver } from './name-resolver.ts';
import { createOriginQueues } from './origin-queues.ts';
import { createPublicConnector } from './public-connector.ts';
import { readTarget, type TargetRules } from './target-url.ts';

export type { HttpAnswer, HttpOutcome, HttpRequest } from './http-call.ts';
export { checkTargetUrl, type TargetRules, type TargetVerdict } from './target-url.ts';

const HEADER_BYTES_MAX = 16 * 1_024;
const IDLE_TIMEOUT_MS = 4_000;
const IDLE_TIMEOUT_MS_MAX = 30_000;

export interface HttpClientOptions extends TargetRules {
  readonly connectionsPerOrigin: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
  readonly names: NameResolver;
  /** The certificate for servers that ask for one. */
  readonly certificate?: KeyAndCertificate | undefined;
}

export interface HttpClient {
  /**
   * Sends one POST and returns its outcome; network failures are outcomes too, not errors.
   * Redirects are not followed, and at most 16 KiB of the body are read. An interrupted call
   * fails as `connection`. Throws CallNotMade, and sends nothing, when too many calls already wait
   * for a name or for the host. Throws an AssertionError inside a database transaction.
   */
  post(request: HttpRequest): Promise<HttpOutcome>;
  /** Waits until the calls under way end, at the latest by timeout, and closes the connections. */
  close(): Promise<void>;
}

/** An HTTP/1.1 client that keeps connections alive, heeds no proxy variables and checks targets. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const openAgent = (): Agent =>
    new (loadUndici().Agent)({
      connect: createPublicConnector(options, options.names),
      connections: options.connectionsPerOrigin,
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: HEADER_BYTES_MAX,
      keepAliveTimeout: IDLE_TIMEOUT_MS,
      keepAliveMaxTimeout: IDLE_TIMEOUT_MS_MAX,
      // One timer a call covers the whole of it.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  let agent: Agent | undefined;
  const { names, now = () => performance.now() } = options;
  const queues = createOriginQueues<Exchange>(options.connectionsPerOrigin, (exchange) => {
    agent ??= openAgent();
    try {
      agent.dispatch(exchange.start(), exchange);
    } catch (error) {
      exchange.onResponseError(null, error as Error);
    }
  });
  const idle = Promise.withResolvers<void>();
  let callsUnderWay = 0;
  let isClosed = false;
  return {
    post: async (request) => {
      assertOutsideTransaction();
      if (isClosed) return failWith(new TargetError('connection', 'CLIENT_CLOSED'));
      const target = readTarget(request.url, options);
      if (target instanceof TargetError) return failWith(target);
      callsUnderWay += 1;
      try {
        return await new Promise<HttpOutcome>((resolve, reject) => {
          new Exchange({ request, target, names, queues, now, resolve, reject }).begin();
        });
      } finally {
        callsUnderWay -= 1;
        if (isClosed && callsUnderWay === 0) idle.resolve();
      }
    },
    close: async () => {
      isClosed = true;
      if (callsUnderWay > 0) await idle.promise;
      await agent?.destroy();
    },
  };
}
