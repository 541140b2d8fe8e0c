import * as f from '#src/ground/database/fields.ts';
import {
  dueQueue,
  many,
  param,
  paramsOf,
  rowsOf,
  type Sql,
  send,
  sql,
} from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { isNotSetAsideAt } from '#src/ground/work/set-aside.ts';

const KEY = { ...f.SCOPE, id: f.uuid };
/** A settlement of a scope. */
export type SettlementKey = f.RecordOf<typeof KEY>;

const ON_DAY = {
  /** `2026-11-20`. */
  dueOn: f.day,
  amount: f.inColumn('amount_centavos', f.centavos),
};
const PART = {
  ...f.SCOPE,
  chargeId: f.uuid,
  kind: f.text,
  settlementId: f.uuid,
  amount: ON_DAY.amount,
};
const $ = paramsOf({ at: f.instant, limit: f.count });

// Posting locks `available` of the scope before, so the rows of a scope can't deadlock.
/**
 * Adds amounts to the waiting settlements of days, or of days of a test clock; opens missing
 * settlements.
 */
export const addToSettlements = many(
  'settlements_add',
  { ...KEY, dueOn: ON_DAY.dueOn },
  sql`insert into settlements
      (merchant_id, environment, id, due_on, amount_centavos, status, created_at, test_clock_id)
    select merchant_id, environment, id, due_on, amount_centavos, 'waiting', ${$.at},
      ${param('testClockId', f.orNull(f.uuid))}::uuid
    from ${rowsOf('settlements', 'row', { ...KEY, ...ON_DAY })}
    on conflict (merchant_id, environment, due_on, test_clock_id) where status = 'waiting'
      do update set amount_centavos = settlements.amount_centavos + excluded.amount_centavos
    returning merchant_id, environment, id, due_on::text as due_on`,
);

/** Sends the insert of the parts of charges; a second insert for a charge fails. */
export const insertSettlementParts = send(
  'settlement_parts_insert',
  sql`insert into settlement_parts
      (merchant_id, environment, charge_id, kind, settlement_id, amount_centavos)
    select merchant_id, environment, charge_id, kind, settlement_id, amount_centavos
    from ${rowsOf('parts', 'row', PART)}`,
);

function dueOn<Day extends Sql>(day: Day) {
  return sql`from settlements s
    where s.status = 'waiting' and s.test_clock_id is null and s.due_on <= ${day}
      and ${isNotSetAsideAt('settlement', 's.id', $.at)}`;
}

/** The waiting settlements whose day has begun, oldest first. */
export const selectDueSettlements = many(
  'settlements_select_due',
  KEY,
  sql`select s.merchant_id, s.environment, s.id ${dueOn(sql`${param('today', f.day)}::date`)}
    order by s.due_on, s.id limit ${$.limit}`,
  HERE,
);

export const DUE_SETTLEMENTS = dueQueue(
  { name: 'due-settlements' },
  sql`select ${dueOn(sql`(${$.at}::timestamptz at time zone 'America/Sao_Paulo')::date`)}`,
);

/** Marks waiting settlements as settled and returns them. */
export const markSettled = many(
  'settlements_mark_settled',
  { ...KEY, amount: ON_DAY.amount },
  sql`update settlements s set status = 'settled', settled_at = ${$.at}
    from ${rowsOf('settlements', 'key', KEY)}
    where (s.merchant_id, s.environment, s.id) = (key.merchant_id, key.environment, key.id)
      and s.status = 'waiting'
    returning s.merchant_id, s.environment, s.id, s.amount_centavos`,
);

/** The next days on which money of scopes becomes available, at most `limit` for each scope. */
export const selectNextSettlements = many(
  'settlements_next',
  { ...f.SCOPE, ...ON_DAY },
  sql`select scope.merchant_id, scope.environment, s.due_on::text as due_on, s.amount_centavos
    from ${rowsOf('scopes', 'scope', f.SCOPE)}
    cross join lateral (
      select due_on, amount_centavos from settlements
      where (merchant_id, environment) = (scope.merchant_id, scope.environment)
        and status = 'waiting' and amount_centavos > 0
      order by due_on limit ${$.limit}
    ) s
    order by s.due_on`,
);
