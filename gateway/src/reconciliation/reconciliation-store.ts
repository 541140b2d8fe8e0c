import type { Queryable } from '#src/platform/database/database.ts';
import type { KeptLine } from './discrepancy-line.ts';

const COLUMNS = `bank, day::text, due_at, failure, made_at, is_clean, received_count, payout_count,
  bank_balance_centavos, ledger_balance_centavos, outbound_in_transit_centavos,
  inbound_in_transit_centavos, difference_count`;

// The days that nobody has compared since they were over, but none before the first of all.
const ASK_FOR_DAYS = {
  name: 'reconciliation_ask_for_days',
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
// A report that was made before a refund of its day was found is made again.
const ASK_FOR_FOUND = {
  name: 'reconciliation_ask_for_found',
  text: `insert into reconciliation_reports (bank, day, due_at)
    select distinct u.bank, u.day, $2::timestamptz from unasked_refunds u
    left join reconciliation_reports r on (r.bank, r.day) = (u.bank, u.day)
    where u.bank = $1 and u.found_at >= $3 and (
      r.day is null and u.day < $4::date or r.due_at is null and r.made_at < u.found_at
    )
    on conflict (bank, day) do update set due_at = excluded.due_at
      where reconciliation_reports.due_at is null`,
};
// One that waits for its next try is brought forward; one that is being made is enough.
const ASK = {
  name: 'reconciliation_ask',
  text: `insert into reconciliation_reports (bank, day, due_at) values ($1, $2::date, $3)
    on conflict (bank, day) do update set due_at = excluded.due_at
      where reconciliation_reports.due_at is null or reconciliation_reports.failure is not null`,
};
// A claim ends by itself, so that a worker that dies in the middle leaves the day to the next one.
const CLAIM = {
  name: 'reconciliation_claim',
  text: `update reconciliation_reports set due_at = $3, failure = null
    where (bank, day) = (
      select bank, day from reconciliation_reports where bank = $1 and due_at <= $2
      order by due_at limit 1 for update skip locked
    )
    returning day::text`,
};
const POSTPONE = {
  name: 'reconciliation_postpone',
  text: `update reconciliation_reports set due_at = $3, failure = $4
    where bank = $1 and day = $2::date and due_at is not null`,
};
const KEEP = {
  name: 'reconciliation_keep',
  text: `insert into reconciliation_reports (bank, day, made_at, is_clean, received_count,
      payout_count, bank_balance_centavos, ledger_balance_centavos, outbound_in_transit_centavos,
      inbound_in_transit_centavos, difference_count, lines)
    values ($1, $2::date, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    on conflict (bank, day) do update set due_at = null, failure = null,
      made_at = excluded.made_at, is_clean = excluded.is_clean,
      received_count = excluded.received_count, payout_count = excluded.payout_count,
      bank_balance_centavos = excluded.bank_balance_centavos,
      ledger_balance_centavos = excluded.ledger_balance_centavos,
      outbound_in_transit_centavos = excluded.outbound_in_transit_centavos,
      inbound_in_transit_centavos = excluded.inbound_in_transit_centavos,
      difference_count = excluded.difference_count, lines = excluded.lines`,
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

export interface ReconciliationRow extends Record<string, unknown> {
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
  readonly difference_count: bigint | null;
}

export type ReconciliationDetailRow = ReconciliationRow & {
  readonly lines: readonly KeptLine[] | null;
};

/** Asks for days that are over and were not compared since: `completeAt` is when each could be. */
export async function askForDays(
  database: Queryable,
  bank: string,
  days: readonly { readonly day: string; readonly completeAt: number }[],
  at: Date,
): Promise<void> {
  await database.query(ASK_FOR_DAYS, [
    bank,
    days.map(({ day }) => day),
    days.map(({ completeAt }) => new Date(completeAt)),
    at,
  ]);
}

/** Asks for days of which a refund was found after their report was made. */
export async function askForFound(
  database: Queryable,
  { bank, at, since, today }: { bank: string; at: Date; since: Date; today: string },
): Promise<void> {
  await database.query(ASK_FOR_FOUND, [bank, at, since, today]);
}

/** Asks for a day now, also when it was compared before. */
export async function askForDay(
  database: Queryable,
  { bank, day, at }: { bank: string; day: string; at: Date },
): Promise<void> {
  await database.query(ASK, [bank, day, at]);
}

/** Takes a day that is due, for this worker until `until`; undefined when none is. */
export async function claimDay(
  database: Queryable,
  { bank, at, until }: { bank: string; at: Date; until: Date },
): Promise<string | undefined> {
  const [row] = await database.query<{ day: string }>(CLAIM, [bank, at, until]);
  return row?.day;
}

/** Lets a day be tried again later, and says why it came to nothing. */
export async function postponeDay(
  database: Queryable,
  { bank, day, until, failure }: { bank: string; day: string; until: Date; failure: string },
): Promise<void> {
  await database.query(POSTPONE, [bank, day, until, failure]);
}

/** Writes a report; a day's earlier one gives way. */
export async function keepReport(
  database: Queryable,
  report: Omit<ReconciliationRow, 'due_at' | 'failure' | 'made_at'> & {
    readonly made_at: Date;
    readonly lines: readonly KeptLine[];
  },
): Promise<void> {
  await database.query(KEEP, [
    report.bank,
    report.day,
    report.made_at,
    report.is_clean,
    report.received_count,
    report.payout_count,
    report.bank_balance_centavos,
    report.ledger_balance_centavos,
    report.outbound_in_transit_centavos,
    report.inbound_in_transit_centavos,
    report.difference_count,
    JSON.stringify(report.lines),
  ]);
}

/** Days before a day, newest first. */
export function selectReports(
  database: Queryable,
  { bank, before, limit }: { bank: string; before: string; limit: number },
): Promise<ReconciliationRow[]> {
  return database.query<ReconciliationRow>(LIST, [bank, before, limit]);
}

export async function selectReport(
  database: Queryable,
  bank: string,
  day: string,
): Promise<ReconciliationDetailRow | undefined> {
  return (await database.query<ReconciliationDetailRow>(FIND, [bank, day]))[0];
}
