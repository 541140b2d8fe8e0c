import assert from 'node:assert/strict';
import dns from 'node:dns';
import { Agent, type Dispatcher } from 'undici';
import { createGuardedConnector, type Lookup } from './guarded-connector.ts';
import { decodeExcerpt, replaceControls } from './http-excerpt.ts';
import { describeFailure, type HttpFailureReason, TargetError } from './http-failure.ts';
import { createOriginLanes, type OriginLanes } from './origin-lanes.ts';
import { readTarget, type TargetRules } from './target-url.ts';
import { assertOutsideTransaction } from './transaction-scope.ts';

export { checkTargetUrl, type TargetRules, type TargetVerdict } from './target-url.ts';

const EXCERPT_BYTES_MAX = 1_024;
const BODY_BYTES_MAX = 16 * 1_024;
const HEADER_BYTES_MAX = 16 * 1_024;
const RETRY_AFTER_LENGTH_MAX = 128;
const IDLE_TIMEOUT_MS = 4_000;
const IDLE_TIMEOUT_MS_MAX = 30_000;

const EMPTY = Buffer.alloc(0);
const GIVEN_UP = new Error('The call was given up.');

export interface HttpAnswer {
  readonly status: number;
  readonly headers: { readonly retryAfter?: string };
  /** The first 1 KiB of the body as UTF-8; what is not text is replaced by U+FFFD. */
  readonly excerpt: string;
  readonly durationMs: number;
}

export interface HttpFailure {
  readonly kind: 'failed';
  readonly reason: HttpFailureReason;
  /** Short, in Portuguese, without secrets. */
  readonly message: string;
  readonly durationMs: number;
}

export type HttpOutcome = { readonly kind: 'answered'; readonly answer: HttpAnswer } | HttpFailure;

export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For all of it: waiting for a connection, connecting, sending, headers and body. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface HttpClientOptions extends TargetRules {
  readonly connectionsPerOrigin: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
  readonly lookup?: Lookup;
}

export interface HttpClient {
  /**
   * Sends one POST and tells what became of it; trouble on the way is an outcome, not an error.
   * Redirects are not followed, and of the body no more than 16 KiB is read. An interrupted call
   * fails as `connection`. Throws inside a database transaction.
   */
  post(request: HttpRequest): Promise<HttpOutcome>;
  /** Waits for the calls under way, each of which its timeout ends, and closes the connections. */
  close(): Promise<void>;
}

/** An HTTP/1.1 client that keeps connections alive, heeds no proxy variables and checks targets. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const agent = new Agent({
    connect: createGuardedConnector(options, options.lookup ?? dns.lookup),
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
  const now = options.now ?? (() => performance.now());
  const lanes = createOriginLanes<Exchange>(options.connectionsPerOrigin, (exchange) => {
    agent.dispatch(exchange.dispatchOptions, exchange);
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
        return await new Promise<HttpOutcome>((resolve) => {
          new Exchange({ request, target, lanes, now, resolve }).begin();
        });
      } finally {
        callsUnderWay -= 1;
        if (isClosed && callsUnderWay === 0) idle.resolve();
      }
    },
    close: async () => {
      isClosed = true;
      if (callsUnderWay > 0) await idle.promise;
      await agent.destroy();
    },
  };
}

function failWith(error: unknown, durationMs = 0): HttpFailure {
  return { kind: 'failed', ...describeFailure(error), durationMs };
}

interface ExchangeParts {
  readonly request: HttpRequest;
  readonly target: URL;
  readonly lanes: OriginLanes<Exchange>;
  readonly now: () => number;
  readonly resolve: (outcome: HttpOutcome) => void;
}

/**
 * One call. Two things end apart from each other: the outcome, which the caller waits for, and
 * undici's use of the connection, which gives the place in the lane back.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly origin: string;
  readonly dispatchOptions: Agent.DispatchOptions;
  readonly #parts: ExchangeParts;
  readonly #startedAt: number;
  #deadline: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #isSettled = false;
  #hasLeft = false;
  #status = 0;
  #retryAfter: string | undefined;
  #excerpt: Buffer = EMPTY;
  #bodyBytes = 0;

  constructor(parts: ExchangeParts) {
    const { headers, body } = parts.request;
    assert(Object.keys(headers).every((name) => name.toLowerCase() !== 'host'));
    this.#parts = parts;
    this.#startedAt = parts.now();
    this.origin = parts.target.origin;
    const path = `${parts.target.pathname}${parts.target.search}`;
    this.dispatchOptions = { origin: this.origin, path, method: 'POST', headers, body };
  }

  begin(): void {
    const { request, lanes } = this.#parts;
    if (request.signal?.aborted) {
      this.#onAbort();
      return;
    }
    this.#deadline = setTimeout(expire, request.timeoutMs, this);
    request.signal?.addEventListener('abort', this.#onAbort);
    if (!lanes.enter(this)) this.giveUp(new TargetError('connection', 'QUEUE_FULL'));
  }

  /** Settles the call as failed, whatever state it is in, and frees what it holds. */
  giveUp(error: unknown): void {
    if (this.#isSettled) return;
    this.#settle(failWith(error, this.#elapsedMs()));
    this.#parts.lanes.withdraw(this);
    this.#controller?.abort(GIVEN_UP);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The time was over while the connection was being opened: nothing is sent any more.
    if (this.#isSettled) controller.abort(GIVEN_UP);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status;
    const retryAfter = headers['retry-after'];
    if (typeof retryAfter !== 'string') return;
    this.#retryAfter = replaceControls(retryAfter.slice(0, RETRY_AFTER_LENGTH_MAX));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bodyBytes += chunk.length;
    const missing = chunk.subarray(0, EXCERPT_BYTES_MAX - this.#excerpt.length);
    if (this.#excerpt.length === 0) this.#excerpt = missing;
    else if (missing.length > 0) this.#excerpt = Buffer.concat([this.#excerpt, missing]);
    if (this.#bodyBytes <= BODY_BYTES_MAX) return;
    this.#settle(this.#answered());
    controller.abort(GIVEN_UP);
  }

  onResponseEnd(): void {
    this.#settle(this.#answered());
    this.#leave();
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.giveUp(error);
    this.#leave();
  }

  readonly #onAbort = (): void => this.giveUp(new TargetError('connection', 'ABORTED'));

  #settle(outcome: HttpOutcome): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    clearTimeout(this.#deadline);
    this.#parts.request.signal?.removeEventListener('abort', this.#onAbort);
    this.#parts.resolve(outcome);
  }

  #leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#parts.lanes.leave(this);
  }

  #answered(): HttpOutcome {
    const isCut = this.#bodyBytes > this.#excerpt.length;
    const headers = this.#retryAfter === undefined ? {} : { retryAfter: this.#retryAfter };
    const excerpt = decodeExcerpt(this.#excerpt, isCut);
    const answer = { status: this.#status, headers, excerpt, durationMs: this.#elapsedMs() };
    return { kind: 'answered', answer };
  }

  #elapsedMs(): number {
    return Math.round(this.#parts.now() - this.#startedAt);
  }
}

function expire(exchange: Exchange): void {
  exchange.giveUp(new TargetError('timeout'));
}
