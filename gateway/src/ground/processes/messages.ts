import type { MetricValues, RenderedMetrics } from '../metrics.ts';
import type { LimitedHolder, SlotAnswer } from '../work/concurrency-limits.ts';

/**
 * The messages between the primary process and the processes that serve HTTP. Both run the same
 * version. A message with `call` is answered by one with the same number.
 */

/** One step of a count: add `times` under a name in a window of `seconds`, or subtract 1. */
export type CountStep =
  | readonly ['add', name: string, seconds: number, times: number]
  | readonly ['subtract', name: string];

/** The count after the step, and the milliseconds until its window ends. */
export type CountResult = readonly [count: number, msLeft: number];

/** The calls of an HTTP process to the primary. */
export interface PrimaryCalls {
  /** Counts steps in order; the answer has a result for each. */
  count: { ask: { readonly steps: readonly CountStep[] }; answer: readonly CountResult[] };
  /** Takes a slot under a number that the process chooses. */
  take: { ask: SlotRequest; answer: SlotAnswer };
  /** The metrics of all processes. */
  metrics: { ask: object; answer: RenderedMetrics };
}

export interface SlotRequest {
  readonly slot: number;
  readonly kind: string;
  readonly total: number;
  readonly holders: readonly LimitedHolder[];
}

export type PrimaryCall = keyof PrimaryCalls;

/** Why a process could not start: a line for the operator, or the stack of an unexpected error. */
export interface StartFailure {
  readonly message: string;
}

export type ToPrimary =
  | {
      [Name in PrimaryCall]: {
        readonly type: Name;
        readonly call: number;
      } & PrimaryCalls[Name]['ask'];
    }[PrimaryCall]
  | { readonly type: 'free'; readonly slot: number }
  /** The answer to `check`. */
  | { readonly type: 'checked' }
  /** Calls the other processes to work. */
  | { readonly type: 'call'; readonly work: string }
  /** The process listens on all its ports. */
  | { readonly type: 'serving' }
  | { readonly type: 'failed'; readonly failure: StartFailure }
  /** The answer to `collect`, or the last values of a process that ends. */
  | { readonly type: 'collected'; readonly call: number; readonly metrics: MetricValues };

export type ToHttpProcess =
  | { readonly type: 'start'; readonly start: OwnStartOrder }
  | { readonly type: 'answer'; readonly call: number; readonly answer: unknown }
  | { readonly type: 'collect'; readonly call: number }
  /** Asks for an answer at once: a process that gives none hangs. */
  | { readonly type: 'check' }
  /** Another process calls this one to work. */
  | { readonly type: 'call'; readonly work: string }
  /** End: `reload` when another process serves the port meanwhile. */
  | { readonly type: 'end'; readonly isReload: boolean };

/** The values that an HTTP process needs besides its environment. */
export interface StartOrder {
  readonly connectionString: string;
  readonly sandboxMerchantId: string;
  /** How many processes share the work. */
  readonly processCount: number;
}

/** The order of one process, with the id under which it leases rows. */
export interface OwnStartOrder extends StartOrder {
  readonly processId: string;
}
