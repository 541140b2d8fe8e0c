import type { Dispatcher } from 'undici';
import { describeFailure, TargetError } from '#src/ground/http/http-failure.ts';
import type { Deadline } from '#src/ground/work/scheduler.ts';

/** One HTTP request. The deadline covers all of it, from the queue to the last byte. */
export interface WireRequest {
  readonly method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly deadline: Deadline;
}

/**
 * The result of a request. `wasSent` is false only when no byte of it can have been sent: it timed
 * out in the queue, or no connection was made.
 */
export type WireResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly retryAfter: string | undefined;
      readonly body: string;
    }
  | { readonly kind: 'failed'; readonly wasSent: boolean; readonly reason: string };

// A page of a hundred payments is about 100 KiB.
const BODY_BYTES_MAX = 8 * 1_024 * 1_024;
const ABORTED = new Error('The call was aborted.');

/** Sends one request and resolves to its result. Never rejects, and follows no redirect. */
export function exchange(dispatcher: Dispatcher, request: WireRequest): Promise<WireResult> {
  return new Promise((resolve) => new Exchange(request, resolve).begin(dispatcher));
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: WireRequest;
  readonly #resolve: (result: WireResult) => void;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #endLimit = (): void => {};
  #isSettled = false;
  #status = 0;
  #retryAfter: string | undefined;
  #bodyBytes = 0;

  constructor(request: WireRequest, resolve: (result: WireResult) => void) {
    this.#request = request;
    this.#resolve = resolve;
  }

  begin(dispatcher: Dispatcher): void {
    const { method, url, headers, body, deadline } = this.#request;
    const expire = (): void => this.#fail(new TargetError('timeout'));
    this.#endLimit = deadline.limit(this.#request, expire);
    const path = `${url.pathname}${url.search}`;
    dispatcher.dispatch(
      { origin: url.origin, path, method, headers: { ...headers }, body: body ?? null },
      this,
    );
  }

  // Called when a connection exists, before the first byte is written.
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isSettled) controller.abort(ABORTED);
    else this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status;
    const retryAfter = headers['retry-after'];
    this.#retryAfter = typeof retryAfter === 'string' ? retryAfter : undefined;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bodyBytes += chunk.length;
    if (this.#bodyBytes <= BODY_BYTES_MAX) this.#chunks.push(chunk);
    else this.#fail(new TargetError('protocol', 'BODY_TOO_LONG'));
  }

  onResponseEnd(): void {
    this.#settle({
      kind: 'answered',
      status: this.#status,
      retryAfter: this.#retryAfter,
      body: Buffer.concat(this.#chunks).toString('utf8'),
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#fail(error);
  }

  #fail(error: unknown): void {
    const wasSent = this.#controller !== undefined;
    this.#settle({ kind: 'failed', wasSent, reason: describeFailure(error).message });
    this.#controller?.abort(ABORTED);
  }

  #settle(result: WireResult): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#endLimit();
    this.#resolve(result);
  }
}
