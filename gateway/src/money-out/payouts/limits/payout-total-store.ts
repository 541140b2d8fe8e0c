import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { PayoutPeriod, PeriodKind } from './payout-periods.ts';

const KEY = 'merchant_id uuid, environment text, period text, starts_on date';
const SAME_KEY = `(t.merchant_id, t.environment, t.starts_on, t.period)
  = (row.merchant_id, row.environment, row.starts_on, row.period)`;
const SELECT = {
  name: 'payout_totals_select',
  text: `select t.merchant_id, t.environment, t.period, t.starts_on::text, t.requested_centavos
    from json_to_recordset($1) as row (${KEY}) join payout_totals t on ${SAME_KEY}`,
};
const ADD = {
  name: 'payout_totals_add',
  text: `insert into payout_totals as t
      (merchant_id, environment, period, starts_on, requested_centavos, limit_centavos)
    select merchant_id, environment, period, starts_on, amount_centavos, limit_centavos
    from json_to_recordset($1) as row (${KEY}, amount_centavos bigint, limit_centavos bigint)
    on conflict (merchant_id, environment, starts_on, period) do update set
      requested_centavos = t.requested_centavos + excluded.requested_centavos,
      limit_centavos = excluded.limit_centavos`,
};
const SUBTRACT = {
  name: 'payout_totals_subtract',
  text: `update payout_totals t set requested_centavos = t.requested_centavos - row.amount_centavos
    from json_to_recordset($1) as row (${KEY}, amount_centavos bigint) where ${SAME_KEY}`,
};
const DELETE = {
  name: 'payout_totals_delete',
  place: HERE,
  text: `delete from payout_totals where (merchant_id, environment, starts_on, period) in (
      select merchant_id, environment, starts_on, period from payout_totals
      where starts_on < $1 order by starts_on limit $2
    ) returning period`,
};

/** The total of one scope in one period. */
export interface TotalKey extends LedgerScope, PayoutPeriod {}

/** An amount in centavos to add to a total, or to subtract from it. */
export interface TotalChange extends TotalKey {
  readonly amount: bigint;
  /** The limit that an addition is counted against; null is none. */
  readonly limit: bigint | null;
}

/** The name of a total in maps. */
export function nameOfTotal({ merchantId, environment, period, startsOn }: TotalKey): string {
  return `${merchantId} ${environment} ${period} ${startsOn}`;
}

interface TotalRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly period: PeriodKind;
  readonly starts_on: string;
  readonly requested_centavos: bigint;
}

/** Selects requested sums in centavos by `nameOfTotal`; zeros may be missing. */
export async function selectTotals(
  database: Queryable,
  keys: readonly TotalKey[],
): Promise<Map<string, bigint>> {
  if (keys.length === 0) return new Map();
  const unique = new Map(keys.map((key) => [nameOfTotal(key), keyRow(key)]));
  const values = [JSON.stringify([...unique.values()])];
  const rows = await database.query<TotalRow>(SELECT, values);
  return new Map(
    rows.map((row) => [
      `${row.merchant_id} ${row.environment} ${row.period} ${row.starts_on}`,
      row.requested_centavos,
    ]),
  );
}

/** Sends additions. Each total at most once. */
export function addToTotals(tx: Transaction, changes: readonly TotalChange[]): void {
  send(tx, ADD, changes);
}

/** Sends subtractions. Each total at most once. */
export function subtractFromTotals(tx: Transaction, changes: readonly TotalChange[]): void {
  send(tx, SUBTRACT, changes);
}

/** Deletes the oldest totals of days before a day; returns how many. */
export async function deleteTotals(
  database: Queryable,
  beforeDay: string,
  limit: number,
): Promise<number> {
  return (await database.query(DELETE, [beforeDay, limit])).length;
}

function send(tx: Transaction, statement: typeof ADD, changes: readonly TotalChange[]): void {
  if (changes.length === 0) return;
  const rows = changes
    .toSorted((left, right) => (nameOfTotal(left) < nameOfTotal(right) ? -1 : 1))
    .map((change) => ({
      ...keyRow(change),
      amount_centavos: change.amount.toString(),
      limit_centavos: change.limit?.toString() ?? null,
    }));
  tx.send(statement, [JSON.stringify(rows)]);
}

function keyRow({ merchantId, environment, period, startsOn }: TotalKey) {
  return { merchant_id: merchantId, environment, period, starts_on: startsOn };
}
