import type { HttpFailureReason } from './http-failure.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: { readonly retryAfter?: string };
  /** The first 1 KiB of the body as UTF-8; invalid bytes are replaced by U+FFFD. */
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
  /** Made when a connection is free: a signature has the time of the call, not of its wait. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly body: string;
  /** The merchant of the call: the look-ups of one owner are limited. */
  readonly owner: string;
  /**
   * For the call from the moment when a connection is free: connecting, sending, headers and body.
   * The look-up and the wait before it may take `WAIT_MS_MAX`, or this time if it is shorter.
   */
  readonly timeoutMs: number;
  /** Sends the body in two halves, the second one so many milliseconds after the first. */
  readonly pauseInBodyMs?: number;
  readonly signal?: AbortSignal;
}
