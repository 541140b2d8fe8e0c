import {
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { currentSpan, type SpanHolder, type TracedWork, type WorkFacts } from './traced-work.ts';

const ERROR_TYPE = 'error.type';
/** More would make a batch of hundreds of requests a large span. */
const LINKS_MAX = 32;
/** A round of a job that did nothing and was quicker than this gets no span. */
const IDLE_JOB_MS = 100;
const PRINTABLE = /^[\w.-]{1,60}$/;

const KINDS: Readonly<Record<TracedWork['kind'], SpanKind>> = {
  batch: SpanKind.INTERNAL,
  job: SpanKind.INTERNAL,
  bank: SpanKind.CLIENT,
  delivery: SpanKind.CLIENT,
};

/** A span that has begun, and whether others began inside of it. */
export class ActiveSpan {
  readonly #span: Span;
  readonly #startedAt = performance.now();
  #hasChildren = false;
  #isEnded = false;

  constructor(span: Span) {
    this.#span = span;
  }

  get isSampled(): boolean {
    return (this.#span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;
  }

  get traceId(): string {
    return this.#span.spanContext().traceId;
  }

  /** The context for a span inside of this one. */
  open(): Context {
    this.#hasChildren = true;
    return trace.setSpan(ROOT_CONTEXT, this.#span);
  }

  link(): Link {
    return { context: this.#span.spanContext() };
  }

  /** Whether the round of a job gets a span: it began child spans or was slow. */
  wasBusy(): boolean {
    return this.#hasChildren || performance.now() - this.#startedAt >= IDLE_JOB_MS;
  }

  /** Ends the span, once. It counts as failed when the facts have an `error.type`. */
  end(facts: WorkFacts, name?: string): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    if (name !== undefined) this.#span.updateName(name);
    this.#span.setAttributes(facts);
    if (ERROR_TYPE in facts) this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();
  }
}

/** Begins the span of work: as a child of its cause, or as the root of a new trace. */
export function beginWork(tracer: Tracer, work: TracedWork<never>): ActiveSpan {
  const causes = causesOf(work);
  const [first, ...others] = causes.filter(({ isSampled }) => isSampled);
  const parent = first ?? causes[0];
  const links = others.slice(0, LINKS_MAX).map((cause) => cause.link());
  const options = { kind: KINDS[work.kind], attributes: { ...work.facts }, links };
  const name = `${work.kind} ${work.name}`;
  return new ActiveSpan(tracer.startSpan(name, options, parent?.open() ?? ROOT_CONTEXT));
}

/** The spans that caused work. Deliveries and jobs have none and begin a trace. */
function causesOf({ kind, causes }: TracedWork<never>): readonly ActiveSpan[] {
  if (kind === 'delivery' || kind === 'job') return [];
  const holders = causes ?? [currentSpan.getStore()];
  return [...new Set(holders)].filter((holder) => holder !== undefined).map(spanOf);
}

function spanOf(holder: SpanHolder): ActiveSpan {
  return holder as ActiveSpan;
}

/**
 * The attributes of an error: its code, or its class. The message is left out, because it may hold
 * texts of persons, and PostgreSQL's messages hold values of rows.
 */
export function errorFacts(error: unknown): WorkFacts {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const name = error instanceof Error ? error.name : typeof error;
  return { [ERROR_TYPE]: PRINTABLE.test(code) ? code : name };
}
