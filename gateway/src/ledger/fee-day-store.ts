import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';

const ADD = {
  name: 'fee_days_add',
  text: `insert into fee_days as d (merchant_id, environment, day, fees_centavos)
    select merchant_id, environment, day, fees_centavos
    from json_to_recordset($1) as row (merchant_id uuid, environment text, day date,
      fees_centavos bigint)
    on conflict (merchant_id, environment, day) do update set
      fees_centavos = d.fees_centavos + excluded.fees_centavos`,
};
const SUM_DAYS = {
  name: 'fee_days_sum_days',
  place: EACH_BUCKET,
  text: `select day::text, sum(fees_centavos)::bigint as fees_centavos from fee_days
    where environment = $1 and day between $2::date and $3::date group by day`,
};
const SUM_MERCHANTS = {
  name: 'fee_days_sum_merchants',
  place: EACH_BUCKET,
  text: `select merchant_id, sum(fees_centavos)::bigint as fees_centavos from fee_days
    where merchant_id = any($4) and environment = $1 and day between $2::date and $3::date
    group by merchant_id`,
};

/** The fees of a ledger scope on one day in Brasília, in centavos. */
export interface FeesOfDay extends LedgerScope {
  readonly day: string;
  readonly fees: bigint;
}

/** Sends the additions. The locked account of the fees also serialises the scope's rows. */
export function addFees(tx: Transaction, rows: readonly FeesOfDay[]): void {
  const values = rows.map(({ merchantId, environment, day, fees }) => ({
    merchant_id: merchantId,
    environment,
    day,
    fees_centavos: fees.toString(),
  }));
  tx.send(ADD, [JSON.stringify(values)]);
}

/** Days in Brasília, both included, as `2026-11-20`. */
export interface FeePeriod {
  readonly environment: Environment;
  readonly firstDay: string;
  readonly lastDay: string;
}

/** The fees of all merchants by day, in centavos; a bucket has at most one row for each day. */
export function sumFeesByDay(database: Queryable, { environment, firstDay, lastDay }: FeePeriod) {
  const values = [environment, firstDay, lastDay];
  return database.query<{ day: string; fees_centavos: bigint }>(SUM_DAYS, values);
}

/** The fees of some merchants, in centavos; merchants without fees have no row. */
export function sumFeesOf(
  database: Queryable,
  merchantIds: readonly string[],
  { environment, firstDay, lastDay }: FeePeriod,
) {
  const values = [environment, firstDay, lastDay, merchantIds];
  return database.query<{ merchant_id: string; fees_centavos: bigint }>(SUM_MERCHANTS, values);
}
