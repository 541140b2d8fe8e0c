import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#src/ground/durations.ts';
import type { RequestCounts } from '#src/ground/http/recent-requests.ts';
import type { StatusPart } from './incident.ts';

/** From the best to the worst; `unknown` is not measured. */
export const PART_STATES = ['unknown', 'operational', 'degraded', 'down'] as const;
export type PartState = (typeof PART_STATES)[number];

/** The measurements of the parts. A value that could not be read is undefined. */
export interface Measures {
  readonly api: RequestCounts;
  readonly isDatabaseUp: boolean;
  /** How long ago everything that the bank received was booked. */
  readonly paymentsBehindSeconds?: number | undefined;
  /** Payouts and refunds without a result for more than an hour. */
  readonly stuckPayouts?: number | undefined;
  readonly arePayoutsStopped?: boolean;
  /** How long the oldest delivery that is due has waited. */
  readonly oldestWebhookSeconds?: number | undefined;
  readonly hasWorkers?: boolean;
}

/** A share of failed requests above these is slow or down; few requests prove nothing. */
const FAILED_SHARE_DEGRADED = 0.01;
const FAILED_SHARE_DOWN = 0.25;
const REQUESTS_MIN = 20;
/** Call-backs may still book payments while the bank's list is late, so it is never `down`. */
const PAYMENTS_BEHIND_SECONDS = (15 * MINUTE_MS) / SECOND_MS;
/** One or two orders that a bank doesn't explain are no disturbance of all payouts. */
const STUCK_PAYOUTS_MAX = 2;
const WEBHOOKS_LATE_SECONDS = (2 * MINUTE_MS) / SECOND_MS;
const WEBHOOKS_DOWN_SECONDS = HOUR_MS / SECOND_MS;

/** The state of each part by its measures. */
export function partStates(measures: Measures): Readonly<Record<StatusPart, PartState>> {
  return {
    api: stateOfApi(measures),
    payments: stateAbove(measures.paymentsBehindSeconds, { degraded: PAYMENTS_BEHIND_SECONDS }),
    payouts: stateOfPayouts(measures),
    webhooks: stateOfWebhooks(measures),
  };
}

/** The worse of two states; a part that is not measured has the state of the other. */
export function worstOf(state: PartState, other: PartState): PartState {
  return PART_STATES.indexOf(state) >= PART_STATES.indexOf(other) ? state : other;
}

/** The share of requests that failed; undefined when there were too few. */
export function failedShare({ total, failed }: RequestCounts): number | undefined {
  return total < REQUESTS_MIN ? undefined : failed / total;
}

function stateOfApi({ api, isDatabaseUp }: Measures): PartState {
  if (!isDatabaseUp) return 'down';
  const limits = { degraded: FAILED_SHARE_DEGRADED, down: FAILED_SHARE_DOWN };
  return stateAbove(failedShare(api) ?? 0, limits);
}

function stateOfPayouts({ stuckPayouts, arePayoutsStopped }: Measures): PartState {
  if (stuckPayouts === undefined) return 'unknown';
  return arePayoutsStopped ? 'down' : stateAbove(stuckPayouts, { degraded: STUCK_PAYOUTS_MAX });
}

function stateOfWebhooks({ oldestWebhookSeconds, hasWorkers }: Measures): PartState {
  if (hasWorkers === false) return 'down';
  const limits = { degraded: WEBHOOKS_LATE_SECONDS, down: WEBHOOKS_DOWN_SECONDS };
  return stateAbove(oldestWebhookSeconds, limits);
}

function stateAbove(
  value: number | undefined,
  { degraded, down = Number.POSITIVE_INFINITY }: { degraded: number; down?: number },
): PartState {
  if (value === undefined) return 'unknown';
  if (value > down) return 'down';
  return value > degraded ? 'degraded' : 'operational';
}
