import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { ListedTransaction } from './transaction.ts';
import { FILTERED, filterValues, rowColumns, type Search } from './transaction-search-store.ts';

const AFTER_POSITION = `merchant_id = $1 and environment = $2 and status = 'pending'
        and due_on is not null`;

// The inner limit bounds the charges that a filter with few matches reads.
const SEARCH = {
  name: 'transactions_by_due_day',
  text: `select * from (
      select ${rowColumns('charge')}
      from charges
      where ${AFTER_POSITION} and (due_on, id) > ($14::date, $15::uuid) and due_on <= $16::date
      order by due_on, id limit $5
    ) window_rows
    where ${FILTERED} and id < $3 and id >= $4
    order by "dueOn", id limit $9`,
};
const END_OF_WINDOW = {
  name: 'transactions_window_by_due_day',
  text: `select id from charges
    where ${AFTER_POSITION} and (due_on, id) > ($3::date, $4::uuid) and due_on <= $5::date
    order by due_on, id offset $6 limit 1`,
};
const SELECT_DAY = {
  name: 'charge_due_day',
  text: `select due_on::text as day from charges
    where merchant_id = $1 and environment = $2 and id = $3`,
};

const COUNT = {
  name: 'charges_count_due_until',
  text: `select count(*) as count from (
      select from charges where ${AFTER_POSITION} and due_on <= $3::date limit $4
    ) due`,
};

/** A search among pending charges with a due date, in the order of their days. */
export interface DueSearch extends Omit<Search, 'type' | 'index' | 'key'> {
  /** The day and the id after which the window begins. */
  readonly after: { readonly day: string; readonly id: string };
  readonly lastDay: string;
}

type SearchRow = ListedTransaction & Record<string, unknown>;

/** The matches among the charges of the window, the earliest due date first. */
export function searchDueCharges(
  database: Queryable,
  search: DueSearch,
): Promise<ListedTransaction[]> {
  const { after, lastDay } = search;
  const values = filterValues({ ...search, type: 'charge' });
  return database.query<SearchRow>(SEARCH, [...values, after.day, after.id, lastDay]);
}

/** The last charge of a full window; undefined when there are fewer charges. */
export async function lastDueOfWindow(
  database: Queryable,
  { merchantId, environment, after, lastDay, window }: DueSearch,
): Promise<string | undefined> {
  const values = [merchantId, environment, after.day, after.id, lastDay, window - 1];
  return (await database.query<{ id: string }>(END_OF_WINDOW, values))[0]?.id;
}

/** Counts the pending charges that are due until a day, up to a limit. */
export async function countDueUntil(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { day, countMax }: { readonly day: string; readonly countMax: number },
): Promise<number> {
  const [row] = await database.query<{ count: bigint }>(COUNT, [
    merchantId,
    environment,
    day,
    countMax,
  ]);
  return Number(row?.count ?? 0);
}

/** The due date of a charge; undefined for a charge without one. */
export async function selectDueDay(
  database: Queryable,
  { merchantId, environment, id }: LedgerScope & { readonly id: string },
): Promise<string | undefined> {
  const rows = await database.query<{ day: string | null }>(SELECT_DAY, [
    merchantId,
    environment,
    id,
  ]);
  return rows[0]?.day ?? undefined;
}
