import { type Attempt, type DeliveredEvent, deliver, isDelivered, type Target } from './deliver.ts';

/** The pauses before the 2nd, 3rd, … attempt. Shorter than the gateway's: a person waits. */
const PAUSES_MS = [2_000, 10_000, 30_000, 60_000];
/** How long a stopped listener waits for the answer to the attempt that is under way. */
const LAST_ANSWER_MS = 1_000;
const GONE = 410;
const REMEMBERED_MAX = 10_000;

/** The events that a listener reports. */
export interface ListenerReports {
  /** An attempt ended. `retryMs` is the pause before the next; undefined: there is none. */
  attempt(event: DeliveredEvent, number: number, attempt: Attempt, retryMs?: number): void;
  /** The gateway sent an event that was received before; it is not delivered again. */
  repeated(event: DeliveredEvent): void;
}

/** Delivers events one after another; what fails is tried again while later events go on. */
export interface Listener {
  /** Makes the first attempt. False for an event that was taken before. */
  take(event: DeliveredEvent): Promise<boolean>;
  /** Resolves when no attempt is left to make. */
  settled(): Promise<void>;
  /** Makes no further attempts; the one under way has a second left for its answer. */
  stop(): void;
  deliveredCount(): number;
  /** The ids of events that were not delivered, in the order in which they came. */
  undelivered(): readonly string[];
  /** The id of the newest event. */
  lastId(): string | undefined;
}

/** Creates a listener. `attemptsMax` counts the first attempt too. */
export function createListener(
  target: Target,
  reports: ListenerReports,
  { attemptsMax }: { attemptsMax: number },
): Listener {
  const known = new Set<string>();
  const open = new Set<string>();
  const stopping = new AbortController();
  const givingUp = new AbortController();
  const retries = new Set<Promise<void>>();
  let delivered = 0;
  let lastId: string | undefined;

  async function attempt(event: DeliveredEvent, number: number): Promise<void> {
    const result = await deliver(event, target, givingUp.signal);
    if (isDelivered(result)) {
      delivered += 1;
      open.delete(event.id);
      return reports.attempt(event, number, result);
    }
    const mayRetry = number < attemptsMax && result.status !== GONE && !stopping.signal.aborted;
    const pauseMs = PAUSES_MS[Math.min(number, PAUSES_MS.length) - 1];
    reports.attempt(event, number, result, mayRetry ? pauseMs : undefined);
    if (!mayRetry) return;
    const retry = pause(pauseMs ?? 0, stopping.signal)
      .then((isDue) => (isDue ? attempt(event, number + 1) : undefined))
      .finally(() => retries.delete(retry));
    retries.add(retry);
  }

  return {
    async take(event) {
      lastId = event.id;
      if (known.has(event.id)) {
        reports.repeated(event);
        return false;
      }
      remember(known, event.id);
      open.add(event.id);
      await attempt(event, 1);
      return true;
    },
    async settled() {
      while (retries.size > 0) await Promise.all(retries);
    },
    stop() {
      stopping.abort();
      setTimeout(() => givingUp.abort(new Error('interrompido')), LAST_ANSWER_MS).unref();
    },
    deliveredCount: () => delivered,
    undelivered: () => [...open],
    lastId: () => lastId,
  };
}

/** Waits; false when it was stopped. */
function pause(durationMs: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), durationMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}

/** Keeps the newest ids only: a repeat comes soon after a lost connection. */
function remember(known: Set<string>, id: string): void {
  known.add(id);
  const [oldest] = known;
  if (known.size > REMEMBERED_MAX && oldest !== undefined) known.delete(oldest);
}
