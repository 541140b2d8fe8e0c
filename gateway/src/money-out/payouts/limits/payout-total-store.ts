import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { countRows, many, param, rowsOf, send, sql } from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';

/** The total of one scope from a day on, of one kind of period or of one Pix key. */
export interface TotalKey extends f.RecordOf<typeof f.SCOPE> {
  readonly startsOn: string;
  /** The kind of the period, or the Pix key. */
  readonly of: string;
}

/**
 * An amount in centavos to add to a total, or to subtract from it, and the limit that an addition
 * is counted against; null is none.
 */
export interface TotalChange extends TotalKey {
  readonly amount: bigint;
  readonly limit: bigint | null;
}

/** The totals of a table whose rows are named by scope, day and one column. */
function totalsOf(table: string, column: string) {
  const key = { ...f.SCOPE, of: f.inColumn(column, f.text), startsOn: f.day };
  const subtraction = { ...key, amount: f.inColumn('amount_centavos', f.bigint) };
  const addition = { ...subtraction, limit: f.inColumn('limit_centavos', f.orNull(f.bigint)) };
  const sameKey = `(t.merchant_id, t.environment, t.starts_on, t.${column})
    = (row.merchant_id, row.environment, row.starts_on, row.${column})`;

  const selectRequested = many(
    `${table}_select`,
    { ...key, requested: f.inColumn('requested_centavos', f.bigint) },
    sql`select t.merchant_id, t.environment, t.${column}, t.starts_on::text, t.requested_centavos
      from ${rowsOf('keys', 'row', key)} join ${table} t on ${sameKey}`,
  );
  const add = send(
    `${table}_add`,
    sql`insert into ${table} as t
        (merchant_id, environment, ${column}, starts_on, requested_centavos, limit_centavos)
      select merchant_id, environment, ${column}, starts_on, amount_centavos, limit_centavos
      from ${rowsOf('changes', 'row', addition)}
      on conflict (merchant_id, environment, starts_on, ${column}) do update set
        requested_centavos = t.requested_centavos + excluded.requested_centavos,
        limit_centavos = excluded.limit_centavos`,
  );
  const subtract = send(
    `${table}_subtract`,
    sql`update ${table} t set requested_centavos = t.requested_centavos - row.amount_centavos
      from ${rowsOf('changes', 'row', subtraction)} where ${sameKey}`,
  );
  return {
    /** Selects requested sums in centavos by `nameOfTotal`; zeros may be missing. */
    select: async (
      database: Queryable,
      keys: readonly TotalKey[],
    ): Promise<Map<string, bigint>> => {
      if (keys.length === 0) return new Map();
      const unique = new Map(keys.map((each) => [nameOfTotal(each), each]));
      const totals = await selectRequested(database, { keys: [...unique.values()] });
      return new Map(totals.map((total) => [nameOfTotal(total), total.requested]));
    },
    /** Sends additions. Each total at most once. */
    add: (tx: Transaction, changes: readonly TotalChange[]): void => {
      if (changes.length > 0) add(tx, { changes: inOrder(changes) });
    },
    /** Sends subtractions. Each total at most once. */
    subtract: (tx: Transaction, changes: readonly TotalChange[]): void => {
      if (changes.length > 0) subtract(tx, { changes: inOrder(changes) });
    },
    /** Deletes the oldest totals of days before a day; returns how many. */
    delete: countRows(
      `${table}_delete`,
      sql`delete from ${table} where (merchant_id, environment, starts_on, ${column}) in (
          select merchant_id, environment, starts_on, ${column} from ${table}
          where starts_on < ${param('beforeDay', f.day)} order by starts_on
          limit ${param('limit', f.count)}
        ) returning ${column}`,
      HERE,
    ),
  };
}

export const periodTotals = totalsOf('payout_totals', 'period');
export const beneficiaryTotals = totalsOf('payout_beneficiary_totals', 'pix_key');

/** The name of a total in maps. */
export function nameOfTotal({ merchantId, environment, of, startsOn }: TotalKey): string {
  return `${merchantId} ${environment} ${of} ${startsOn}`;
}

/** In the order in which all transactions lock totals. */
function inOrder(changes: readonly TotalChange[]): readonly TotalChange[] {
  return changes.toSorted((left, right) => (nameOfTotal(left) < nameOfTotal(right) ? -1 : 1));
}
