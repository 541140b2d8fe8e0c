import type { Tracer } from '@opentelemetry/api';
import { type ActiveSpan, beginWork, errorFacts } from './active-span.ts';
import { currentSpan, type TracedWork, tracedWork } from './traced-work.ts';

interface Ended {
  readonly result?: never;
  readonly error?: unknown;
}

/** Makes spans of traced work until the returned function is called. */
export function traceWork(tracer: Tracer): () => void {
  const spans = new WeakMap<TracedWork<never>, ActiveSpan>();
  const end = (message: unknown): void => {
    const work = message as TracedWork<never> & Ended;
    const span = spans.get(work);
    if (!span) return;
    const isFailed = 'error' in work;
    // An idle round is dropped: a span that never ends is not exported.
    const isIdle = work.kind === 'job' && !isFailed && !work.result && !span.wasBusy();
    if (isIdle) return;
    span.end(isFailed ? errorFacts(work.error) : (work.describe?.(work.result as never) ?? {}));
  };
  tracedWork.start.bindStore(currentSpan, (work) => {
    const span = beginWork(tracer, work);
    spans.set(work, span);
    return span;
  });
  tracedWork.asyncEnd.subscribe(end);
  return () => {
    tracedWork.start.unbindStore(currentSpan);
    tracedWork.asyncEnd.unsubscribe(end);
  };
}
