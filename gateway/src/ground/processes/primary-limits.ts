import type { Logger } from '../log.ts';
import {
  type ConcurrencyLimits,
  type OpenLimits,
  once,
  requireSlot,
} from '../work/concurrency-limits.ts';
import { type Limits, memoryLimits } from '../work/limits.ts';
import type { Counted, WindowCounts } from '../work/window-counts.ts';
import type { CountStep } from './messages.ts';
import { type PrimaryLink, PrimaryTimeout } from './primary-link.ts';

interface WaitingStep {
  readonly step: CountStep;
  readonly resolve: (counted: Counted) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The limits that the primary counts for all HTTP processes. While it doesn't answer, this process
 * counts alone: requests are served, and each process allows as much as the machine should.
 */
export function primaryLimits(link: PrimaryLink, logger: Logger): Limits {
  const alone = memoryLimits();
  const warn = (error: unknown): void =>
    logger.warn({ err: error }, 'this process counts alone until the primary answers');
  return {
    counts: countsAtPrimary(link, alone.counts, warn),
    open: slotsAtPrimary(link, alone.open, warn),
  };
}

/** Counts at the primary, with one message for all requests of a turn of the event loop. */
function countsAtPrimary(
  link: PrimaryLink,
  alone: WindowCounts,
  warn: (error: unknown) => void,
): WindowCounts {
  let waiting: WaitingStep[] = [];

  function run(step: CountStep): Promise<Counted> {
    return new Promise((resolve, reject) => {
      waiting.push({ step, resolve, reject });
      if (waiting.length === 1) setImmediate(() => void flush());
    });
  }

  async function flush(): Promise<void> {
    const sent = waiting;
    waiting = [];
    try {
      const results = await link.ask('count', { steps: sent.map(({ step }) => step) });
      sent.forEach(({ resolve }, index) => {
        const [count, msLeft] = results[index] ?? [0, 0];
        resolve({ count, msLeft });
      });
    } catch (error) {
      warn(error);
      for (const { step, resolve, reject } of sent) runStep(alone, step).then(resolve, reject);
    }
  }

  return {
    add: (name, seconds) => run(['add', name, seconds]),
    subtract: async (name) => {
      await run(['subtract', name]);
    },
  };
}

/** Counts one step. The result of a subtraction is not used. */
export async function runStep(counts: WindowCounts, step: CountStep): Promise<Counted> {
  const [operation, name, seconds = 0] = step;
  if (operation === 'add') return counts.add(name, seconds);
  await counts.subtract(name);
  return { count: 0, msLeft: 0 };
}

function slotsAtPrimary(
  link: PrimaryLink,
  openAlone: OpenLimits,
  warn: (error: unknown) => void,
): OpenLimits {
  let lastSlot = 0;
  return (kind, total): ConcurrencyLimits => {
    const alone = openAlone(kind, total);
    return {
      acquire: async (holders) => {
        lastSlot += 1;
        const slot = lastSlot;
        const free = once(() => void link.send({ type: 'free', slot }));
        try {
          requireSlot(await link.ask('take', { slot, kind, total, holders }));
        } catch (error) {
          if (!(error instanceof PrimaryTimeout)) throw error;
          // The primary may have taken the slot, and its answer comes late.
          free();
          warn(error);
          return alone.acquire(holders);
        }
        return free;
      },
    };
  };
}
