import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Linux counts a process's time in hundredths of a second. */
const MS_PER_TICK = 10;

interface ProcessTimes {
  readonly parent: number;
  /** Differs between two processes that had the same id. */
  readonly startedAt: string;
  /** User and system time of the process, and of its descendants that ended and were waited for. */
  readonly ownMs: number;
  readonly endedMs: number;
}

/** Reads the times of a process; undefined when it has ended, or the system is not Linux. */
function timesOf(pid: number | 'self'): ProcessTimes | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in brackets, may have spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = (at: number): number => Number(fields[at]) + Number(fields[at + 1]);
    return {
      parent: Number(fields[1]),
      startedAt: fields[19] ?? '',
      ownMs: ticks(11) * MS_PER_TICK,
      endedMs: ticks(13) * MS_PER_TICK,
    };
  } catch {
    return undefined;
  }
}

/**
 * User and system time of this process and of all its descendants that have ended, in ms. Outside
 * Linux it is that of this process alone. A descendant whose parent was killed is not in it.
 */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + (timesOf('self')?.endedMs ?? 0);
}

/**
 * Follows the descendants of this process whose parent was killed, as tests of crashes do: Linux
 * adds their time to no process of the tree. `look` is called every few seconds, and a process that
 * lives shorter is missed.
 */
export function followOrphans(): { look(): void; sumMs(): number } {
  const seen = new Map<string, { ms: number; isOrphan: boolean }>();

  function look(): void {
    const all = new Map<number, ProcessTimes>();
    for (const name of readable('/proc')) {
      const times = timesOf(Number(name));
      if (times) all.set(Number(name), times);
    }
    const keyOf = (pid: number) => `${pid} ${all.get(pid)?.startedAt}`;
    const isBelow = (pid: number): boolean => {
      const parent = all.get(pid)?.parent ?? 0;
      return parent === process.pid || (parent > 1 && (seen.has(keyOf(parent)) || isBelow(parent)));
    };
    for (const [pid, { ownMs, endedMs }] of all) {
      const isInTree = isBelow(pid);
      if (!isInTree && !seen.has(keyOf(pid))) continue;
      seen.set(keyOf(pid), { ms: ownMs + endedMs, isOrphan: !isInTree });
    }
  }

  const sumMs = () => [...seen.values()].reduce((sum, one) => sum + (one.isOrphan ? one.ms : 0), 0);
  return { look, sumMs };
}

function readable(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** Returns a function that says which share of the machine's cores was busy since its last call. */
export function watchCores(): () => number {
  let last = coreTimes();
  return () => {
    const now = coreTimes();
    const [busy, all] = [now.busy - last.busy, now.all - last.all];
    last = now;
    return all > 0 ? busy / all : 1;
  };
}

function coreTimes(): { readonly busy: number; readonly all: number } {
  const times = cpus().map((core) => core.times);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const all = sum(times.flatMap((one) => Object.values(one)));
  return { all, busy: all - sum(times.map(({ idle }) => idle)) };
}
