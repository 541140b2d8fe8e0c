import type { LoadResult } from './load.ts';
import { type Memory, memoryOf } from './processes.ts';
import {
  type ProcessorTimes,
  processorTimes,
  processTree,
  sumOf,
  timesBetween,
} from './processor-time.ts';

const CORES = [4, 8, 16];
const SECOND_US = 1_000_000;

/** The processor time of one request, in µs, by process. */
export interface Costs {
  readonly gateway: ProcessorTimes;
  readonly database: ProcessorTimes;
  readonly generatorUs: number;
}

/** The ids of the processes whose processor time is measured. */
export interface Measured {
  readonly gateway: number;
  readonly database?: number;
}

const NOTHING: ProcessorTimes = new Map();
const rows: Record<string, string | number>[] = [];

/**
 * Begins to measure processor time. The returned function ends it: it divides what the processes
 * have used since by the number of requests.
 */
export function startMeter({ gateway, database }: Measured): (requests: number) => Costs {
  const read = () => ({
    gateway: processorTimes(gateway),
    database: database === undefined ? NOTHING : processorTimes(database),
  });
  const before = read();
  const generatorBefore = process.cpuUsage();
  return (requests) => {
    const after = read();
    const generator = process.cpuUsage(generatorBefore);
    return {
      gateway: timesBetween(before.gateway, after.gateway, requests),
      database: timesBetween(before.database, after.database, requests),
      generatorUs: (generator.user + generator.system) / requests,
    };
  };
}

/** Adds a row to the table, with the processor time of one request where it was measured. */
export function addRow(row: Readonly<Record<string, string | number>>, costs?: Costs): void {
  const perRequest = costs && {
    'gateway µs': Math.round(sumOf(costs.gateway)),
    'PostgreSQL µs': Math.round(sumOf(costs.database)),
    'generator µs': Math.round(costs.generatorUs),
  };
  rows.push({ ...row, ...perRequest });
  process.stderr.write(`${row.what}: ${row['per second']}/s\n`);
}

/** Adds the row of a load, and writes its first failure. */
export function reportLoad(what: string, result: LoadResult, costs: Costs): void {
  addRow(
    {
      what,
      'per second': Math.round(result.perSecond),
      'p50 ms': result.p50Ms.toFixed(1),
      'p99 ms': result.p99Ms.toFixed(1),
      failures: result.failures,
    },
    costs,
  );
  if (result.failures > 0) process.stderr.write(`${result.firstFailure}\n`);
}

/** Prints the rows, one table for all. */
export function printRows(): void {
  console.table(rows);
}

/** Prints the processor time of one request, process by process. */
export function printProcesses(what: string, { gateway, database }: Costs): void {
  const list = (times: ProcessorTimes): string =>
    [...times]
      .filter(([, us]) => us >= 0.5)
      .toSorted(([, one], [, other]) => other - one)
      .map(([name, us]) => `${name} ${us.toFixed(0)}`)
      .join(', ');
  process.stdout.write(`${what}, µs of processor time each:\n`);
  process.stdout.write(`  gateway: ${list(gateway)}\n  PostgreSQL: ${list(database)}\n`);
}

/**
 * Prints how many a second larger machines make, by the processor time of one: all cores busy, the
 * load generator on another machine, and nothing that several cores must wait for. All processes
 * share the work after a charge's creation; only the first counts the rate limits, so what it does
 * for a creation can't be divided and is a second bound.
 * @param created what the creation of a charge costs.
 */
export function printModel(costs: Readonly<Record<string, Costs>>, created: Costs): void {
  const counting = created.gateway.get('first process') ?? 0;
  const isAlone = created.gateway.size === 1;
  const most = isAlone || counting === 0 ? Number.POSITIVE_INFINITY : SECOND_US / counting;
  const models = Object.entries(costs).map(([what, { gateway, database }]) => {
    const us = sumOf(gateway) + sumOf(database);
    const at = CORES.map((cores) => [
      `${cores} cores`,
      Math.round(Math.min((cores * SECOND_US) / us, most)),
    ]);
    return {
      what: `${what}, a second by model`,
      'µs each': Math.round(us),
      ...Object.fromEntries(at),
    };
  });
  console.table(models);
}

/** The memory of a process and its descendants, added up. */
export function treeMemory(root: number): Memory & { readonly processes: number } {
  const all = [...processTree(root)].flatMap((pid) => memoryOf(pid) ?? []);
  return {
    nowMiB: all.reduce((sum, { nowMiB }) => sum + nowMiB, 0),
    peakMiB: all.reduce((sum, { peakMiB }) => sum + peakMiB, 0),
    shareMiB: all.reduce((sum, { shareMiB }) => sum + shareMiB, 0),
    processes: all.length,
  };
}
