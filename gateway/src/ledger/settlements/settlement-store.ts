import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import { isNotSetAside } from '#src/ground/work/set-aside.ts';

const KEY = 'merchant_id uuid, environment text, id uuid';

// Posting locks `available` of the scope before, so the rows of a scope can't deadlock.
const ADD = {
  name: 'settlements_add',
  text: `insert into settlements
      (merchant_id, environment, id, due_on, amount_centavos, status, created_at, test_clock_id)
    select merchant_id, environment, id, due_on, amount_centavos, 'waiting', $2, $3::uuid
    from json_to_recordset($1) as row (${KEY}, due_on date, amount_centavos bigint)
    on conflict (merchant_id, environment, due_on, test_clock_id) where status = 'waiting'
      do update set amount_centavos = settlements.amount_centavos + excluded.amount_centavos
    returning merchant_id, environment, id, due_on::text as due_on`,
};
const INSERT_PARTS = {
  name: 'settlement_parts_insert',
  text: `insert into settlement_parts
      (merchant_id, environment, charge_id, kind, settlement_id, amount_centavos)
    select merchant_id, environment, charge_id, kind, settlement_id, amount_centavos
    from json_to_recordset($1) as row (merchant_id uuid, environment text, charge_id uuid,
      kind text, settlement_id uuid, amount_centavos bigint)`,
};
function dueOn(day: string): string {
  return `from settlements s
    where s.status = 'waiting' and s.test_clock_id is null and s.due_on <= ${day}
      and ${isNotSetAside('settlement', 's.id')}`;
}
const SELECT_DUE = {
  name: 'settlements_select_due',
  place: HERE,
  text: `select s.merchant_id, s.environment, s.id ${dueOn('$3::date')}
    order by s.due_on, s.id limit $2`,
};
export const DUE_SETTLEMENTS: DueQueue = {
  name: 'due-settlements',
  due: `select ${dueOn(`($1::timestamptz at time zone 'America/Sao_Paulo')::date`)}`,
};
const MARK_SETTLED = {
  name: 'settlements_mark_settled',
  text: `update settlements s set status = 'settled', settled_at = $2
    from json_to_recordset($1) as key (${KEY})
    where (s.merchant_id, s.environment, s.id) = (key.merchant_id, key.environment, key.id)
      and s.status = 'waiting'
    returning s.merchant_id, s.environment, s.id, s.amount_centavos`,
};
const SELECT_NEXT = {
  name: 'settlements_next',
  text: `select scope.merchant_id, scope.environment, s.due_on::text as due_on, s.amount_centavos
    from json_to_recordset($1) as scope (merchant_id uuid, environment text)
    cross join lateral (
      select due_on, amount_centavos from settlements
      where (merchant_id, environment) = (scope.merchant_id, scope.environment)
        and status = 'waiting' and amount_centavos > 0
      order by due_on limit $2
    ) s
    order by s.due_on`,
};

/** A settlement of a scope. */
export interface SettlementRow {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: string;
}

export interface SettlementToAdd extends SettlementRow {
  /** `2026-11-20`. */
  readonly due_on: string;
  readonly amount_centavos: string;
}

/**
 * Adds amounts to the waiting settlements of days, or of days of the test clock in whose time the
 * transaction runs; opens missing settlements.
 */
export function addToSettlements(
  tx: Transaction,
  rows: readonly SettlementToAdd[],
  at: Date,
): Promise<(SettlementRow & { readonly due_on: string })[]> {
  return tx.query(ADD, [JSON.stringify(rows), at, tx.testTime?.clockId ?? null]);
}

/** Sends the insert of the parts of charges; a second insert for a charge fails. */
export function insertSettlementParts(tx: Transaction, rows: readonly object[]): void {
  tx.send(INSERT_PARTS, [JSON.stringify(rows)]);
}

/** The waiting settlements whose day has begun, oldest first. */
export function selectDueSettlements(
  database: Queryable,
  { at, today, limit }: { at: Date; today: string; limit: number },
): Promise<(SettlementRow & Record<string, unknown>)[]> {
  return database.query(SELECT_DUE, [at, limit, today]);
}

/** Marks waiting settlements as settled and returns them. */
export function markSettled(
  tx: Transaction,
  rows: readonly SettlementRow[],
  at: Date,
): Promise<(SettlementRow & { readonly amount_centavos: bigint })[]> {
  return tx.query(MARK_SETTLED, [JSON.stringify(rows), at]);
}

export interface NextSettlementRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly due_on: string;
  readonly amount_centavos: bigint;
}

/** The next days on which money of scopes becomes available, at most `limit` for each scope. */
export function selectNextSettlements(
  database: Queryable,
  scopes: readonly LedgerScope[],
  limit: number,
): Promise<NextSettlementRow[]> {
  const rows = scopes.map(({ merchantId, environment }) => ({
    merchant_id: merchantId,
    environment,
  }));
  return database.query<NextSettlementRow>(SELECT_NEXT, [JSON.stringify(rows), limit]);
}
