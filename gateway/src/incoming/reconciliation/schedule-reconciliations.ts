import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import { addDays, brazilianDayOf, startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import { isOutage } from '#src/ground/database/database-errors.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';
import { BankUnavailableError } from './bank-answers.ts';
import type { Reconciliation } from './discrepancy.ts';
import { lineOf } from './discrepancy-line.ts';
import { NOT_COMPARED_MS, periodOf, type ReconcileDeps, reconcileDay } from './reconcile-day.ts';
import {
  claimDay,
  deleteParts,
  postponeDay,
  saveReport,
  scheduleDay,
  scheduleDays,
  scheduleDaysOfRefunds,
} from './reconciliation-store.ts';

// 04:00 UTC, as the ledger's verification: the day at Brasília ended an hour before.
const DAY_STARTS_AT_MS = 4 * HOUR_MS;
/** How many past days are compared after the gateway was stopped. */
const PAST_DAYS = 7;
/** How long after a refund was found the day of the refund is scheduled again. */
const FOUND_WITHIN_MS = 7 * DAY_MS;
const CLAIM_MS = HOUR_MS;
const RETRY_AFTER_MS = 5 * MINUTE_MS;
/** How many discrepancies of a day are stored; all are counted. */
const STORED_LINES_MAX = 500;

/**
 * Compares one day that is due: the day before, which the first process schedules, or one that an
 * operator asked for. When the comparison fails, the day is compared again five minutes later, its
 * report says why, and other days go on.
 * @returns whether more days may be due.
 */
export async function runReconciliationIfDue(deps: ReconcileDeps): Promise<boolean> {
  const { database, clock, logger } = deps;
  const { name: bank } = deps.liveBank;
  const now = clock.now();
  await scheduleDays(database, bank, daysBefore(now), now);
  await scheduleDaysOfRefunds(database, {
    bank,
    at: now,
    since: now - FOUND_WITHIN_MS,
    today: brazilianDayOf(now),
  });
  const claim = { bank, at: new Date(now), until: new Date(now + CLAIM_MS) };
  const day = await claimDay(database, claim);
  if (day === undefined) return false;
  try {
    await reconcileAndSave(deps, day);
  } catch (error) {
    if (isOutage(error)) throw error;
    const until = new Date(clock.now() + RETRY_AFTER_MS);
    await postponeDay(database, { bank, day, until, failure: failureOf(error) });
    logger.warn({ day, err: error }, 'a day could not be compared with the bank');
  }
  return true;
}

function failureOf(error: unknown): string {
  return error instanceof BankUnavailableError ? error.message : 'A comparação falhou; veja o log.';
}

function daysBefore(now: number): { day: string; completeAt: number }[] {
  const today = new Date(now - DAY_STARTS_AT_MS).toISOString().slice(0, 10);
  return Array.from({ length: PAST_DAYS }, (_, index) => {
    const day = addDays(today, index - PAST_DAYS);
    const end = startOfBrazilianDay(addDays(day, 1));
    if (end === undefined) throw new Error(`${day} has no end`);
    return { day, completeAt: end + NOT_COMPARED_MS };
  });
}

/**
 * Compares a day with the bank now and saves the report. Discrepancies are logged as an error.
 * Throws BankUnavailableError. Refuses `day_invalid`.
 */
export async function reconcileAndSave(deps: ReconcileDeps, day: string): Promise<Reconciliation> {
  // The instant before the comparison, so that a day that ends meanwhile is compared again.
  const madeAt = deps.clock.now();
  const report = await reconcileDay(deps, day);
  const { bank, discrepancies } = report;
  const lines = discrepancies.slice(0, STORED_LINES_MAX).map(lineOf);
  await saveReport(deps.database, report, { madeAt, lines });
  await deleteParts(deps.database, { bank, day });
  if (discrepancies.length > 0) {
    const kinds = Object.groupBy(discrepancies, ({ kind }) => kind);
    const counts = Object.entries(kinds).map(([kind, { length }]) => [kind, length]);
    const facts = { bank, day, discrepancies: Object.fromEntries(counts) };
    deps.logger.error(facts, 'the bank and the gateway differ');
  }
  return report;
}

/** Schedules a day for the workers, for an operator. Refuses `day_invalid`. */
export async function requestReconciliation(
  { database, clock }: DatabaseAndClock,
  { bank, day }: { bank: string; day: string },
  by: Actor,
): Promise<void> {
  const now = clock.now();
  periodOf(day, now);
  await database.transaction(async (tx) => {
    await scheduleDay(tx, { bank, day, at: now });
    const change = { action: 'reconciliation.asked' as const, merchantId: null, subject: day };
    recordChange(tx, by, change, now);
  });
}
