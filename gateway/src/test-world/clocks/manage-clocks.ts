import { setTimeout as pause } from 'node:timers/promises';
import { type Caller, refuseSandbox } from '#src/ground/access/merchant.ts';
import {
  CLOCKS_MAX,
  KEPT_MS,
  SPAN_MS_MAX,
  STEP_MS_MAX,
  type TestClock,
} from '#src/ground/clocks/test-clock.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId, isId } from '#src/ground/ids.ts';
import { bindKey, selectBoundKeys } from './bound-key-store.ts';
import {
  beginAdvance,
  countClocksLocked,
  insertClock,
  markClockDeleting,
  markOldClocks,
  selectClock,
  selectClocks,
} from './test-clock-store.ts';
import { announceClockWork } from './wake-clock-worker.ts';

const CLOCKS_AT_ONCE = 100;

/** How long a request waits until a clock has no more work. */
const WAIT_MS = 20 * SECOND_MS;
const LOOK_MS_MIN = 5;
const LOOK_MS_MAX = 100;

/** A clock with the client-ids of the keys that live in its time. */
export interface ClockWithKeys {
  readonly clock: TestClock;
  readonly keys: readonly string[];
}

/**
 * Refuses `test_key_required` for a production key, and `sandbox_forbidden` for the sandbox, whose
 * visitors share its key.
 */
export function checkClockOwner(caller: Caller): void {
  if (caller.environment !== 'test') throw new Refusal('test_key_required');
  refuseSandbox(caller);
}

/** A clock to create; it starts at `startAt`, or now. */
export interface NewClock {
  readonly name: string | null;
  readonly startAt: number | undefined;
  /** Whether the calling key is bound to the clock. */
  readonly bindsKey: boolean;
}

/**
 * Creates a clock. It starts now or later. Refuses `too_many_test_clocks` and
 * `test_clock_out_of_range`.
 */
export async function createClock(
  { database, clock }: DatabaseAndClock,
  { merchantId, clientId }: Caller,
  { name, startAt, bindsKey }: NewClock,
): Promise<ClockWithKeys> {
  const createdAt = clock.now();
  const startedAt = startAt ?? createdAt;
  if (startedAt < createdAt || startedAt > createdAt + STEP_MS_MAX) {
    throw new Refusal('test_clock_out_of_range');
  }
  const created: TestClock = {
    id: createId(createdAt),
    merchantId,
    name,
    status: 'ready',
    startedAt,
    now: startedAt,
    target: startedAt,
    createdAt,
    deleteAfter: createdAt + KEPT_MS,
  };
  await database.transaction(async (tx) => {
    if ((await countClocksLocked(tx, merchantId, CLOCKS_MAX)) >= CLOCKS_MAX) {
      throw new Refusal('too_many_test_clocks');
    }
    insertClock(tx, created);
    if (bindsKey) await bindKey(tx, { merchantId, clientId, boundTo: created.id });
  });
  return { clock: created, keys: bindsKey ? [clientId] : [] };
}

/** A clock of the caller. Refuses `test_clock_not_found`. */
export async function readClock(
  { database }: Pick<DatabaseAndClock, 'database'>,
  { merchantId }: Caller,
  id: string,
): Promise<ClockWithKeys> {
  const clock = isId(id) ? await selectClock(database, { merchantId, id }) : undefined;
  if (!clock) throw new Refusal('test_clock_not_found');
  return { clock, keys: (await selectBoundKeys(database, [id])).get(id) ?? [] };
}

/** The clocks of the caller, oldest first. */
export async function listClocks(
  { database }: Pick<DatabaseAndClock, 'database'>,
  { merchantId }: Caller,
): Promise<ClockWithKeys[]> {
  const clocks = await selectClocks(database, { merchantId, limit: CLOCKS_MAX });
  const keys = await selectBoundKeys(
    database,
    clocks.map(({ id }) => id),
  );
  return clocks.map((clock) => ({ clock, keys: keys.get(clock.id) ?? [] }));
}

/** How far to advance: by some time, or to an instant; milliseconds. */
export type Advance = { readonly byMs: number } | { readonly to: number };

/**
 * Advances a clock of the caller, and waits up to 20 seconds until all due items are processed.
 * Refuses `test_clock_not_found`, `test_clock_busy` and `test_clock_out_of_range`.
 * @returns the clock, still `advancing` when its work takes longer.
 */
export async function advanceClock(
  deps: DatabaseAndClock,
  caller: Caller,
  { id, advance }: { readonly id: string; readonly advance: Advance },
): Promise<ClockWithKeys> {
  const { clock } = await readClock(deps, caller, id);
  if (clock.status !== 'ready') throw new Refusal('test_clock_busy');
  const target = 'to' in advance ? advance.to : clock.now + advance.byMs;
  const isInRange = target >= clock.now && target - clock.now <= STEP_MS_MAX;
  if (!isInRange || target - clock.startedAt > SPAN_MS_MAX) {
    throw new Refusal('test_clock_out_of_range');
  }
  const deleteAfter = deps.clock.now() + KEPT_MS;
  const aimed = await beginAdvance(deps.database, { ...clock, target, deleteAfter });
  if (!aimed) throw new Refusal('test_clock_busy');
  announceClockWork();
  await waitWhileBusy(
    async () => (await selectClock(deps.database, clock))?.status === 'advancing',
  );
  return readClock(deps, caller, id);
}

/**
 * Deletes a clock of the caller, and waits up to 20 seconds until its items have ended. A repeat
 * during the deletion waits too. Refuses `test_clock_not_found` and `test_clock_busy`.
 * @returns whether it is deleted.
 */
export async function deleteClockOf(
  deps: DatabaseAndClock,
  caller: Caller,
  id: string,
): Promise<boolean> {
  const { clock } = await readClock(deps, caller, id);
  const isMarked =
    clock.status === 'deleting' || (await markClockDeleting(deps.database, clock)) > 0;
  if (!isMarked) throw new Refusal('test_clock_busy');
  announceClockWork();
  return waitWhileBusy(async () => (await selectClock(deps.database, clock)) !== undefined);
}

/**
 * Binds the calling key to a clock, or to none. Its later requests live in the time of the clock.
 * Refuses `test_clock_not_found`.
 */
export async function bindCaller(
  deps: DatabaseAndClock,
  caller: Caller,
  { id, isBound }: { readonly id: string; readonly isBound: boolean },
): Promise<ClockWithKeys> {
  await readClock(deps, caller, id);
  if (isBound || caller.testClockId === id)
    await bindKey(deps.database, { ...caller, boundTo: isBound ? id : null });
  return readClock(deps, caller, id);
}

/** Waits while a check is true, up to `WAIT_MS`; returns whether it became false. */
async function waitWhileBusy(isBusy: () => Promise<boolean>): Promise<boolean> {
  const until = performance.now() + WAIT_MS;
  for (let lookMs = LOOK_MS_MIN; await isBusy(); lookMs = Math.min(2 * lookMs, LOOK_MS_MAX)) {
    if (performance.now() >= until) return false;
    await pause(lookMs);
  }
  return true;
}

/**
 * Begins the deletion of clocks that were not advanced for 30 days, by the real time.
 * @returns whether there may be more.
 */
export async function deleteOldClocks({ database, clock }: DatabaseAndClock): Promise<boolean> {
  const old = { now: clock.now(), limit: CLOCKS_AT_ONCE };
  return (await markOldClocks(database, old)) === CLOCKS_AT_ONCE;
}
