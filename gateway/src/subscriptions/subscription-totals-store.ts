import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { EACH_BUCKET, isInThisBucket } from '#src/ground/database/statement-place.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import type { Interval } from './cycle-days.ts';
import type { Ender } from './subscription.ts';
import type { DayChange, DayFact, TotalChange } from './subscription-totals.ts';

const SCOPE = 'merchant_id = $1 and environment = $2';
const SUM = `count = t.count + excluded.count, centavos = t.centavos + excluded.centavos`;
const NEW_TOTAL = 'merchant_id, environment, status, rhythm, is_variable, count, centavos';
const NEW_DAY = 'merchant_id, environment, day, fact, ended_by, reason, count, centavos';

const ADD_TOTALS = {
  name: 'subscription_totals_add',
  text: `insert into subscription_totals as t (${NEW_TOTAL})
    select ${NEW_TOTAL} from json_to_recordset($1) as row (merchant_id uuid, environment text,
      status text, rhythm text, is_variable boolean, count bigint, centavos bigint)
    on conflict (merchant_id, environment, status, rhythm, is_variable) do update set ${SUM}`,
};
const ADD_DAYS = {
  name: 'subscription_days_add',
  text: `insert into subscription_days as t (${NEW_DAY})
    select ${NEW_DAY} from json_to_recordset($1) as row (merchant_id uuid, environment text,
      day date, fact text, ended_by text, reason text, count bigint, centavos bigint)
    on conflict (merchant_id, environment, day, fact, ended_by, reason) do update set ${SUM}`,
};
const SELECT_TOTALS = {
  name: 'subscription_totals_select',
  text: `select status, rhythm, is_variable, count, centavos from subscription_totals
    where ${SCOPE}`,
};
const SUM_DAYS = {
  name: 'subscription_days_sum',
  text: `select fact, ended_by, reason, sum(count)::bigint as count,
      sum(centavos)::bigint as centavos
    from subscription_days where ${SCOPE} and day between $3::date and $4::date
    group by fact, ended_by, reason`,
};
const TOTALS_OF_ALL = {
  name: 'subscription_totals_of_all',
  place: EACH_BUCKET,
  text: `select status, rhythm, is_variable, sum(count)::bigint as count,
      sum(centavos)::bigint as centavos
    from subscription_totals t
    where environment = $1 and ${isInThisBucket('t.merchant_id')}
    group by status, rhythm, is_variable`,
};
const FAILURES_OF_ALL = {
  name: 'subscription_days_failures_of_all',
  place: EACH_BUCKET,
  text: `select reason, sum(count)::bigint as count, sum(centavos)::bigint as centavos,
      count(distinct merchant_id) as merchants
    from subscription_days t
    where fact = 'failure' and environment = $1 and day between $2::date and $3::date
      and ${isInThisBucket('t.merchant_id')}
    group by reason`,
};

/** Sends what changes add to the running subscriptions; the commit waits for it. */
export function addTotals(tx: Transaction, changes: readonly TotalChange[]): void {
  const rows = changes.map((change) => ({
    merchant_id: change.merchantId,
    environment: change.environment,
    status: change.status,
    rhythm: change.interval,
    is_variable: change.isVariable,
    count: Number(change.count),
    centavos: centavosToJson(change.amount),
  }));
  if (rows.length > 0) tx.send(ADD_TOTALS, [JSON.stringify(rows)]);
}

/** Sends what changes add to days; the commit waits for it. */
export function addDays(tx: Transaction, changes: readonly DayChange[]): void {
  const rows = changes.map((change) => ({
    merchant_id: change.merchantId,
    environment: change.environment,
    day: change.day,
    fact: change.fact,
    ended_by: change.endedBy,
    reason: change.reason,
    count: Number(change.count),
    centavos: centavosToJson(change.amount),
  }));
  if (rows.length > 0) tx.send(ADD_DAYS, [JSON.stringify(rows)]);
}

export interface TotalRow extends Record<string, unknown> {
  readonly status: 'authorized' | 'paused';
  readonly rhythm: Interval;
  readonly is_variable: boolean;
  readonly count: bigint;
  readonly centavos: bigint;
}

/** The running subscriptions of a merchant by rhythm: at most 20 rows. */
export function selectTotals(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
): Promise<TotalRow[]> {
  return database.query<TotalRow>(SELECT_TOTALS, [merchantId, environment]);
}

export interface DayRow extends Record<string, unknown> {
  readonly fact: DayFact;
  readonly ended_by: Ender | '';
  readonly reason: string;
  readonly count: bigint;
  readonly centavos: bigint;
}

/** Days of Brasília, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Sums what happened to the subscriptions of a merchant on some days. */
export function sumDays(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { from, to }: Days,
): Promise<DayRow[]> {
  return database.query<DayRow>(SUM_DAYS, [merchantId, environment, from, to]);
}

/** The running subscriptions of all merchants by rhythm; rows for each bucket. */
export function selectTotalsOfAll(
  database: Queryable,
  environment: Environment,
): Promise<TotalRow[]> {
  return database.query<TotalRow>(TOTALS_OF_ALL, [environment]);
}

export interface FailureRow extends Record<string, unknown> {
  readonly reason: string;
  readonly count: bigint;
  readonly centavos: bigint;
  readonly merchants: bigint;
}

/** The failed attempts of all merchants on some days by reason; rows for each bucket. */
export function sumFailuresOfAll(
  database: Queryable,
  environment: Environment,
  { from, to }: Days,
): Promise<FailureRow[]> {
  return database.query<FailureRow>(FAILURES_OF_ALL, [environment, from, to]);
}
