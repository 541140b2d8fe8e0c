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
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The merchant of the call: the look-ups of one owner are limited. */
  readonly owner: string;
  /** For the whole call: look-up, wait for a connection, connecting, sending, headers and body. */
  readonly timeoutMs: number;
  /** Sends the body in two halves, the second one so many milliseconds after the first. */
  readonly pauseInBodyMs?: number;
  readonly signal?: AbortSignal;
}
