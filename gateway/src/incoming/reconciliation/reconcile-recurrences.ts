import type { Period } from '#src/bank/live-bank.ts';
import { reasonOfOutcome } from '#src/bank/outcome.ts';
import { readInWindows } from '#src/bank/read-in-windows.ts';
import type { RecurrencePage, RecurringBank } from '#src/bank/recurring-bank.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { askAbout, compareEach, requireDone } from './bank-answers.ts';
import { type Discrepancy, discrepancy } from './discrepancy.ts';
import { type RecurringRecords, recurringRecords } from './recurring-records.ts';

/** An authorization that can still be used. An ended one does no harm. */
const OPEN: readonly string[] = ['created', 'approved'];

interface BankDeps {
  readonly database: Queryable;
  readonly recurring: RecurringBank;
}

interface Deps extends BankDeps {
  readonly records: RecurringRecords;
}

/**
 * Compares the authorizations (Pix Automático) that were made in a period with the bank: those that
 * only one side knows. Throws BankUnavailableError when the bank does not answer.
 */
export async function reconcileRecurrences(
  bankDeps: BankDeps,
  period: Period,
): Promise<Discrepancy[]> {
  const records = recurringRecords();
  if (!records || period.to <= period.from) return [];
  const deps = { ...bankDeps, records };
  const first = await deps.recurring.listRecurrences({ from: period.from, to: period.from }, 0);
  // A bank without Pix Automático refuses its list: the rest of the day is compared.
  if (first.kind === 'refused') {
    return [discrepancy('recurrences_unread', null, { wordsAtBank: reasonOfOutcome(first) })];
  }
  const { listed, discrepancies } = await compareListed(deps, period);
  const called = await records.readCalledRecurrences(deps.database, period);
  const unlisted = called.filter((id) => !listed.has(id));
  // The clocks of both sides differ, so each one is read before it is called missing.
  const missing = await compareEach(unlisted, async (id) => {
    const shown = await askAbout(() => deps.recurring.findRecurrence(id));
    if (shown.kind === 'unread') return [unreadable(id, shown.reason)];
    return shown.value ? [] : [discrepancy('recurrence_missing_at_bank', id, {})];
  });
  return [...discrepancies, ...missing.discrepancies];
}

/** The ids that the bank lists, and the open ones of them that are unknown here. */
async function compareListed({ database, recurring, records }: Deps, period: Period) {
  const listed = new Set<string>();
  const discrepancies: Discrepancy[] = [];
  const read = async (window: Period, page: number): Promise<RecurrencePage> =>
    requireDone(await recurring.listRecurrences(window, page));
  for await (const { recurrences, unreadable: items } of readInWindows(read, period)) {
    const fresh = recurrences.filter(({ id }) => !listed.has(id));
    for (const { id } of fresh) listed.add(id);
    const ids = fresh.map(({ id }) => id);
    const known = await records.readKnownRecurrences(database, ids);
    for (const { id, status } of fresh) {
      if (known.has(id) || !OPEN.includes(status)) continue;
      discrepancies.push(discrepancy('recurrence_missing_here', id, { wordsAtBank: status }));
    }
    for (const { id, digest, reason } of items) {
      const name = id ?? digest;
      if (!listed.has(name)) discrepancies.push(unreadable(name, reason));
      listed.add(name);
    }
  }
  return { listed, discrepancies };
}

function unreadable(name: string, wordsAtBank: string): Discrepancy {
  return discrepancy('recurrence_unreadable', name, { wordsAtBank });
}
