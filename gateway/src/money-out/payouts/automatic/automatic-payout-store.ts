import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { centavos, centavosOrNull } from '#src/ground/money/centavos.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import type { AutomaticPayout, AutomaticRule, AutomaticRun } from './automatic-payout.ts';

const COLUMNS = `merchant_id, environment, beneficiary_id, rule, hour, weekday, above_centavos,
  keep_centavos, next_run_at`;
const SCOPE = 'merchant_id = $1 and environment = $2';
const RUNS_SHOWN = 20;
const SELECT = {
  name: 'automatic_payout_select',
  text: `select ${COLUMNS} from automatic_payouts where ${SCOPE}`,
};
const SAVE = {
  name: 'automatic_payout_save',
  text: `insert into automatic_payouts (${COLUMNS}, changed_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (merchant_id, environment) do update set
      beneficiary_id = excluded.beneficiary_id, rule = excluded.rule, hour = excluded.hour,
      weekday = excluded.weekday, above_centavos = excluded.above_centavos,
      keep_centavos = excluded.keep_centavos, next_run_at = excluded.next_run_at,
      changed_at = excluded.changed_at`,
};
const SELECT_DUE = {
  name: 'automatic_payouts_select_due',
  place: HERE,
  text: `select merchant_id, environment from automatic_payouts
    where next_run_at <= $1 order by next_run_at limit $2`,
};
export const DUE_AUTOMATIC_PAYOUTS: DueQueue = {
  name: 'automatic-payouts',
  due: 'select from automatic_payouts where next_run_at <= $1',
};
// Another process that runs it holds the lock.
const LOCK_DUE = {
  name: 'automatic_payout_lock_due',
  text: `select ${COLUMNS} from automatic_payouts
    where ${SCOPE} and next_run_at <= $3 for update skip locked`,
};
const POSTPONE = {
  name: 'automatic_payout_postpone',
  text: `update automatic_payouts set next_run_at = $4 where ${SCOPE} and next_run_at <= $3`,
};
const HAS_RUN = {
  name: 'automatic_payout_has_run',
  text: `select from automatic_payout_runs where period = $3 and ${SCOPE}`,
};
const INSERT_RUN = {
  name: 'automatic_payout_insert_run',
  text: `insert into automatic_payout_runs (merchant_id, environment, id, period, payout_id,
      amount_centavos, skip_reason, ran_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
};
const DELETE_RUNS = {
  name: 'automatic_payout_runs_delete',
  place: HERE,
  text: `delete from automatic_payout_runs where (merchant_id, environment, id) in (
      select merchant_id, environment, id from automatic_payout_runs
      where ran_at < $1 order by ran_at limit $2
    ) returning id`,
};
const LIST_RUNS = {
  name: 'automatic_payout_list_runs',
  text: `select id, payout_id, amount_centavos, skip_reason, ran_at from automatic_payout_runs
    where ${SCOPE} order by id desc limit $3`,
};

interface AutomaticRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly beneficiary_id: string;
  readonly rule: AutomaticRule;
  readonly hour: bigint;
  readonly weekday: bigint;
  readonly above_centavos: bigint;
  readonly keep_centavos: bigint;
  readonly next_run_at: number | null;
}

/** The automatic payout of a scope; undefined when none was set. */
export async function selectAutomatic(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
): Promise<AutomaticPayout | undefined> {
  const [row] = await database.query<AutomaticRow>(SELECT, [merchantId, environment]);
  return row && automaticOf(row);
}

/** Sends the write of a scope's automatic payout. */
export function saveAutomatic(tx: Transaction, automatic: AutomaticPayout, at: Date): void {
  const { merchantId, environment, beneficiaryId, rule, hour, weekday } = automatic;
  const nextRunAt = automatic.nextRunAt === null ? null : new Date(automatic.nextRunAt);
  tx.send(SAVE, [
    merchantId,
    environment,
    beneficiaryId,
    rule,
    hour,
    weekday,
    automatic.above,
    automatic.keep,
    nextRunAt,
    at,
  ]);
}

/** The scopes whose automatic payouts are due, longest due first. */
export async function selectDueAutomatic(
  database: Queryable,
  at: Date,
  limit: number,
): Promise<LedgerScope[]> {
  const rows = await database.query<Pick<AutomaticRow, 'merchant_id' | 'environment'>>(SELECT_DUE, [
    at,
    limit,
  ]);
  return rows.map((row) => ({ merchantId: row.merchant_id, environment: row.environment }));
}

/** Locks a due automatic payout; undefined when another process has it or has run it. */
export async function lockDueAutomatic(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  at: Date,
): Promise<AutomaticPayout | undefined> {
  const [row] = await tx.query<AutomaticRow>(LOCK_DUE, [merchantId, environment, at]);
  return row && automaticOf(row);
}

/** Moves the next run of an automatic payout that is due at an instant; a new setting stays. */
export async function postponeAutomatic(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { at, until }: { readonly at: Date; readonly until: Date },
): Promise<void> {
  await database.query(POSTPONE, [merchantId, environment, at, until]);
}

/** Whether a period has its run. */
export async function hasRun(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  period: string,
): Promise<boolean> {
  return (await tx.query(HAS_RUN, [merchantId, environment, period])).length > 0;
}

/** Sends the insert of a run. */
export function insertRun(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  run: AutomaticRun & { readonly period: string },
): void {
  tx.send(INSERT_RUN, [
    merchantId,
    environment,
    run.id,
    run.period,
    run.payoutId,
    run.amount,
    run.skipReason,
    new Date(run.ranAt),
  ]);
}

/** Deletes the oldest runs from before an instant; returns how many. */
export async function deleteRuns(
  database: Queryable,
  before: Date,
  limit: number,
): Promise<number> {
  return (await database.query(DELETE_RUNS, [before, limit])).length;
}

interface RunRow extends Record<string, unknown> {
  readonly id: string;
  readonly payout_id: string | null;
  readonly amount_centavos: bigint | null;
  readonly skip_reason: string | null;
  readonly ran_at: number;
}

/** The newest runs of a scope. */
export async function selectRuns(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  limit = RUNS_SHOWN,
): Promise<AutomaticRun[]> {
  const rows = await database.query<RunRow>(LIST_RUNS, [merchantId, environment, limit]);
  return rows.map((row) => ({
    id: row.id,
    payoutId: row.payout_id,
    amount: centavosOrNull(row.amount_centavos),
    skipReason: row.skip_reason,
    ranAt: row.ran_at,
  }));
}

function automaticOf(row: AutomaticRow): AutomaticPayout {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    beneficiaryId: row.beneficiary_id,
    rule: row.rule,
    hour: Number(row.hour),
    weekday: Number(row.weekday),
    above: centavos(row.above_centavos),
    keep: centavos(row.keep_centavos),
    nextRunAt: row.next_run_at,
  };
}
