import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, paramsOf, rowsOf, send, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET, isInThisBucket } from '#src/ground/database/statement-place.ts';
import type { Interval } from './cycle-days.ts';
import type { Ender } from './subscription.ts';
import type { DayChange, DayFact, TotalChange } from './subscription-totals.ts';

const AMOUNT = { amount: f.inColumn('centavos', f.centavos) };
const OF_TOTAL = {
  status: f.textOf<'authorized' | 'paused'>(),
  interval: f.inColumn('rhythm', f.textOf<Interval>()),
  isVariable: f.bool,
};
const NEW_TOTAL = { ...f.SCOPE, ...OF_TOTAL, count: f.bigint, ...AMOUNT };
const NEW_DAY = {
  ...f.SCOPE,
  day: f.day,
  fact: f.textOf<DayFact>(),
  endedBy: f.text,
  reason: f.text,
  count: f.bigint,
  ...AMOUNT,
};
const TOTAL = { ...OF_TOTAL, count: f.count, ...AMOUNT };
export type Total = f.RecordOf<typeof TOTAL>;
const OF_DAYS = {
  fact: f.textOf<DayFact>(),
  endedBy: f.textOf<Ender | ''>(),
  reason: f.text,
  count: f.count,
  ...AMOUNT,
};
export type DayTotal = f.RecordOf<typeof OF_DAYS>;

const $ = paramsOf({ ...f.SCOPE, from: f.day, to: f.day });
const SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;
const DAYS = sql`day between ${$.from}::date and ${$.to}::date`;
const SUM = `count = t.count + excluded.count, centavos = t.centavos + excluded.centavos`;

const insertTotals = send(
  'subscription_totals_add',
  sql`insert into subscription_totals as t (${f.columnsOf(NEW_TOTAL)})
    select ${f.columnsOf(NEW_TOTAL)} from ${rowsOf('changes', 'row', NEW_TOTAL)}
    on conflict (merchant_id, environment, status, rhythm, is_variable) do update set ${SUM}`,
);
const insertDays = send(
  'subscription_days_add',
  sql`insert into subscription_days as t (${f.columnsOf(NEW_DAY)})
    select ${f.columnsOf(NEW_DAY)} from ${rowsOf('changes', 'row', NEW_DAY)}
    on conflict (merchant_id, environment, day, fact, ended_by, reason) do update set ${SUM}`,
);

/** Sends what changes add to the running subscriptions; the commit waits for it. */
export function addTotals(tx: Transaction, changes: readonly TotalChange[]): void {
  if (changes.length > 0) insertTotals(tx, { changes });
}

/** Sends what changes add to days; the commit waits for it. */
export function addDays(tx: Transaction, changes: readonly DayChange[]): void {
  if (changes.length > 0) insertDays(tx, { changes });
}

/** The running subscriptions of a merchant by rhythm: at most 20 rows. */
export const selectTotals = many(
  'subscription_totals_select',
  TOTAL,
  sql`select status, rhythm, is_variable, count, centavos from subscription_totals
    where ${SCOPE}`,
);

/** Sums what happened to the subscriptions of a merchant on some days of Brasília. */
export const sumDays = many(
  'subscription_days_sum',
  OF_DAYS,
  sql`select fact, ended_by, reason, sum(count)::bigint as count,
      sum(centavos)::bigint as centavos
    from subscription_days where ${SCOPE} and ${DAYS}
    group by fact, ended_by, reason`,
);

/** The running subscriptions of all merchants by rhythm; rows for each bucket. */
export const selectTotalsOfAll = many(
  'subscription_totals_of_all',
  TOTAL,
  sql`select status, rhythm, is_variable, sum(count)::bigint as count,
      sum(centavos)::bigint as centavos
    from subscription_totals t
    where environment = ${$.environment} and ${isInThisBucket('t.merchant_id')}
    group by status, rhythm, is_variable`,
  EACH_BUCKET,
);

/** The failed attempts of all merchants on some days by reason; rows for each bucket. */
export const sumFailuresOfAll = many(
  'subscription_days_failures_of_all',
  { reason: f.text, count: f.count, ...AMOUNT, merchants: f.count },
  sql`select reason, sum(count)::bigint as count, sum(centavos)::bigint as centavos,
      count(distinct merchant_id) as merchants
    from subscription_days t
    where fact = 'failure' and environment = ${$.environment} and ${DAYS}
      and ${isInThisBucket('t.merchant_id')}
    group by reason`,
  EACH_BUCKET,
);
