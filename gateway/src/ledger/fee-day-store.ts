import * as f from '#src/ground/database/fields.ts';
import { many, param, paramsOf, rowsOf, send, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';

const FEES = { day: f.day, fees: f.inColumn('fees_centavos', f.centavos) };
const FEES_OF_DAY = { ...f.SCOPE, ...FEES };
/** The fees of a ledger scope on one day in Brasília, in centavos. */
export type FeesOfDay = f.RecordOf<typeof FEES_OF_DAY>;

/** Days in Brasília, both included, as `2026-11-20`. */
const PERIOD = { environment: f.SCOPE.environment, firstDay: f.day, lastDay: f.day };
export type FeePeriod = f.RecordOf<typeof PERIOD>;
const $ = paramsOf(PERIOD);

/** Sends the additions. The locked account of the fees also serialises the scope's rows. */
export const addFees = send(
  'fee_days_add',
  sql`insert into fee_days as d (merchant_id, environment, day, fees_centavos)
    select merchant_id, environment, day, fees_centavos
    from ${rowsOf('fees', 'row', FEES_OF_DAY)}
    on conflict (merchant_id, environment, day) do update set
      fees_centavos = d.fees_centavos + excluded.fees_centavos`,
);

/** The fees of all merchants by day, in centavos; a bucket has at most one row for each day. */
export const sumFeesByDay = many(
  'fee_days_sum_days',
  FEES,
  sql`select day::text, sum(fees_centavos)::bigint as fees_centavos from fee_days
    where environment = ${$.environment} and day between ${$.firstDay}::date and ${$.lastDay}::date
    group by day`,
  EACH_BUCKET,
);

/** The fees of some merchants, in centavos; merchants without fees have no row. */
export const sumFeesOf = many(
  'fee_days_sum_merchants',
  { merchantId: f.uuid, fees: FEES.fees },
  sql`select merchant_id, sum(fees_centavos)::bigint as fees_centavos from fee_days
    where merchant_id = any(${param('merchantIds', f.listOf(f.uuid))})
      and environment = ${$.environment} and day between ${$.firstDay}::date and ${$.lastDay}::date
    group by merchant_id`,
  EACH_BUCKET,
);
