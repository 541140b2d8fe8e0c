import type { LedgerScope } from '../access/ledger-scope.ts';
import type { DatabaseAndClock } from '../database-and-clock.ts';
import type { Batcher, BatchResult } from '../work/batcher.ts';
import type { BatchSettings, MakeBatcher } from '../work/request-batches.ts';

/** An operation on items; some of them may live in the time of a test clock. */
export interface ClockedOperation<Item, Value> {
  readonly name: string;
  readonly run: (
    items: readonly Item[],
    inClock: DatabaseAndClock,
  ) => Promise<readonly BatchResult<Value>[]>;
  readonly settings: BatchSettings<Item> & { readonly merchantOf: (item: Item) => string };
  /** The clock of an item; undefined: the real time. */
  readonly clockOf: (item: Item) => string | undefined | Promise<string | undefined>;
  /** Whether requests name clocks, so that an unknown one is their fault. */
  readonly namesClock?: boolean;
  /** Changes an item that lives in the time of a clock. */
  readonly bind?: (item: Item, clockId: string) => Item;
}

type ItemOfScope = LedgerScope & { readonly id: string };

/** How operations find and use the time of test clocks; `test-world` has it. */
export interface ClockTimes {
  /**
   * Makes the batcher of an operation. Items of each clock have separate batches, so that all other
   * items never wait for them.
   * @param make default: the batchers of the API.
   */
  batcher<Item, Value>(
    operation: ClockedOperation<Item, Value>,
    make?: MakeBatcher,
  ): Batcher<Item, Value>;
  /** The clock of an item of the test environment. */
  clockOf(
    kind: 'charge' | 'dispute' | 'subscription',
    item: ItemOfScope,
  ): Promise<string | undefined>;
  /** Runs one transaction of work on a charge in the time of its clock, if it has one. */
  inTimeOfCharge<Result>(
    charge: ItemOfScope,
    work: (inClock: DatabaseAndClock) => Promise<Result>,
  ): Promise<Result>;
}
