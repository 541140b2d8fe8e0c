import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, param, paramsOf, run, shaped, sql } from '#src/ground/database/sql.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import type { BalanceComparison, Reconciliation } from './discrepancy.ts';
import type { DiscrepancyLine } from './discrepancy-line.ts';
import type { ReconciliationReport, ReconciliationReportDetail } from './reconciliation-report.ts';

const KEY = { bank: f.text, day: f.day };
/** What a comparison found; nulls before the first one. */
const FOUND = {
  madeAt: f.orNull(f.instant),
  isClean: f.orNull(f.bool),
  receivedCount: f.orNull(f.count),
  payoutCount: f.orNull(f.count),
  bankBalance: f.inColumn('bank_balance_centavos', f.orNull(f.centavos)),
  ledgerBalance: f.inColumn('ledger_balance_centavos', f.orNull(f.centavos)),
  outboundInTransit: f.inColumn('outbound_in_transit_centavos', f.orNull(f.centavos)),
  inboundInTransit: f.inColumn('inbound_in_transit_centavos', f.orNull(f.centavos)),
  discrepancyCount: f.orNull(f.count),
};
const LINES = { lines: f.orNull(f.json<readonly DiscrepancyLine[]>()) };
const ROW = { ...KEY, dueAt: f.orNull(f.instant), failure: f.orNull(f.text), ...FOUND };
const REPORT = shaped(ROW, reportOf);
const DETAIL = shaped(
  { ...ROW, ...LINES },
  (row): ReconciliationReportDetail => ({ ...reportOf(row), lines: row.lines ?? [] }),
);
/** A day of the database, which the driver would read as an instant. */
const DAY = shaped({ days: f.int }, ({ days }) =>
  new Date(days * DAY_MS).toISOString().slice(0, 10),
);

const COUNTS = { receivedCount: f.count, payoutCount: f.count, refundCount: f.count };

const $ = paramsOf({
  ...KEY,
  ...FOUND,
  ...LINES,
  ...COUNTS,
  at: f.instant,
  until: f.instant,
  since: f.instant,
  failure: f.text,
  limit: f.count,
  from: f.instant,
  to: f.instant,
  madeAt: f.instant,
});
const COLUMNS = `bank, day::text, due_at, failure, made_at, is_clean, received_count, payout_count,
  bank_balance_centavos, ledger_balance_centavos, outbound_in_transit_centavos,
  inbound_in_transit_centavos, discrepancy_count`;
const DAYS = param('days', f.listOf(f.day));

// Schedules the days that were not compared since they ended, but none before the first report.
const schedule = run(
  'reconciliation_schedule_days',
  sql`insert into reconciliation_reports (bank, day, due_at)
    select ${$.bank}, wanted.day, ${$.at}
    from unnest(${DAYS}::date[], ${param('completeAt', f.listOf(f.instant))}::timestamptz[])
      as wanted (day, complete_at)
    where wanted.day >= coalesce(
        (select min(day) from reconciliation_reports where bank = ${$.bank}),
        (select max(day) from unnest(${DAYS}::date[]) as days (day)))
      and not exists (
        select from reconciliation_reports r where r.bank = ${$.bank} and r.day = wanted.day
          and (r.due_at is not null or r.made_at >= wanted.complete_at)
      )
    on conflict (bank, day) do update set due_at = excluded.due_at
      where reconciliation_reports.due_at is null`,
);

/**
 * Schedules days that ended and were not compared since. `completeAt` is when a day can first be
 * compared completely, in milliseconds.
 */
export async function scheduleDays(
  database: Queryable,
  bank: string,
  days: readonly { readonly day: string; readonly completeAt: number }[],
  at: number,
): Promise<void> {
  await schedule(database, {
    bank,
    days: days.map(({ day }) => day),
    completeAt: days.map(({ completeAt }) => completeAt),
    at,
  });
}

/** Schedules again the days of which a refund was found after their report was made. */
export const scheduleDaysOfRefunds = run(
  'reconciliation_schedule_days_of_refunds',
  sql`insert into reconciliation_reports (bank, day, due_at)
    select distinct u.bank, u.day, ${$.at}::timestamptz from unrequested_refunds u
    left join reconciliation_reports r on (r.bank, r.day) = (u.bank, u.day)
    where u.bank = ${$.bank} and u.found_at >= ${$.since} and u.booking <> 'booked' and (
      r.day is null and u.day < ${$.day.as('today')}::date
      or r.due_at is null and r.made_at < u.found_at
    )
    on conflict (bank, day) do update set due_at = excluded.due_at
      where reconciliation_reports.due_at is null`,
);

/**
 * Schedules a day, also when it was compared before. A day that waits for a retry is brought
 * forward; a day that is being compared stays as it is.
 */
export const scheduleDay = run(
  'reconciliation_schedule_day',
  sql`insert into reconciliation_reports (bank, day, due_at)
    values (${$.bank}, ${$.day}::date, ${$.at})
    on conflict (bank, day) do update set due_at = excluded.due_at
      where reconciliation_reports.due_at is null or reconciliation_reports.failure is not null`,
);

/**
 * Claims a day that is due for this worker until `until`; undefined when none is due. A claim
 * expires, so that another worker takes the day when this one dies.
 */
export const claimDay = maybeOne(
  'reconciliation_claim',
  DAY,
  sql`update reconciliation_reports set due_at = ${$.until}, failure = null
    where (bank, day) = (
      select bank, day from reconciliation_reports where bank = ${$.bank} and due_at <= ${$.at}
      order by due_at limit 1 for update skip locked
    )
    returning day - date '1970-01-01' as days`,
);

/** Schedules a claimed day again for `until`, with the reason of its failure. */
export const postponeDay = run(
  'reconciliation_postpone',
  sql`update reconciliation_reports set due_at = ${$.until}, failure = ${$.failure}
    where bank = ${$.bank} and day = ${$.day}::date and due_at is not null`,
);

// A comparison that began earlier and took longer must not replace a newer one.
const save = run(
  'reconciliation_save',
  sql`insert into reconciliation_reports (bank, day, made_at, is_clean, received_count,
      payout_count, bank_balance_centavos, ledger_balance_centavos, outbound_in_transit_centavos,
      inbound_in_transit_centavos, discrepancy_count, lines)
    values (${$.bank}, ${$.day}::date, ${$.madeAt}, ${$.isClean}, ${$.receivedCount},
      ${$.payoutCount}, ${$.bankBalance}, ${$.ledgerBalance}, ${$.outboundInTransit},
      ${$.inboundInTransit}, ${$.discrepancyCount}, ${$.lines})
    on conflict (bank, day) do update set due_at = null, failure = null,
      made_at = excluded.made_at, is_clean = excluded.is_clean,
      received_count = excluded.received_count, payout_count = excluded.payout_count,
      bank_balance_centavos = excluded.bank_balance_centavos,
      ledger_balance_centavos = excluded.ledger_balance_centavos,
      outbound_in_transit_centavos = excluded.outbound_in_transit_centavos,
      inbound_in_transit_centavos = excluded.inbound_in_transit_centavos,
      discrepancy_count = excluded.discrepancy_count, lines = excluded.lines
    where coalesce(reconciliation_reports.made_at, '-infinity') <= excluded.made_at`,
);

/** Writes the report of a day over the earlier one; `lines` are the discrepancies to store. */
export async function saveReport(
  database: Queryable,
  report: Reconciliation,
  { madeAt, lines }: { madeAt: number; lines: readonly DiscrepancyLine[] },
): Promise<void> {
  const { bank, day, receivedCount, payoutCount, balance, discrepancies } = report;
  await save(database, {
    bank,
    day,
    madeAt,
    isClean: discrepancies.length === 0,
    receivedCount,
    payoutCount,
    bankBalance: balance?.atBank ?? null,
    ledgerBalance: balance?.inLedger ?? null,
    outboundInTransit: balance?.outboundInTransit ?? null,
    inboundInTransit: balance?.inboundInTransit ?? null,
    discrepancyCount: discrepancies.length,
    lines,
  });
}

/** Days before a day, newest first. */
export const selectReports = many(
  'reconciliation_list',
  REPORT,
  sql`select ${COLUMNS} from reconciliation_reports
    where bank = ${$.bank} and day < ${$.day.as('before')}::date
    order by day desc limit ${$.limit}`,
);

export const selectReport = maybeOne(
  'reconciliation_find',
  DETAIL,
  sql`select ${COLUMNS}, lines from reconciliation_reports
    where bank = ${$.bank} and day = ${$.day}::date`,
);

function reportOf(row: f.RecordOf<typeof ROW>): ReconciliationReport {
  return {
    bank: row.bank,
    day: row.day,
    status: statusOf(row),
    failure: row.failure,
    madeAt: row.madeAt,
    isClean: row.isClean,
    receivedCount: row.receivedCount,
    payoutCount: row.payoutCount,
    discrepancyCount: row.discrepancyCount,
    balance: balanceOf(row),
  };
}

function statusOf({ dueAt, failure }: f.RecordOf<typeof ROW>): ReconciliationReport['status'] {
  if (dueAt === null) return 'done';
  return failure === null ? 'waiting' : 'retrying';
}

function balanceOf(row: f.RecordOf<typeof ROW>): BalanceComparison | null {
  if (row.bankBalance === null || row.ledgerBalance === null) return null;
  return {
    atBank: row.bankBalance,
    inLedger: row.ledgerBalance,
    outboundInTransit: row.outboundInTransit ?? ZERO_CENTAVOS,
    inboundInTransit: row.inboundInTransit ?? ZERO_CENTAVOS,
  };
}

/** How much was compared in a part that was made since an instant; undefined for none. */
export const selectPart = maybeOne(
  'reconciliation_part_select',
  COUNTS,
  sql`select received_count, payout_count, refund_count from reconciliation_parts
    where bank = ${$.bank} and day = ${$.day}::date and from_at = ${$.from} and to_at = ${$.to}
      and made_at >= ${$.madeAt.as('madeSince')}`,
);

export const upsertPart = run(
  'reconciliation_part_upsert',
  sql`insert into reconciliation_parts (bank, day, from_at, to_at, made_at, received_count,
      payout_count, refund_count)
    values (${$.bank}, ${$.day}::date, ${$.from}, ${$.to}, ${$.madeAt}, ${$.receivedCount},
      ${$.payoutCount}, ${$.refundCount})
    on conflict (bank, day, from_at) do update set to_at = excluded.to_at,
      made_at = excluded.made_at, received_count = excluded.received_count,
      payout_count = excluded.payout_count, refund_count = excluded.refund_count`,
);

/** Deletes the parts of a day whose report was saved. */
export const deleteParts = run(
  'reconciliation_parts_delete',
  sql`delete from reconciliation_parts where bank = ${$.bank} and day = ${$.day}::date`,
);
