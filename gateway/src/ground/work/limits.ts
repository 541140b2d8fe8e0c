import { type OpenLimits, openMemoryLimits } from './concurrency-limits.ts';
import { memoryCounts, type WindowCounts } from './window-counts.ts';

/** The limits that the processes of one machine share. */
export interface Limits {
  readonly counts: WindowCounts;
  readonly open: OpenLimits;
}

/** Counts in the memory of one process. */
export function memoryLimits(): Limits {
  return { counts: memoryCounts(), open: openMemoryLimits };
}
