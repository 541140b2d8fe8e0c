import type { Period } from '#src/bank/live-bank.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';
import { selectOldest } from './incoming-payment-store.ts';
import { dayWindows } from './incoming-payment-window.ts';
import {
  hasOpenWindow,
  insertWindows,
  lockPeriod,
  readPeriod,
  saveOldRefundsReadAt,
  saveOpenedUntil,
  saveRefundsReadAt,
  startPeriod,
} from './incoming-payment-window-store.ts';

/** Windows overlap, because a bank may list a payment late; a payment is booked only once. */
const OVERLAP_MS = 2 * HOUR_MS;
/** The initial look-back of a gateway that has never read the list. */
const INITIAL_LOOK_BACK_MS = DAY_MS;
const COLLECT_EVERY_MS = 3 * MINUTE_MS;
const REFUNDS_EVERY_MS = 4 * HOUR_MS;
/**
 * A payer's bank may claim a payment for up to 80 days (MED), and the return takes up to 11 more; a
 * receiver may refund for 90 days.
 */
const REFUNDS_LOOK_BACK_MS = 120 * DAY_MS;
/** The interval for older payments, which a court or a bank may return. */
const OLD_REFUNDS_EVERY_MS = 7 * DAY_MS;
const OLD_REFUNDS_LOOK_BACK_MS = 1_826 * DAY_MS;

interface OpenDeps extends DatabaseAndClock {
  readonly bank: { readonly name: string };
}

/**
 * Opens the windows that are due: every three minutes for new payments, every four hours for
 * payments that were refunded, and every week for older ones. Each window is opened by one process
 * only.
 */
export async function openDueWindows(deps: OpenDeps): Promise<void> {
  const { database, clock, bank } = deps;
  const now = clock.now();
  const period = await readPeriod(database, { bank: bank.name });
  if (!period || now >= period.openedUntil + COLLECT_EVERY_MS) await openNew(deps, now);
  if (now >= (period?.refundsLookedAt ?? 0) + REFUNDS_EVERY_MS) await openRefunds(deps, now);
  if (now >= (period?.oldRefundsLookedAt ?? 0) + OLD_REFUNDS_EVERY_MS) {
    await openOldRefunds(deps, now);
  }
}

/** Opens windows for an older period, which the caller reads. @returns their ids. */
export function openBackfill(
  { database, bank }: OpenDeps,
  period: Period,
  dueAt: Date,
): Promise<string[]> {
  return database.transaction(async (tx) =>
    insertWindows(tx, dayWindows(period), { bank: bank.name, purpose: 'backfill', dueAt }),
  );
}

function openNew({ database, bank: { name: bank } }: OpenDeps, now: number): Promise<void> {
  return database.transaction(async (tx) => {
    const period = await lockPeriod(tx, { bank });
    if (period && now < period.openedUntil + COLLECT_EVERY_MS) return;
    const from = (period?.openedUntil ?? now - INITIAL_LOOK_BACK_MS) - OVERLAP_MS;
    if (period) saveOpenedUntil(tx, { bank, openedUntil: now });
    else {
      const started = await startPeriod(tx, { bank, openedUntil: now, startedAt: from });
      if (started === 0) return;
    }
    const windows = dayWindows({ from, to: now });
    insertWindows(tx, windows, { bank, purpose: 'new', dueAt: new Date(now) });
  });
}

function openRefunds({ database, bank: { name: bank } }: OpenDeps, now: number): Promise<void> {
  return database.transaction(async (tx) => {
    const period = await lockPeriod(tx, { bank });
    if (!period || now < (period.refundsLookedAt ?? 0) + REFUNDS_EVERY_MS) return;
    // The windows of the last round are not all read yet.
    if ((await hasOpenWindow(tx, { bank, purpose: 'refunds' })).hasOpen) return;
    saveRefundsReadAt(tx, { bank, at: now });
    const from = Math.max(await knownSince(tx, period.startedAt), now - REFUNDS_LOOK_BACK_MS);
    if (from >= now) return;
    const windows = dayWindows({ from, to: now });
    insertWindows(tx, windows, { bank, purpose: 'refunds', dueAt: new Date(now) });
  });
}

// The windows are spread over the week, because they may be many.
function openOldRefunds({ database, bank: { name: bank } }: OpenDeps, now: number): Promise<void> {
  return database.transaction(async (tx) => {
    const period = await lockPeriod(tx, { bank });
    if (!period || now < (period.oldRefundsLookedAt ?? 0) + OLD_REFUNDS_EVERY_MS) return;
    if ((await hasOpenWindow(tx, { bank, purpose: 'old_refunds' })).hasOpen) return;
    saveOldRefundsReadAt(tx, { bank, at: now });
    const from = Math.max(await knownSince(tx, period.startedAt), now - OLD_REFUNDS_LOOK_BACK_MS);
    const to = now - REFUNDS_LOOK_BACK_MS;
    if (from >= to) return;
    const windows = dayWindows({ from, to });
    for (const [index, window] of windows.entries()) {
      const dueAt = new Date(now + Math.floor((index * OLD_REFUNDS_EVERY_MS) / windows.length));
      insertWindows(tx, [window], { bank, purpose: 'old_refunds', dueAt });
    }
  });
}

/**
 * The instant from which refunds matter, in milliseconds. `saveUnrequestedRefunds` ignores those of
 * payments that the bank received earlier, unless they are booked here: by a backfill, or when the
 * gateway used another bank. So the oldest booked payment moves the instant back.
 */
async function knownSince(tx: Transaction, startedAt: number | null): Promise<number> {
  if (startedAt === null) return 0;
  return Math.min(startedAt, (await selectOldest(tx))?.receivedAt ?? startedAt);
}
