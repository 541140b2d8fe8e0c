import * as f from '#src/ground/database/fields.ts';
import {
  countRows,
  dueQueue,
  many,
  maybeOne,
  paramsOf,
  run,
  send,
  sql,
  valuesOf,
} from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { AutomaticRule } from './automatic-payout.ts';

const AUTOMATIC = {
  ...f.SCOPE,
  beneficiaryId: f.uuid,
  rule: f.textOf<AutomaticRule>(),
  hour: f.count,
  weekday: f.count,
  above: f.inColumn('above_centavos', f.centavos),
  keep: f.inColumn('keep_centavos', f.centavos),
  nextRunAt: f.orNull(f.instant),
};
const RUN = {
  id: f.uuid,
  payoutId: f.orNull(f.uuid),
  amount: f.inColumn('amount_centavos', f.orNull(f.centavos)),
  skipReason: f.orNull(f.text),
  ranAt: f.instant,
};
const $ = paramsOf({
  ...AUTOMATIC,
  ...RUN,
  period: f.text,
  at: f.instant,
  until: f.instant,
  before: f.instant,
  limit: f.count,
});
const COLUMNS = f.columnsOf(AUTOMATIC);
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;

/** The automatic payout of a scope; undefined when none was set. */
export const selectAutomatic = maybeOne(
  'automatic_payout_select',
  AUTOMATIC,
  sql`select ${COLUMNS} from automatic_payouts where ${OF_SCOPE}`,
);

/** Sends the write of a scope's automatic payout. */
export const saveAutomatic = send(
  'automatic_payout_save',
  sql`insert into automatic_payouts (${COLUMNS}, changed_at)
    values (${valuesOf(AUTOMATIC)}, ${$.at})
    on conflict (merchant_id, environment) do update set
      beneficiary_id = excluded.beneficiary_id, rule = excluded.rule, hour = excluded.hour,
      weekday = excluded.weekday, above_centavos = excluded.above_centavos,
      keep_centavos = excluded.keep_centavos, next_run_at = excluded.next_run_at,
      changed_at = excluded.changed_at`,
);

const DUE = sql`from automatic_payouts where next_run_at <= ${$.at}`;
export const DUE_AUTOMATIC_PAYOUTS = dueQueue({ name: 'automatic-payouts' }, sql`select ${DUE}`);

/** The scopes whose automatic payouts are due, longest due first. */
export const selectDueAutomatic = many(
  'automatic_payouts_select_due',
  f.SCOPE,
  sql`select merchant_id, environment ${DUE} order by next_run_at limit ${$.limit}`,
  HERE,
);

// Another process that runs it holds the lock.
/** Locks a due automatic payout; undefined when another process has it or has run it. */
export const lockDueAutomatic = maybeOne(
  'automatic_payout_lock_due',
  AUTOMATIC,
  sql`select ${COLUMNS} from automatic_payouts
    where ${OF_SCOPE} and next_run_at <= ${$.at} for update skip locked`,
);

/** Moves the next run of an automatic payout that is due at an instant; a new setting stays. */
export const postponeAutomatic = run(
  'automatic_payout_postpone',
  sql`update automatic_payouts set next_run_at = ${$.until}
    where ${OF_SCOPE} and next_run_at <= ${$.at}`,
);

/** 1 if a period has its run, else 0. */
export const countRunsOf = countRows(
  'automatic_payout_has_run',
  sql`select from automatic_payout_runs where period = ${$.period} and ${OF_SCOPE}`,
);

/** Sends the insert of a run. */
export const insertRun = send(
  'automatic_payout_insert_run',
  sql`insert into automatic_payout_runs (merchant_id, environment, id, period, payout_id,
      amount_centavos, skip_reason, ran_at)
    values (${$.merchantId}, ${$.environment}, ${$.id}, ${$.period}, ${$.payoutId},
      ${$.amount}, ${$.skipReason}, ${$.ranAt})`,
);

/** Deletes the oldest runs from before an instant; returns how many. */
export const deleteRuns = countRows(
  'automatic_payout_runs_delete',
  sql`delete from automatic_payout_runs where (merchant_id, environment, id) in (
      select merchant_id, environment, id from automatic_payout_runs
      where ran_at < ${$.before} order by ran_at limit ${$.limit}
    ) returning id`,
  HERE,
);

/** The newest runs of a scope. */
export const selectRuns = many(
  'automatic_payout_list_runs',
  RUN,
  sql`select id, payout_id, amount_centavos, skip_reason, ran_at from automatic_payout_runs
    where ${OF_SCOPE} order by id desc limit ${$.limit}`,
);
