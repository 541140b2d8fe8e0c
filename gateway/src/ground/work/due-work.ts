import type { Database, Transaction } from '../database/database.ts';
import { isContention, isOutage } from '../database/database-errors.ts';
import type { DatabaseAndClock } from '../database-and-clock.ts';
import type { Logger } from '../log.ts';
import { forgetSetAside, selectFailures, setAside, type WorkKind } from './set-aside.ts';

const TOGETHER = { lockTimeoutMs: 1_000, statementTimeoutMs: 12_000 };
const ALONE = { lockTimeoutMs: 250, statementTimeoutMs: 5_000 };

export interface DueWorkDeps extends DatabaseAndClock {
  readonly logger: Logger;
}

export interface DueWork<Item> {
  readonly kind: WorkKind;
  readonly idOf: (item: Item) => string;
  /** Items of one merchant wait for the same locks. */
  readonly merchantOf: (item: Item) => string;
  /** Processes items in one transaction of the given database; returns how many it changed. */
  readonly run: (database: Database, items: readonly Item[]) => Promise<number>;
}

/**
 * Processes due items together. When this fails, each is processed alone, so that a bad item stops
 * no other: it is set aside and tried again later, always alone. Throws when the database doesn't
 * answer.
 * @returns how many items were processed or set aside. If it is not 0, more may be due.
 */
export async function runDueWork<Item>(
  deps: DueWorkDeps,
  items: readonly Item[],
  work: DueWork<Item>,
): Promise<number> {
  if (items.length === 0) return 0;
  const { database } = deps;
  const failures = await selectFailures(database, work.kind, items.map(work.idOf));
  const suspects = items.filter((item) => failures.has(work.idOf(item)));
  const others = items.filter((item) => !failures.has(work.idOf(item)));
  let done = 0;
  try {
    if (others.length > 0) done += await work.run(database.withLimits(TOGETHER), others);
  } catch (error) {
    if (isOutage(error)) throw error;
    suspects.unshift(...others);
  }
  return done + (await runAlone(deps, suspects, { work, failures }));
}

/** Due work whose items are claimed by locks, as several processes at once do. */
export interface LockedWork<Item> extends Omit<DueWork<Item>, 'run'> {
  /** Locks due items until the transaction ends; skips those that others have locked. */
  readonly claim: (tx: Transaction) => Promise<readonly Item[]>;
  /** Processes items in the transaction; returns how many it changed. */
  readonly run: (tx: Transaction, items: readonly Item[]) => Promise<number>;
}

/**
 * Claims due items and processes them in the same transaction, so that two processes never work on
 * the same items, and those of a killed process are free at once. When this fails, each item is
 * processed alone, as `runDueWork` does. Throws when the database doesn't answer.
 * @returns how many items were processed or set aside.
 */
export async function runLockedWork<Item>(
  deps: DueWorkDeps,
  { claim, ...work }: LockedWork<Item>,
): Promise<number> {
  let items: readonly Item[] = [];
  let failures: ReadonlyMap<string, number> = new Map();
  let alone: readonly Item[] = [];
  let done = 0;
  try {
    done = await deps.database.withLimits(TOGETHER).transaction(async (tx) => {
      items = await claim(tx);
      if (items.length === 0) return 0;
      failures = await selectFailures(tx, work.kind, items.map(work.idOf));
      alone = items.filter((item) => failures.has(work.idOf(item)));
      const others = items.filter((item) => !failures.has(work.idOf(item)));
      return others.length > 0 ? work.run(tx, others) : 0;
    });
  } catch (error) {
    if (isOutage(error) || items.length === 0) throw error;
    alone = items;
  }
  const run: DueWork<Item>['run'] = (database, some) =>
    database.transaction((tx) => work.run(tx, some));
  return done + (await runAlone(deps, alone, { work: { ...work, run }, failures }));
}

/**
 * Processes one item that this worker has claimed. When it fails, it is set aside and logged, and
 * the worker continues with the next one. Throws when the database doesn't answer.
 */
export async function runClaimed(
  { database, clock, logger }: DueWorkDeps,
  { kind, id }: { readonly kind: WorkKind; readonly id: string },
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
    await forgetSetAside(database, kind, [id]);
  } catch (error) {
    if (isOutage(error)) throw error;
    await setFailedAside({ database, clock, logger }, { kind, id, error });
  }
}

/** Sets an item aside that has failed once more, and logs it. */
export async function setFailedAside(
  { database, clock, logger }: DueWorkDeps,
  { kind, id, error }: { readonly kind: WorkKind; readonly id: string; readonly error: unknown },
): Promise<void> {
  const failures = ((await selectFailures(database, kind, [id])).get(id) ?? 0) + 1;
  await setAside(database, { kind, id, failures, error }, clock.now());
  logger.error({ err: error, kind, id, failures }, 'due work failed and is set aside');
}

async function runAlone<Item>(
  { database, clock, logger }: DueWorkDeps,
  items: readonly Item[],
  { work, failures }: { work: DueWork<Item>; failures: ReadonlyMap<string, number> },
): Promise<number> {
  const { kind } = work;
  const limited = database.withLimits(ALONE);
  const lockedOut = new Map<string, unknown>();
  const doneIds: string[] = [];
  let done = 0;
  for (const item of items) {
    const id = work.idOf(item);
    const merchant = work.merchantOf(item);
    try {
      // After an item waited for a merchant's locked rows, the merchant's other items are not
      // tried.
      if (lockedOut.has(merchant)) throw lockedOut.get(merchant);
      done += await work.run(limited, [item]);
      if (failures.has(id)) doneIds.push(id);
    } catch (error) {
      if (isOutage(error)) throw error;
      if (isContention(error)) lockedOut.set(merchant, error);
      const count = (failures.get(id) ?? 0) + 1;
      await setAside(database, { kind, id, failures: count, error }, clock.now());
      logger.error({ err: error, kind, id, failures: count }, 'due work failed and is set aside');
      done += 1;
    }
  }
  await forgetSetAside(database, kind, doneIds);
  return done;
}
