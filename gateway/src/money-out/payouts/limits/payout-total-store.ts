import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { countRows, many, param, rowsOf, send, sql } from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { PeriodKind } from './payout-periods.ts';

const KEY = { ...f.SCOPE, period: f.textOf<PeriodKind>(), startsOn: f.day };
const SUBTRACTION = { ...KEY, amount: f.inColumn('amount_centavos', f.bigint) };
const ADDITION = { ...SUBTRACTION, limit: f.inColumn('limit_centavos', f.orNull(f.bigint)) };

/** The total of one scope in one period. */
export type TotalKey = f.RecordOf<typeof KEY>;
/**
 * An amount in centavos to add to a total, or to subtract from it, and the limit that an addition
 * is counted against; null is none.
 */
export type TotalChange = f.RecordOf<typeof ADDITION>;

const SAME_KEY = `(t.merchant_id, t.environment, t.starts_on, t.period)
  = (row.merchant_id, row.environment, row.starts_on, row.period)`;

const selectRequested = many(
  'payout_totals_select',
  { ...KEY, requested: f.inColumn('requested_centavos', f.bigint) },
  sql`select t.merchant_id, t.environment, t.period, t.starts_on::text, t.requested_centavos
    from ${rowsOf('keys', 'row', KEY)} join payout_totals t on ${SAME_KEY}`,
);
const add = send(
  'payout_totals_add',
  sql`insert into payout_totals as t
      (merchant_id, environment, period, starts_on, requested_centavos, limit_centavos)
    select merchant_id, environment, period, starts_on, amount_centavos, limit_centavos
    from ${rowsOf('changes', 'row', ADDITION)}
    on conflict (merchant_id, environment, starts_on, period) do update set
      requested_centavos = t.requested_centavos + excluded.requested_centavos,
      limit_centavos = excluded.limit_centavos`,
);
const subtract = send(
  'payout_totals_subtract',
  sql`update payout_totals t set requested_centavos = t.requested_centavos - row.amount_centavos
    from ${rowsOf('changes', 'row', SUBTRACTION)} where ${SAME_KEY}`,
);

/** Deletes the oldest totals of days before a day; returns how many. */
export const deleteTotals = countRows(
  'payout_totals_delete',
  sql`delete from payout_totals where (merchant_id, environment, starts_on, period) in (
      select merchant_id, environment, starts_on, period from payout_totals
      where starts_on < ${param('beforeDay', f.day)} order by starts_on
      limit ${param('limit', f.count)}
    ) returning period`,
  HERE,
);

/** The name of a total in maps. */
export function nameOfTotal({ merchantId, environment, period, startsOn }: TotalKey): string {
  return `${merchantId} ${environment} ${period} ${startsOn}`;
}

/** Selects requested sums in centavos by `nameOfTotal`; zeros may be missing. */
export async function selectTotals(
  database: Queryable,
  keys: readonly TotalKey[],
): Promise<Map<string, bigint>> {
  if (keys.length === 0) return new Map();
  const unique = new Map(keys.map((key) => [nameOfTotal(key), key]));
  const totals = await selectRequested(database, { keys: [...unique.values()] });
  return new Map(totals.map((total) => [nameOfTotal(total), total.requested]));
}

/** Sends additions. Each total at most once. */
export function addToTotals(tx: Transaction, changes: readonly TotalChange[]): void {
  if (changes.length > 0) add(tx, { changes: inOrder(changes) });
}

/** Sends subtractions. Each total at most once. */
export function subtractFromTotals(tx: Transaction, changes: readonly TotalChange[]): void {
  if (changes.length > 0) subtract(tx, { changes: inOrder(changes) });
}

/** In the order in which all transactions lock totals. */
function inOrder(changes: readonly TotalChange[]): readonly TotalChange[] {
  return changes.toSorted((left, right) => (nameOfTotal(left) < nameOfTotal(right) ? -1 : 1));
}
