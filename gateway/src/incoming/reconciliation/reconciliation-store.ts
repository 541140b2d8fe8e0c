import type { Queryable } from '#src/ground/database/database.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { BalanceComparison, Reconciliation } from './discrepancy.ts';
import type { DiscrepancyLine } from './discrepancy-line.ts';
import type { ReconciliationReport, ReconciliationReportDetail } from './reconciliation-report.ts';

const COLUMNS = `bank, day::text, due_at, failure, made_at, is_clean, received_count, payout_count,
  bank_balance_centavos, ledger_balance_centavos, outbound_in_transit_centavos,
  inbound_in_transit_centavos, discrepancy_count`;

// Schedules the days that were not compared since they ended, but none before the first report.
const SCHEDULE_DAYS = {
  name: 'reconciliation_schedule_days',
  text: `insert into reconciliation_reports (bank, day, due_at)
    select $1, wanted.day, $4
    from unnest($2::date[], $3::timestamptz[]) as wanted (day, complete_at)
    where wanted.day >= coalesce(
        (select min(day) from reconciliation_reports where bank = $1),
        (select max(day) from unnest($2::date[]) as days (day)))
      and not exists (
        select from reconciliation_reports r where r.bank = $1 and r.day = wanted.day
          and (r.due_at is not null or r.made_at >= wanted.complete_at)
      )
    on conflict (bank, day) do update set due_at = excluded.due_at
      where reconciliation_reports.due_at is null`,
};
// Schedules again a report that was made before a refund of its day was found.
const SCHEDULE_DAYS_OF_REFUNDS = {
  name: 'reconciliation_schedule_days_of_refunds',
  text: `insert into reconciliation_reports (bank, day, due_at)
    select distinct u.bank, u.day, $2::timestamptz from unrequested_refunds u
    left join reconciliation_reports r on (r.bank, r.day) = (u.bank, u.day)
    where u.bank = $1 and u.found_at >= $3 and u.booking <> 'booked' and (
      r.day is null and u.day < $4::date or r.due_at is null and r.made_at < u.found_at
    )
    on conflict (bank, day) do update set due_at = excluded.due_at
      where reconciliation_reports.due_at is null`,
};
// A day that waits for a retry is brought forward; a day that is being compared stays as it is.
const SCHEDULE_DAY = {
  name: 'reconciliation_schedule_day',
  text: `insert into reconciliation_reports (bank, day, due_at) values ($1, $2::date, $3)
    on conflict (bank, day) do update set due_at = excluded.due_at
      where reconciliation_reports.due_at is null or reconciliation_reports.failure is not null`,
};
// A claim expires, so that another worker takes the day when this one dies.
const CLAIM = {
  name: 'reconciliation_claim',
  text: `update reconciliation_reports set due_at = $3, failure = null
    where (bank, day) = (
      select bank, day from reconciliation_reports where bank = $1 and due_at <= $2
      order by due_at limit 1 for update skip locked
    )
    returning day - date '1970-01-01' as days`,
};
const POSTPONE = {
  name: 'reconciliation_postpone',
  text: `update reconciliation_reports set due_at = $3, failure = $4
    where bank = $1 and day = $2::date and due_at is not null`,
};
// A comparison that began earlier and took longer must not replace a newer one.
const SAVE = {
  name: 'reconciliation_save',
  text: `insert into reconciliation_reports (bank, day, made_at, is_clean, received_count,
      payout_count, bank_balance_centavos, ledger_balance_centavos, outbound_in_transit_centavos,
      inbound_in_transit_centavos, discrepancy_count, lines)
    values ($1, $2::date, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    on conflict (bank, day) do update set due_at = null, failure = null,
      made_at = excluded.made_at, is_clean = excluded.is_clean,
      received_count = excluded.received_count, payout_count = excluded.payout_count,
      bank_balance_centavos = excluded.bank_balance_centavos,
      ledger_balance_centavos = excluded.ledger_balance_centavos,
      outbound_in_transit_centavos = excluded.outbound_in_transit_centavos,
      inbound_in_transit_centavos = excluded.inbound_in_transit_centavos,
      discrepancy_count = excluded.discrepancy_count, lines = excluded.lines
    where coalesce(reconciliation_reports.made_at, '-infinity') <= excluded.made_at`,
};
const LIST = {
  name: 'reconciliation_list',
  text: `select ${COLUMNS} from reconciliation_reports
    where bank = $1 and day < $2::date order by day desc limit $3`,
};
const FIND = {
  name: 'reconciliation_find',
  text: `select ${COLUMNS}, lines from reconciliation_reports where bank = $1 and day = $2::date`,
};

interface ReportRow extends Record<string, unknown> {
  readonly bank: string;
  readonly day: string;
  readonly due_at: number | null;
  readonly failure: string | null;
  readonly made_at: number | null;
  readonly is_clean: boolean | null;
  readonly received_count: bigint | null;
  readonly payout_count: bigint | null;
  readonly bank_balance_centavos: bigint | null;
  readonly ledger_balance_centavos: bigint | null;
  readonly outbound_in_transit_centavos: bigint | null;
  readonly inbound_in_transit_centavos: bigint | null;
  readonly discrepancy_count: bigint | null;
  readonly lines?: readonly DiscrepancyLine[] | null;
}

/**
 * Schedules days that ended and were not compared since. `completeAt` is when a day can first be
 * compared completely, in milliseconds.
 */
export async function scheduleDays(
  database: Queryable,
  bank: string,
  days: readonly { readonly day: string; readonly completeAt: number }[],
  at: Date,
): Promise<void> {
  await database.query(SCHEDULE_DAYS, [
    bank,
    days.map(({ day }) => day),
    days.map(({ completeAt }) => new Date(completeAt)),
    at,
  ]);
}

/** Schedules days of which a refund was found after their report was made. */
export async function scheduleDaysOfRefunds(
  database: Queryable,
  { bank, at, since, today }: { bank: string; at: Date; since: Date; today: string },
): Promise<void> {
  await database.query(SCHEDULE_DAYS_OF_REFUNDS, [bank, at, since, today]);
}

/** Schedules a day, also when it was compared before. */
export async function scheduleDay(
  database: Queryable,
  { bank, day, at }: { bank: string; day: string; at: Date },
): Promise<void> {
  await database.query(SCHEDULE_DAY, [bank, day, at]);
}

/** Claims a day that is due for this worker until `until`; undefined when none is due. */
export async function claimDay(
  database: Queryable,
  { bank, at, until }: { bank: string; at: Date; until: Date },
): Promise<string | undefined> {
  const [row] = await database.query<{ days: number }>(CLAIM, [bank, at, until]);
  return row && new Date(row.days * DAY_MS).toISOString().slice(0, 10);
}

/** Schedules a claimed day again for `until`, with the reason of its failure. */
export async function postponeDay(
  database: Queryable,
  { bank, day, until, failure }: { bank: string; day: string; until: Date; failure: string },
): Promise<void> {
  await database.query(POSTPONE, [bank, day, until, failure]);
}

/** Writes the report of a day over the earlier one; `lines` are the discrepancies to store. */
export async function saveReport(
  database: Queryable,
  report: Reconciliation,
  { madeAt, lines }: { madeAt: Date; lines: readonly DiscrepancyLine[] },
): Promise<void> {
  const { bank, day, balance, discrepancies } = report;
  await database.query(SAVE, [
    bank,
    day,
    madeAt,
    discrepancies.length === 0,
    BigInt(report.receivedCount),
    BigInt(report.payoutCount),
    balance?.atBank ?? null,
    balance?.inLedger ?? null,
    balance?.outboundInTransit ?? null,
    balance?.inboundInTransit ?? null,
    BigInt(discrepancies.length),
    JSON.stringify(lines),
  ]);
}

/** Days before a day, newest first. */
export async function selectReports(
  database: Queryable,
  { bank, before, limit }: { bank: string; before: string; limit: number },
): Promise<ReconciliationReport[]> {
  const rows = await database.query<ReportRow>(LIST, [bank, before, limit]);
  return rows.map(reportFromRow);
}

export async function selectReport(
  database: Queryable,
  bank: string,
  day: string,
): Promise<ReconciliationReportDetail | undefined> {
  const [row] = await database.query<ReportRow>(FIND, [bank, day]);
  return row && { ...reportFromRow(row), lines: row.lines ?? [] };
}

function reportFromRow(row: ReportRow): ReconciliationReport {
  return {
    bank: row.bank,
    day: row.day,
    status: statusOf(row),
    failure: row.failure,
    madeAt: row.made_at,
    isClean: row.is_clean,
    receivedCount: numberOrNull(row.received_count),
    payoutCount: numberOrNull(row.payout_count),
    discrepancyCount: numberOrNull(row.discrepancy_count),
    balance: balanceFromRow(row),
  };
}

function statusOf({ due_at: dueAt, failure }: ReportRow): ReconciliationReport['status'] {
  if (dueAt === null) return 'done';
  return failure === null ? 'waiting' : 'retrying';
}

function numberOrNull(count: bigint | null): number | null {
  return count === null ? null : Number(count);
}

function balanceFromRow(row: ReportRow): BalanceComparison | null {
  if (row.bank_balance_centavos === null || row.ledger_balance_centavos === null) return null;
  return {
    atBank: centavos(row.bank_balance_centavos),
    inLedger: centavos(row.ledger_balance_centavos),
    outboundInTransit: centavos(row.outbound_in_transit_centavos ?? 0n),
    inboundInTransit: centavos(row.inbound_in_transit_centavos ?? 0n),
  };
}
