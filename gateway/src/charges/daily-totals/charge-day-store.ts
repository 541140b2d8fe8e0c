import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  bucketOf,
  many,
  maybeOne,
  paramsOf,
  rowsOf,
  run,
  send,
  sql,
} from '#src/ground/database/sql.ts';

const PAID = {
  day: f.day,
  paidCount: f.count,
  paidAmount: f.inColumn('paid_centavos', f.centavos),
  createdPaidCount: f.count,
};
const PAID_CHANGE = { ...f.SCOPE, ...PAID };
/** The payments that a transaction adds to one day of a ledger scope. */
export type PaidChange = f.RecordOf<typeof PAID_CHANGE>;

const CREATED = { day: f.day, createdCount: f.count, countedBeforeId: f.uuid };
const ID_RANGE = { day: f.day, fromId: f.uuid, beforeId: f.uuid };
/** The charges of a day from one id to another, the second excluded. */
export type IdRange = f.RecordOf<typeof ID_RANGE>;

const $ = paramsOf({ ...f.SCOPE, firstDay: f.day, lastDay: f.day });
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;
const OF_DAYS = sql`${OF_SCOPE} and day between ${$.firstDay}::date and ${$.lastDay}::date`;

/** Sends the additions to days, in the given order; the commit waits for them. */
export const addPaid = send(
  'charge_days_add_paid',
  sql`insert into charge_days as d (merchant_id, environment, day, paid_count, paid_centavos,
      created_paid_count)
    select merchant_id, environment, day, paid_count, paid_centavos, created_paid_count
    from ${rowsOf('changes', 'row', PAID_CHANGE)}
    on conflict (merchant_id, environment, day) do update set
      paid_count = d.paid_count + excluded.paid_count,
      paid_centavos = d.paid_centavos + excluded.paid_centavos,
      created_paid_count = d.created_paid_count + excluded.created_paid_count`,
);

/** Selects the payments of a ledger scope by day; days without payments have no row. */
export const selectPaid = many(
  'charge_days_select_paid',
  PAID,
  sql`select day::text, paid_count, paid_centavos, created_paid_count from charge_days
    where ${OF_DAYS}`,
);

/** Selects the counts of created charges that were saved for days of a ledger scope. */
export const selectCounts = many(
  'charge_days_select_counts',
  CREATED,
  sql`select day::text, created_count, counted_before_id from created_charge_counts
    where ${OF_DAYS}`,
);

const countRows = many(
  'charge_days_count',
  { day: f.day, count: f.count },
  sql`select range.day::text, counted.count
    from ${rowsOf('ranges', 'range', ID_RANGE)}
    cross join lateral (
      select count(*) as count from charges where ${OF_SCOPE}
        and id >= range.from_id and id < range.before_id
      offset 0
    ) counted`,
);

// A row counts the charges below its id, so the row with the higher id is the newer one.
/** Saves counts for the next read. */
export const saveCounts = run(
  'charge_days_save_counts',
  sql`insert into created_charge_counts as c (merchant_id, environment, day, created_count,
      counted_before_id)
    select ${$.merchantId}, ${$.environment}, day, created_count, counted_before_id
    from ${rowsOf('counts', 'row', CREATED)}
    order by day
    on conflict (merchant_id, environment, day) do update set
      created_count = excluded.created_count, counted_before_id = excluded.counted_before_id
    where c.counted_before_id < excluded.counted_before_id`,
  bucketOf($.merchantId),
);

// A draft has the id that its charge will have; the primary key finds the first draft of a scope.
/** Selects the oldest draft of a ledger scope. */
export const selectFirstDraft = maybeOne(
  'charge_days_first_draft',
  { id: f.uuid },
  sql`select id from charge_drafts where ${OF_SCOPE}
    order by id limit 1`,
);

/** Selects the oldest charge of a ledger scope. */
export const selectFirstCharge = maybeOne(
  'charge_days_first_charge',
  { id: f.uuid },
  sql`select id from charges where ${OF_SCOPE}
    order by id limit 1`,
);

/** Counts the charges of id ranges, by their day. */
export async function countRanges(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  ranges: readonly IdRange[],
): Promise<ReadonlyMap<string, number>> {
  const counted = await countRows(database, { merchantId, environment, ranges });
  return new Map(counted.map(({ day, count }) => [day, count]));
}
