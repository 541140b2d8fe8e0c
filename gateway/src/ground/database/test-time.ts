/**
 * The time of a test clock, in which a transaction of the test environment runs. Rows that are
 * ordered by the instant of writing still get the real time.
 */
export interface TestTime {
  readonly clockId: string;
  /** The real time; milliseconds since 1970. */
  readonly recordedAt: number;
}

/** The real time at which a transaction writes: `now`, unless `now` is a test clock's time. */
export function recordedAt(
  { testTime }: { readonly testTime?: TestTime | undefined },
  now: number,
): number {
  return testTime?.recordedAt ?? now;
}
