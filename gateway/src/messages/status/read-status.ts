import { isContention, isOutage } from '#src/ground/database/database-errors.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import type { RequestCounts } from '#src/ground/http/recent-requests.ts';
import type { Logger } from '#src/ground/log.ts';
import { countWorkers } from '#src/ground/work/worker-heartbeat.ts';
import { readPlatformStops } from '#src/money-out/payouts/stop/read-payout-stops.ts';
import type { AlertReaders } from '../alerts/operator-alert.ts';
import { readAlerts } from '../alerts/read-alerts.ts';
import type { StatusPart } from './incident.ts';
import { readShownIncidents, type ShownIncidents } from './read-incidents.ts';
import { type Measures, type PartState, partStates, worstOf } from './status.ts';

/** How long a measurement is shown. All visitors of a process share it. */
const KEPT_MS = 15 * SECOND_MS;

export interface StatusDeps extends DatabaseAndClock {
  readonly logger: Logger;
  readonly readers: AlertReaders;
  readonly readRequests: () => RequestCounts;
  /** Whether a bank is configured; without one nothing of production is measured. */
  readonly hasBank: boolean;
}

/** The content of the status page. The instant is in milliseconds since 1970. */
export interface Status {
  readonly at: number;
  readonly measures: Measures;
  /** The measured state or the impact of open incidents, the worse of both. */
  readonly states: Readonly<Record<StatusPart, PartState>>;
  /** Undefined while the database doesn't answer. */
  readonly incidents: ShownIncidents | undefined;
}

export interface StatusReader {
  readonly read: () => Promise<Status>;
  /** Measures again for the next visitor. */
  readonly forget: () => void;
}

/** Reads the status at most once in 15 seconds, however many visitors a process has. */
export function createStatusReader(deps: StatusDeps): StatusReader {
  let kept: { readonly status: Promise<Status>; readonly until: number } | undefined;
  return {
    read() {
      const now = deps.clock.now();
      if (!kept || kept.until <= now) {
        const status = readStatus(deps);
        const mine = { status, until: now + KEPT_MS };
        kept = mine;
        status.catch(() => {
          if (kept === mine) kept = undefined;
        });
      }
      return kept.status;
    },
    forget() {
      kept = undefined;
    },
  };
}

async function readStatus(deps: StatusDeps): Promise<Status> {
  const at = deps.clock.now();
  const api = deps.readRequests();
  try {
    const [measures, incidents] = await Promise.all([
      readMeasures(deps),
      readShownIncidents(deps.database, at),
    ]);
    const all = { ...measures, api, isDatabaseUp: true };
    return { at, measures: all, states: withImpacts(all, incidents), incidents };
  } catch (error) {
    if (!(isOutage(error) || isContention(error))) throw error;
    const measures = { api, isDatabaseUp: false };
    return { at, measures, states: partStates(measures), incidents: undefined };
  }
}

async function readMeasures({
  database,
  logger,
  readers,
  hasBank,
}: StatusDeps): Promise<Omit<Measures, 'api' | 'isDatabaseUp'>> {
  const { collector_behind, payouts_stuck, webhook_backlog } = readers;
  const measured = {
    ...(hasBank && collector_behind && { collector_behind }),
    ...(hasBank && payouts_stuck && { payouts_stuck }),
    ...(webhook_backlog && { webhook_backlog }),
  };
  const [readings, workers, stops] = await Promise.all([
    readAlerts(measured, logger),
    countWorkers(database),
    readPlatformStops(database),
  ]);
  const values = new Map(readings.map(({ cause, value }) => [cause, value]));
  return {
    paymentsBehindSeconds: values.get('collector_behind'),
    stuckPayouts: values.get('payouts_stuck'),
    arePayoutsStopped: stops.platform !== undefined,
    oldestWebhookSeconds: values.get('webhook_backlog'),
    hasWorkers: workers > 0,
  };
}

function withImpacts(measures: Measures, { open }: ShownIncidents): Status['states'] {
  const states = { ...partStates(measures) };
  for (const { parts, impact } of open) {
    if (impact === 'none') continue;
    for (const part of parts) states[part] = worstOf(states[part], impact);
  }
  return states;
}
