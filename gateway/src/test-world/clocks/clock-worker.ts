import type { Logger } from '#src/ground/log.ts';
import { type DriveDeps, driveClock, LEASE_MS } from './drive-clock.ts';
import { type LeasedClock, leaseClocks, renewLease } from './test-clock-store.ts';

const CLOCKS_AT_ONCE = 8;
/** The pause of a clock after a failure and while its deliveries take long. */
const PAUSE_MS = 1_000;
const SLOW_MS = 50;

export interface ClockWorker {
  /** Leases clocks that have work and begins to drive them. */
  round(): Promise<boolean>;
  /** Waits until no clock is driven. */
  stop(): Promise<void>;
}

/** Creates the worker that drives the clocks of all merchants, a few at a time. */
export function createClockWorker(
  deps: DriveDeps & { readonly logger: Logger; readonly wake: () => void },
): ClockWorker {
  const underWay = new Set<Promise<void>>();

  async function drive(leased: LeasedClock): Promise<void> {
    const driven = { clock: leased };
    let leaseMs = SLOW_MS;
    try {
      if (await driveClock(deps, driven)) return;
    } catch (error) {
      deps.logger.error({ err: error, testClock: leased.id }, 'a test clock was interrupted');
      leaseMs = PAUSE_MS;
    }
    const { now } = driven.clock;
    await renewLease(deps.database, driven.clock, { now, leaseMs }).catch((error: unknown) =>
      deps.logger.warn({ err: error, testClock: leased.id }, 'a lease ends by itself'),
    );
  }

  return {
    async round() {
      const limit = CLOCKS_AT_ONCE - underWay.size;
      if (limit <= 0) return false;
      const clocks = await leaseClocks(deps.database, { leaseMs: LEASE_MS, limit });
      for (const clock of clocks) {
        const running = drive(clock).finally(() => {
          underWay.delete(running);
          deps.wake();
        });
        underWay.add(running);
      }
      return false;
    },
    async stop() {
      await Promise.all(underWay);
    },
  };
}
