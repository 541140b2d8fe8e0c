/**
 * The time of a test clock, in which a transaction of the test environment runs. Rows that must
 * stay in the order in which they were written have the real time all the same.
 */
export interface TestTime {
  readonly clockId: string;
  /** The real time; milliseconds since 1970. */
  readonly recordedAt: number;
}

/** When the rows of a transaction are written: `now`, or the real time if `now` is a clock's. */
export function recordedAt(
  { testTime }: { readonly testTime?: TestTime | undefined },
  now: number,
): number {
  return testTime?.recordedAt ?? now;
}
