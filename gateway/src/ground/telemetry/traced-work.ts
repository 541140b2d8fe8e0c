import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';

/** The attributes of a span: numbers, and values from fixed lists, never user input. */
export type WorkFacts = Readonly<Record<string, string | number>>;

/**
 * Work that gets a span while telemetry is on. Nothing here may hold data of a person or a
 * merchant, an id, a key, an amount, an address, or a text of somebody else.
 */
export interface TracedWork<Result = unknown> {
  readonly kind: 'batch' | 'bank' | 'delivery' | 'job';
  readonly name: string;
  readonly facts?: WorkFacts;
  /** The spans of the requests that wait for a batch. */
  readonly causes?: readonly SpanHolder[];
  /** The attributes of a result. With `error.type` the span counts as failed. */
  readonly describe?: (result: Result) => WorkFacts;
}

/** The span in which code runs; its content is private to the loaded telemetry. */
export type SpanHolder = object;

/** The span of the request or of the work that runs here; empty while telemetry is off. */
export const currentSpan = new AsyncLocalStorage<SpanHolder>();

/** The channel on which telemetry follows traced work; the work doesn't import telemetry. */
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
