import type { Actor } from '#src/access/actor.ts';
import { recordChange } from '#src/audit/record-change.ts';
import { addDays, brazilianDayOf, startOfBrazilianDay } from '#src/platform/brazilian-days.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database, Queryable } from '#src/platform/database/database.ts';
import { type Page, readPage } from '#src/platform/database/read-page.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/platform/durations.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { BankUnavailableError } from './ask-bank.ts';
import type { Reconciliation } from './discrepancy.ts';
import { lineOf } from './discrepancy-line.ts';
import { forgetParts } from './keep-parts.ts';
import { periodOf, type ReconcileDeps, reconcileDay, SETTLING_MS } from './reconcile-day.ts';
import {
  askForDay,
  askForDays,
  askForFound,
  claimDay,
  keepReport,
  postponeDay,
  type ReconciliationDetailRow,
  type ReconciliationRow,
  selectReport,
  selectReports,
} from './reconciliation-store.ts';

export type {
  ReconciliationDetailRow,
  ReconciliationRow,
} from './reconciliation-store.ts';

// Four in the morning UTC, as the ledger's verification: the day at Brasília ended an hour ago.
const DAY_STARTS_AT_MS = 4 * HOUR_MS;
/** So many days are made up for after a gateway stood still. */
const DAYS_MADE_UP = 7;
/** So long after a refund was found its day is looked after. */
const FOUND_WITHIN_MS = 7 * DAY_MS;
const CLAIM_MS = HOUR_MS;
const TRY_AGAIN_AFTER_MS = 5 * MINUTE_MS;
/** The first so many are kept; all are counted. */
const LINES_KEPT_MAX = 500;
const LAST_DAY = '9999-12-31';

export type KeepDeps = ReconcileDeps;

/**
 * Makes the report that is due: the day's before, which the first process to come asks for, or one
 * that somebody asked for. When the bank can't be asked, it is tried again some minutes later.
 * @returns whether there may be more.
 */
export async function runReconciliationIfDue(deps: KeepDeps): Promise<boolean> {
  const { database, clock, logger } = deps;
  const { name: bank } = deps.liveBank;
  const now = clock.now();
  await askForDays(database, bank, daysBefore(now), new Date(now));
  await askForFound(database, {
    bank,
    at: new Date(now),
    since: new Date(now - FOUND_WITHIN_MS),
    today: brazilianDayOf(now),
  });
  const claim = { bank, at: new Date(now), until: new Date(now + CLAIM_MS) };
  const day = await claimDay(database, claim);
  if (day === undefined) return false;
  try {
    await reconcileAndKeep(deps, day);
  } catch (error) {
    if (!(error instanceof BankUnavailableError)) throw error;
    logger.warn({ day, reason: error.message }, 'a day could not be compared with the bank');
    const until = new Date(clock.now() + TRY_AGAIN_AFTER_MS);
    await postponeDay(database, { bank, day, until, failure: error.message });
  }
  return true;
}

function daysBefore(now: number): { day: string; completeAt: number }[] {
  const today = new Date(now - DAY_STARTS_AT_MS).toISOString().slice(0, 10);
  return Array.from({ length: DAYS_MADE_UP }, (_, index) => {
    const day = addDays(today, index - DAYS_MADE_UP);
    const end = startOfBrazilianDay(addDays(day, 1));
    if (end === undefined) throw new Error(`${day} has no end`);
    return { day, completeAt: end + SETTLING_MS };
  });
}

/**
 * Compares a day with the bank now, and keeps the report. Differences are logged as an error.
 * Throws BankUnavailableError, and the Refusal `day_invalid`.
 */
export async function reconcileAndKeep(deps: KeepDeps, day: string): Promise<Reconciliation> {
  // When it began is what it knows of: a day that ended meanwhile is compared again.
  const madeAt = deps.clock.now();
  const report = await reconcileDay(deps, day);
  const { bank, balance, differences } = report;
  await keepReport(deps.database, {
    bank,
    day,
    made_at: new Date(madeAt),
    is_clean: differences.length === 0,
    received_count: BigInt(report.receivedCount),
    payout_count: BigInt(report.payoutCount),
    bank_balance_centavos: balance?.atBank ?? null,
    ledger_balance_centavos: balance?.inLedger ?? null,
    outbound_in_transit_centavos: balance?.outboundInTransit ?? null,
    inbound_in_transit_centavos: balance?.inboundInTransit ?? null,
    difference_count: BigInt(differences.length),
    lines: differences.slice(0, LINES_KEPT_MAX).map(lineOf),
  });
  await forgetParts(deps.database, { bank, day });
  if (differences.length > 0) {
    const kinds = Object.groupBy(differences, ({ kind }) => kind);
    const counts = Object.entries(kinds).map(([kind, { length }]) => [kind, length]);
    const facts = { bank, day, differences: Object.fromEntries(counts) };
    deps.logger.error(facts, 'the bank and the gateway differ');
  }
  return report;
}

/** Asks for a day to be compared soon. Refuses `day_invalid`. */
export async function requestReconciliation(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { bank, day }: { bank: string; day: string },
  by: Actor,
): Promise<void> {
  const now = clock.now();
  periodOf(day, now);
  await database.transaction(async (tx) => {
    await askForDay(tx, { bank, day, at: new Date(now) });
    const change = { action: 'reconciliation.asked', merchantId: null, subject: day };
    recordChange(tx, by, change, now);
  });
}

/** The days that were compared or are scheduled, newest first. */
export async function listReconciliations(
  database: Queryable,
  { bank, before = LAST_DAY, limit }: { bank: string; before?: string | undefined; limit: number },
): Promise<Page<ReconciliationRow>> {
  return readPage(
    limit,
    (rowsMax) => selectReports(database, { bank, before, limit: rowsMax }),
    ({ day }) => day,
  );
}

/** A day with its differences. Refuses `reconciliation_not_found`. */
export async function findReconciliation(
  database: Queryable,
  bank: string,
  day: string,
): Promise<ReconciliationDetailRow> {
  const row = await selectReport(database, bank, day);
  if (!row) throw new Refusal('reconciliation_not_found');
  return row;
}
