import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { type ChargeDeps, createCharges } from '../create-charges.ts';
import type { ChargeRequest } from '../plan-charges.ts';
import type { LineCreation, LineOutcome } from './run-batches.ts';

/** The charges of one transaction: other requests wait for it less than for a batch of the API. */
const TEST_LINES_AT_ONCE = 100;
/** The live charges of a piece, and how many of them the bank is asked for at once. */
const LIVE_LINES_AT_ONCE = 50;
const BANK_CALLS_AT_ONCE = 5;
const LIMITS = { lockTimeoutMs: 1_000, statementTimeoutMs: 10_000 };

/** How lines of the test environment become charges. */
export function testLines(deps: Omit<ChargeDeps, 'database'>): LineCreation {
  return {
    environment: 'test',
    linesAtOnce: TEST_LINES_AT_ONCE,
    async create(database, requests) {
      const limited = database.withLimits(LIMITS);
      const results = await createCharges({ ...deps, database: limited }, requests);
      return results.map((result) => {
        if ('later' in result) throw new Error('a line waits for no other');
        return result;
      });
    },
  };
}

/** How live lines become charges: each is registered at the bank, a few at once. */
export function liveLines(
  createLive: (request: ChargeRequest) => Promise<CreatedResource>,
): LineCreation {
  return {
    environment: 'live',
    linesAtOnce: LIVE_LINES_AT_ONCE,
    async create(_database, requests) {
      const outcomes: LineOutcome[] = [];
      let next = 0;
      const work = async (): Promise<void> => {
        while (next < requests.length) {
          const index = next;
          next += 1;
          const request = requests[index];
          if (request) outcomes[index] = await outcomeOf(createLive(request));
        }
      };
      await Promise.all(Array.from({ length: BANK_CALLS_AT_ONCE }, work));
      return outcomes;
    },
  };
}

function outcomeOf(creation: Promise<CreatedResource>): Promise<LineOutcome> {
  return creation.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}
