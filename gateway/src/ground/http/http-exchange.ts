import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as pause } from 'node:timers/promises';
import type { Agent, Dispatcher } from 'undici';
import type { HttpFailure, HttpOutcome, HttpRequest } from './http-call.ts';
import { CallNotMade, describeFailure, TargetError } from './http-failure.ts';
import type { NameResolver } from './name-resolver.ts';
import type { OriginQueues } from './origin-queues.ts';

// PostgreSQL text can't hold NUL; logs and terminals interpret the others.
const CONTROL_CHARACTERS = /[\p{Cc}--[\t\n\r]]/gv;
const EXCERPT_BYTES_MAX = 1_024;
const BODY_BYTES_MAX = 16 * 1_024;
const RETRY_AFTER_LENGTH_MAX = 128;

/** How long a call may look up its name and wait for a connection, before its own time runs. */
export const WAIT_MS_MAX = 5_000;

const EMPTY = Buffer.alloc(0);
const GIVEN_UP = new Error('The call was given up.');

/** The outcome of a call that failed. Its message contains no part of the request. */
export function failWith(error: unknown, durationMs = 0): HttpFailure {
  return { kind: 'failed', ...describeFailure(error), durationMs };
}

export interface ExchangeParts {
  readonly request: HttpRequest;
  readonly target: URL;
  readonly names: NameResolver;
  readonly queues: OriginQueues<Exchange>;
  readonly now: () => number;
  readonly resolve: (outcome: HttpOutcome) => void;
  /** Called instead of a result when the call is not made. */
  readonly reject: (error: CallNotMade) => void;
}

/**
 * One call. Two things end at different times: the outcome, which the caller waits for, and the
 * use of the connection by undici, after which the next call to the same origin may start.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly origin: string;
  readonly #parts: ExchangeParts;
  #startedAt: number;
  #deadline: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #isWaiting = false;
  #isSettled = false;
  #isFinished = false;
  #status = 0;
  #retryAfter: string | undefined;
  #excerpt: Buffer = EMPTY;
  #bodyBytes = 0;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
    this.#startedAt = parts.now();
    this.origin = parts.target.origin;
  }

  begin(): void {
    const { request, target, names } = this.#parts;
    if (request.signal?.aborted) {
      this.#onAbort();
      return;
    }
    this.#deadline = setTimeout(expire, Math.min(WAIT_MS_MAX, request.timeoutMs), this);
    request.signal?.addEventListener('abort', this.#onAbort);
    // Looked up before the call is queued, so that a silent name server delays no other call.
    names.resolve(hostOf(target), request.owner).then(
      () => this.#enqueue(),
      (error: unknown) => {
        if (error instanceof CallNotMade) this.#refuse(error);
        else this.giveUp(error);
      },
    );
  }

  #enqueue(): void {
    if (this.#isSettled) return;
    this.#isWaiting = true;
    if (!this.#parts.queues.add(this)) this.#refuse(new CallNotMade());
  }

  /**
   * The request that undici sends now that a connection is free. The time of the call runs from
   * here.
   */
  start(): Agent.DispatchOptions {
    const { request, target, now } = this.#parts;
    this.#isWaiting = false;
    if (!this.#isSettled) {
      this.#startedAt = now();
      clearTimeout(this.#deadline);
      this.#deadline = setTimeout(expire, request.timeoutMs, this);
    }
    const headers = request.headers();
    // The address that was checked decides the host.
    const hasHost = Object.keys(headers).some((name) => name.toLowerCase() === 'host');
    if (hasHost) throw new TargetError('internal');
    const path = `${target.pathname}${target.search}`;
    return { origin: this.origin, path, method: 'POST', ...contentOf(request, headers) };
  }

  /** Ends a call whose time is over: one that still waits for a connection was not made. */
  expire(): void {
    if (this.#isWaiting) this.#refuse(new CallNotMade());
    else this.giveUp(new TargetError('timeout'));
  }

  /** Settles the call as failed in any of its states, and frees its connection or queue slot. */
  giveUp(error: unknown): void {
    if (this.#isSettled) return;
    this.#settle(failWith(error, this.#elapsedMs()));
    this.#parts.queues.remove(this);
    this.#controller?.abort(GIVEN_UP);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The call timed out while the connection was being opened: nothing is sent.
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
    this.#finish();
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.giveUp(error);
    this.#finish();
  }

  readonly #onAbort = (): void => this.giveUp(new TargetError('connection', 'ABORTED'));

  #settle(outcome: HttpOutcome): void {
    if (this.#end()) this.#parts.resolve(outcome);
  }

  #refuse(error: CallNotMade): void {
    if (!this.#end()) return;
    this.#parts.queues.remove(this);
    this.#parts.reject(error);
  }

  /** Ends the timer and the abort listener; false when the call had ended before. */
  #end(): boolean {
    if (this.#isSettled) return false;
    this.#isSettled = true;
    clearTimeout(this.#deadline);
    this.#parts.request.signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }

  #finish(): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.#parts.queues.finish(this);
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

/** The headers and the body of a call, with its length when it is sent in halves. */
function contentOf(
  { body, pauseInBodyMs }: HttpRequest,
  headers: Readonly<Record<string, string>>,
) {
  if (pauseInBodyMs === undefined) return { headers, body };
  const bytes = Buffer.from(body);
  const length = { 'content-length': String(bytes.length) };
  return { headers: { ...headers, ...length }, body: Readable.from(halves(bytes, pauseInBodyMs)) };
}

async function* halves(bytes: Buffer, pauseMs: number): AsyncGenerator<Buffer> {
  const half = Math.floor(bytes.length / 2);
  yield bytes.subarray(0, half);
  await pause(pauseMs, undefined, { ref: false });
  yield bytes.subarray(half);
}

/** The host as sockets take it: a literal IPv6 address without its brackets. */
function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

function expire(exchange: Exchange): void {
  exchange.expire();
}

/**
 * Decodes the first bytes of a body as UTF-8; invalid bytes become U+FFFD. If the body continues
 * (`isCut`), an incomplete character at the end is omitted.
 */
function decodeExcerpt(bytes: Buffer, isCut: boolean): string {
  const text = isCut ? new StringDecoder('utf8').write(bytes) : bytes.toString('utf8');
  return replaceControls(text);
}

/**
 * Replaces control characters except tab and line ends by U+FFFD, so that PostgreSQL accepts it.
 */
function replaceControls(text: string): string {
  return text.replace(CONTROL_CHARACTERS, '\ufffd');
}
