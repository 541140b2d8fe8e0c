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

interface WaitingCall {
  readonly resolve: (counted: Counted) => void;
  readonly reject: (error: unknown) => void;
}

/** Calls that are counted by one step; only equal additions are together. */
interface WaitingStep {
  readonly name: string;
  /** Undefined for a subtraction. */
  readonly seconds: number | undefined;
  readonly calls: WaitingCall[];
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

/**
 * Counts at the primary, with one message for all requests of a turn of the event loop, and one
 * step for the requests of a key.
 */
function countsAtPrimary(
  link: PrimaryLink,
  alone: WindowCounts,
  warn: (error: unknown) => void,
): WindowCounts {
  let waiting: WaitingStep[] = [];
  /** The additions since the last subtraction: calls are counted in their order. */
  const additions = new Map<string, WaitingStep>();

  function open(name: string, seconds: number | undefined): WaitingStep {
    const step = { name, seconds, calls: [] };
    waiting.push(step);
    if (waiting.length === 1) setImmediate(() => void flush());
    return step;
  }

  function additionOf(name: string, seconds: number): WaitingStep {
    const key = `${seconds} ${name}`;
    const step = additions.get(key) ?? open(name, seconds);
    additions.set(key, step);
    return step;
  }

  async function flush(): Promise<void> {
    const sent = waiting;
    waiting = [];
    additions.clear();
    try {
      const results = await link.ask('count', { steps: sent.map(messageOf) });
      sent.forEach(({ calls }, index) => {
        const [count, msLeft] = results[index] ?? [0, 0];
        for (const [place, { resolve }] of calls.entries()) {
          resolve({ count: count - (calls.length - 1 - place), msLeft });
        }
      });
    } catch (error) {
      warn(error);
      for (const step of sent) {
        const single = messageOf({ ...step, calls: step.calls.slice(0, 1) });
        for (const { resolve, reject } of step.calls) runStep(alone, single).then(resolve, reject);
      }
    }
  }

  return {
    add: (name, seconds) =>
      new Promise((resolve, reject) => {
        additionOf(name, seconds).calls.push({ resolve, reject });
      }),
    subtract: async (name) => {
      additions.clear();
      await new Promise<Counted>((resolve, reject) => {
        open(name, undefined).calls.push({ resolve, reject });
      });
    },
  };
}

function messageOf({ name, seconds, calls }: WaitingStep): CountStep {
  return seconds === undefined ? ['subtract', name] : ['add', name, seconds, calls.length];
}

/** Counts one step. The result of a subtraction is not used. */
export async function runStep(counts: WindowCounts, step: CountStep): Promise<Counted> {
  const [operation, name, seconds = 0, times] = step;
  if (operation === 'add') return counts.add(name, seconds, times);
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
