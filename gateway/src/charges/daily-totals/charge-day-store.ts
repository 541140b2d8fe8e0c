import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { bucketOfMerchant } from '#src/ground/database/statement-place.ts';

const ADD_PAID = {
  name: 'charge_days_add_paid',
  text: `insert into charge_days as d (merchant_id, environment, day, paid_count, paid_centavos,
      created_paid_count)
    select merchant_id, environment, day, paid_count, paid_centavos, created_paid_count
    from json_to_recordset($1) as row (merchant_id uuid, environment text, day date,
      paid_count bigint, paid_centavos bigint, created_paid_count bigint)
    on conflict (merchant_id, environment, day) do update set
      paid_count = d.paid_count + excluded.paid_count,
      paid_centavos = d.paid_centavos + excluded.paid_centavos,
      created_paid_count = d.created_paid_count + excluded.created_paid_count`,
};
const SELECT_PAID = {
  name: 'charge_days_select_paid',
  text: `select day::text, paid_count, paid_centavos, created_paid_count from charge_days
    where merchant_id = $1 and environment = $2 and day between $3::date and $4::date`,
};
const SELECT_COUNTS = {
  name: 'charge_days_select_counts',
  text: `select day::text, created_count, counted_before_id from created_charge_counts
    where merchant_id = $1 and environment = $2 and day between $3::date and $4::date`,
};
const COUNT = {
  name: 'charge_days_count',
  text: `select range.day::text, counted.count
    from json_to_recordset($3) as range (day date, from_id uuid, before_id uuid)
    cross join lateral (
      select count(*) as count from charges where merchant_id = $1 and environment = $2
        and id >= range.from_id and id < range.before_id
      offset 0
    ) counted`,
};
// A row counts the charges below its id, so the row with the higher id is the newer one.
const SAVE_COUNTS = {
  name: 'charge_days_save_counts',
  place: bucketOfMerchant(1),
  text: `insert into created_charge_counts as c (merchant_id, environment, day, created_count,
      counted_before_id)
    select $1, $2, day, created_count, counted_before_id
    from json_to_recordset($3) as row (day date, created_count bigint, counted_before_id uuid)
    order by day
    on conflict (merchant_id, environment, day) do update set
      created_count = excluded.created_count, counted_before_id = excluded.counted_before_id
    where c.counted_before_id < excluded.counted_before_id`,
};

// A draft has the id that its charge will have; the primary key finds the first draft of a scope.
const FIRST_DRAFT = {
  name: 'charge_days_first_draft',
  text: `select id from charge_drafts where merchant_id = $1 and environment = $2
    order by id limit 1`,
};

const FIRST_CHARGE = {
  name: 'charge_days_first_charge',
  text: `select id from charges where merchant_id = $1 and environment = $2
    order by id limit 1`,
};

/** The payments that a transaction adds to one day of a ledger scope. */
export interface PaidChange {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly day: string;
  paid_count: number;
  paid_centavos: bigint;
  created_paid_count: number;
}

/** Sends the additions to days, in the given order; the commit waits for them. */
export function addPaid(tx: Transaction, changes: readonly PaidChange[]): void {
  const rows = changes.map((change) => ({
    ...change,
    paid_centavos: change.paid_centavos.toString(),
  }));
  tx.send(ADD_PAID, [JSON.stringify(rows)]);
}

export interface Days {
  readonly firstDay: string;
  readonly lastDay: string;
}

export interface PaidRow extends Record<string, unknown> {
  readonly day: string;
  readonly paid_count: bigint;
  readonly paid_centavos: bigint;
  readonly created_paid_count: bigint;
}

/** Selects the payments of a ledger scope by day; days without payments have no row. */
export function selectPaid(
  database: Queryable,
  scope: LedgerScope,
  days: Days,
): Promise<PaidRow[]> {
  const values = [scope.merchantId, scope.environment, days.firstDay, days.lastDay];
  return database.query<PaidRow>(SELECT_PAID, values);
}

export interface CountRow extends Record<string, unknown> {
  readonly day: string;
  readonly created_count: bigint;
  readonly counted_before_id: string;
}

/** Selects the counts of created charges that were saved for days of a ledger scope. */
export function selectCounts(
  database: Queryable,
  scope: LedgerScope,
  days: Days,
): Promise<CountRow[]> {
  const values = [scope.merchantId, scope.environment, days.firstDay, days.lastDay];
  return database.query<CountRow>(SELECT_COUNTS, values);
}

/** The charges of a day from one id to another, the second excluded. */
export interface IdRange {
  readonly day: string;
  readonly fromId: string;
  readonly beforeId: string;
}

/** Counts the charges of id ranges, by their day. */
export async function countRanges(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  ranges: readonly IdRange[],
): Promise<ReadonlyMap<string, number>> {
  const rows = ranges.map(({ day, fromId, beforeId }) => ({
    day,
    from_id: fromId,
    before_id: beforeId,
  }));
  const values = [merchantId, environment, JSON.stringify(rows)];
  const counted = await database.query<{ day: string; count: bigint }>(COUNT, values);
  return new Map(counted.map(({ day, count }) => [day, Number(count)]));
}

/** Saves counts for the next read. */
export async function saveCounts(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  counts: readonly { day: string; created_count: number; counted_before_id: string }[],
): Promise<void> {
  await database.query(SAVE_COUNTS, [merchantId, environment, JSON.stringify(counts)]);
}

/** Selects the id of the oldest draft of a ledger scope; undefined for none. */
export async function selectFirstDraft(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
): Promise<string | undefined> {
  const values = [merchantId, environment];
  return (await database.query<{ id: string }>(FIRST_DRAFT, values))[0]?.id;
}

/** Selects the id of the oldest charge of a ledger scope; undefined for none. */
export async function selectFirstCharge(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
): Promise<string | undefined> {
  const values = [merchantId, environment];
  return (await database.query<{ id: string }>(FIRST_CHARGE, values))[0]?.id;
}
