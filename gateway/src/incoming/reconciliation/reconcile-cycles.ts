import type { Period } from '#src/bank/live-bank.ts';
import { readInWindows } from '#src/bank/read-in-windows.ts';
import type { RecurringBank } from '#src/bank/recurring-bank.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import { askAbout, compareEach, requireDone } from './bank-answers.ts';
import { type Discrepancy, discrepancy } from './discrepancy.ts';
import { type RecurringRecords, recurringRecords } from './recurring-records.ts';

/** A Pix may arrive so long after the bank has called its cycle paid. */
const PIX_AFTER_MS = HOUR_MS;
const WITHOUT_PIX_MAX = 500;

/**
 * Compares the charges of cycles (Pix Automático) that were registered in a period with the bank:
 * those that only one side knows, and those that the bank calls paid and whose Pix is not known.
 * Throws BankUnavailableError when the bank does not answer.
 */
export async function reconcileCycles(
  { database, recurring }: { readonly database: Queryable; readonly recurring: RecurringBank },
  period: Period,
): Promise<Discrepancy[]> {
  const records = recurringRecords();
  if (!records || period.to <= period.from) return [];
  const deps = { database, recurring, records };
  const compared = await compareListed(deps, period).catch(unreadList);
  if (compared instanceof ListRefused) {
    return [discrepancy('cycles_unread', null, { wordsAtBank: compared.message })];
  }
  const { listed, discrepancies } = compared;
  const registered = await records.readRegisteredCycles(database, period);
  const unlisted = registered.filter((txid) => !listed.has(txid));
  // The clocks of both sides differ, so each one is read before it is called missing.
  const missing = await compareEach(unlisted, async (txid) => {
    const shown = await askAbout(() => recurring.findCycle(txid));
    if (shown.kind === 'unread') return [unreadable(txid, shown.reason)];
    return shown.value ? [] : [discrepancy('cycle_missing_at_bank', txid, {})];
  });
  const before = period.to - PIX_AFTER_MS;
  const withoutPix = await records.readCyclesWithoutPix(database, {
    before,
    limit: WITHOUT_PIX_MAX,
  });
  return [
    ...discrepancies,
    ...missing.discrepancies,
    ...withoutPix.map(({ txid, amount }) =>
      discrepancy('cycle_without_pix', txid, { amountAtBank: amount, wordsAtBank: 'paid' }),
    ),
  ];
}

interface Deps {
  readonly database: Queryable;
  readonly recurring: RecurringBank;
  readonly records: RecurringRecords;
}

/** The bank refuses the list, as one without Pix Automático does: the rest is compared. */
class ListRefused extends Error {
  override readonly name = 'ListRefused';
}

function unreadList(error: unknown): ListRefused {
  if (error instanceof ListRefused) return error;
  throw error;
}

/** The txids that the bank lists, and those of them that are unknown here. */
async function compareListed(
  { database, recurring, records }: Deps,
  period: Period,
): Promise<{ listed: ReadonlySet<string>; discrepancies: Discrepancy[] }> {
  const listed = new Set<string>();
  const discrepancies: Discrepancy[] = [];
  const pages = readInWindows(async (window, page) => {
    const outcome = await recurring.listCycles(window, page);
    if (outcome.kind === 'refused') throw new ListRefused(outcome.refusal.message);
    return requireDone(outcome);
  }, period);
  for await (const { cycles, unreadable: items } of pages) {
    const fresh = cycles.filter(({ txid }) => !listed.has(txid));
    for (const { txid } of fresh) listed.add(txid);
    const known = await records.readKnownCycles(
      database,
      fresh.map(({ txid }) => txid),
    );
    for (const { txid, amount, status } of fresh) {
      if (known.has(txid)) continue;
      const sides = { amountAtBank: amount, wordsAtBank: status };
      discrepancies.push(discrepancy('cycle_missing_here', txid, sides));
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
  return discrepancy('cycle_unreadable', name, { wordsAtBank });
}
