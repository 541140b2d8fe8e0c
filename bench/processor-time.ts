import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Linux reports processor time to programs in hundredths of a second on every architecture.
const TICK_US = 10_000;
// The columns of /proc/PID/stat after the command, which may contain spaces (proc_pid_stat(5)).
const PARENT = 1;
const TIMES_FROM = 11;
const OWN_TIMES = 2;
const TIMES = 4;
const WAITS = /^voluntary_ctxt_switches:\s*(\d+)/m;

/** One process: its parent, and the processor time of itself and of its ended children. */
interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  readonly ownUs: number;
  readonly endedChildrenUs: number;
}

/** The processor time of a process and its descendants by name, in µs; empty without /proc. */
export type ProcessorTimes = ReadonlyMap<string, number>;

/**
 * User and system time of a process tree since its start, summed by what the processes are.
 * Processes of one name are one entry: the backends of PostgreSQL, the workers of a cluster.
 */
export function processorTimes(root: number): ProcessorTimes {
  const all = readProcesses();
  const tree = treeOf(root, all);
  const times = new Map<string, number>();
  const add = (name: string, us: number): void => {
    if (us > 0) times.set(name, (times.get(name) ?? 0) + us);
  };
  for (const one of all.filter(({ pid }) => tree.has(pid))) {
    add(one.pid === root ? 'first process' : one.name, one.ownUs);
    add('ended', one.endedChildrenUs);
  }
  return times;
}

/** The process ids of a process and all its descendants. */
export function processTree(root: number): ReadonlySet<number> {
  return treeOf(root, readProcesses());
}

function treeOf(root: number, all: readonly ProcessFacts[]): ReadonlySet<number> {
  const tree = new Set([root]);
  // A child may stand before its parent, because process ids are reused.
  for (let size = 0; size !== tree.size; ) {
    size = tree.size;
    for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid);
  }
  return tree;
}

/**
 * What each process used between two readings, for each of `count` requests, in µs. The time of a
 * process that has ended meanwhile moves to "ended" as a whole, so its own entry becomes negative:
 * the sum is right.
 */
export function timesBetween(
  before: ProcessorTimes,
  after: ProcessorTimes,
  count: number,
): ProcessorTimes {
  const names = new Set([...before.keys(), ...after.keys()]);
  return new Map(
    [...names].map((name) => [name, ((after.get(name) ?? 0) - (before.get(name) ?? 0)) / count]),
  );
}

/** The sum over all processes. */
export function sumOf(times: ProcessorTimes): number {
  return [...times.values()].reduce((sum, us) => sum + us, 0);
}

/** What one process has done since its start. */
export interface Activity {
  readonly name: string;
  readonly runUs: number;
  /** How often a thread of it has waited, and was woken. */
  readonly wakeUps: number;
}

/** The id under which `activityOf` has the processes that have ended. */
export const ENDED = 0;

/**
 * What each process of a tree has done, by its id. The time of processes that have ended is in
 * steps of 10 ms.
 */
export function activityOf(root: number): ReadonlyMap<number, Activity> {
  const all = readProcesses();
  const tree = treeOf(root, all);
  const inTree = all.filter(({ pid }) => tree.has(pid));
  const endedUs = inTree.reduce((sum, { endedChildrenUs }) => sum + endedChildrenUs, 0);
  const living = inTree.flatMap((facts) => {
    const activity = threadsOf(facts, root);
    return activity ? [[facts.pid, activity] as const] : [];
  });
  return new Map([...living, [ENDED, { name: 'ended processes', runUs: endedUs, wakeUps: 0 }]]);
}

/**
 * Adds up what the threads of a process have done; Linux counts their time in ns. Undefined if one
 * of them has ended meanwhile.
 */
function threadsOf({ pid, name }: ProcessFacts, root: number): Activity | undefined {
  try {
    const folder = `/proc/${pid}/task`;
    const threads = readdirSync(folder).map((thread) => ({
      runNs: Number.parseInt(readFileSync(`${folder}/${thread}/schedstat`, 'utf8'), 10),
      waits: Number(WAITS.exec(readFileSync(`${folder}/${thread}/status`, 'utf8'))?.[1] ?? 0),
    }));
    return {
      name: pid === root ? 'first process' : name,
      runUs: threads.reduce((sum, { runNs }) => sum + runNs, 0) / 1_000,
      wakeUps: threads.reduce((sum, { waits }) => sum + waits, 0),
    };
  } catch {
    return undefined;
  }
}

/** The id of the server that runs on an embedded database's folder. */
export function databasePid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

function readProcesses(): ProcessFacts[] {
  try {
    return readdirSync('/proc').flatMap((name) => {
      const pid = Number(name);
      return Number.isInteger(pid) ? readProcess(pid) : [];
    });
  } catch {
    return [];
  }
}

function readProcess(pid: number): ProcessFacts[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const columns = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = columns.slice(TIMES_FROM, TIMES_FROM + TIMES).map(Number);
    const sum = (values: number[]): number => values.reduce((one, other) => one + other, 0);
    return [
      {
        pid,
        parent: Number(columns[PARENT]),
        name: nameOf(readFileSync(`/proc/${pid}/cmdline`, 'utf8')),
        ownUs: sum(ticks.slice(0, OWN_TIMES)) * TICK_US,
        endedChildrenUs: sum(ticks.slice(OWN_TIMES)) * TICK_US,
      },
    ];
  } catch {
    // The process has ended.
    return [];
  }
}

// PostgreSQL writes into a process's title what it does: "postgres: walwriter", "postgres: io worker
// 0", or for a backend "postgres: user database address".
function nameOf(commandLine: string): string {
  const [title = '', ...words] = commandLine.split('\0');
  const [, work] =
    /^postgres: ([a-z ]+?|Citus Maintenance Daemon)(?:: [\d/]+|[\s\d]*)\s*$/.exec(title) ?? [];
  if (work !== undefined) return work;
  if (title.startsWith('postgres: ') && !title.includes('worker')) return 'backends';
  if (title.endsWith('/postgres')) return 'postmaster';
  return words.some((word) => word.endsWith('/main.ts')) ? 'HTTP processes' : 'other processes';
}
