const { TEST_RUNS_DIVISOR = '1' } = process.env;

/** Whether random tests do only a part of their runs, as in `npm test`. */
export const HAS_FEW_RUNS = TEST_RUNS_DIVISOR !== '1';

/** How often a random test runs: all of its runs, or a part of them in `npm test`. */
export function runs(all: number): number {
  return Math.ceil(all / Number(TEST_RUNS_DIVISOR));
}
