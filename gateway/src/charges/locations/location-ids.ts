import type { Queryable } from '#src/ground/database/database.ts';
import { takeLocationBlock } from '#src/ground/database/installation.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { LOCATION_NUMBERS, locationIdAt } from './location.ts';

const BLOCK = 8_192;
/** The numbers begin again after 4 million, which no installation uses in this time. */
const BLOCK_LIFETIME_MS = MINUTE_MS;

/** The next id of a location. */
export type NextLocationId = () => Promise<number>;

/**
 * Makes the function that gives ids of locations: unique in the installation. A process takes a
 * block of 8,192 numbers at once, so that the creation of a charge asks the database for none.
 */
export function createLocationIds(deps: DatabaseAndClock<Queryable>): NextLocationId {
  let block = { next: 0, end: 0, until: 0 };
  let pending: Promise<void> | undefined;
  const refill = async (): Promise<void> => {
    const until = performance.now() + BLOCK_LIFETIME_MS;
    const number = await takeLocationBlock(deps.database);
    const next = Number((number * BigInt(BLOCK)) % BigInt(LOCATION_NUMBERS));
    block = { next, end: next + BLOCK, until };
  };
  return async () => {
    while (block.next >= block.end || performance.now() >= block.until) {
      pending ??= refill().finally(() => {
        pending = undefined;
      });
      await pending;
    }
    const { next } = block;
    block.next += 1;
    return locationIdAt(deps.clock.now(), next);
  };
}
