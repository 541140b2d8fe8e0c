import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';

/** What a span says of its work: numbers, and words of lists that the code or a document closes. */
export type WorkFacts = Readonly<Record<string, string | number>>;

/**
 * Work that gets a span while telemetry is on. Nothing here may hold data of a person or a
 * merchant, an id, a key, an amount, an address, or a text of somebody else.
 */
export interface TracedWork<Result = unknown> {
  readonly kind: 'batch' | 'bank' | 'delivery' | 'job';
  readonly name: string;
  readonly facts?: WorkFacts;
  /** The spans of those who wait for a batch. */
  readonly causes?: readonly SpanHolder[];
  /** What the result says. With `error.type` the span is a failed one. */
  readonly describe?: (result: Result) => WorkFacts;
}

/** The span in which code runs. Only the telemetry that was loaded for it knows what it holds. */
export type SpanHolder = object;

/** The span of the request or of the work that runs here; empty while telemetry is off. */
export const currentSpan = new AsyncLocalStorage<SpanHolder>();

/** Telemetry follows traced work here, so that the work doesn't know of telemetry. */
export const tracedWork = tracingChannel<SpanHolder, TracedWork<never>>('pix-gateway:work');

/**
 * Runs work. While nothing follows traced work (telemetry is off), this only calls `run`. Rejects
 * with the error of the work.
 */
export function traced<Result>(
  work: TracedWork<Result>,
  run: () => Promise<Result>,
): Promise<Result> {
  return tracedWork.tracePromise(run, work);
}
