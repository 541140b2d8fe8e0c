import type { TransactionKey } from '#src/charges/charge.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { dueQueue, many, paramsOf, rowsOf, send, sql } from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { isNotSetAsideAt } from '#src/ground/work/set-aside.ts';
import type { DefenseStatus } from './dispute.ts';

const KEY = { ...f.SCOPE, id: f.uuid };
const NEW_DEFENSE = {
  ...KEY,
  disputeId: f.uuid,
  text: f.text,
  status: f.textOf<Exclude<DefenseStatus, 'failed'>>(),
  clientId: f.orNull(f.text),
};
const DUE_DEFENSE = {
  ...KEY,
  disputeId: f.uuid,
  text: f.text,
  sendCount: f.count,
  uncertainAt: f.orNull(f.instant),
  chargeId: f.uuid,
  bank: f.orNull(f.text),
  bankDisputeId: f.orNull(f.text),
  endToEndId: f.text,
};
/** A defence to insert. */
export type NewDefense = f.RecordOf<typeof NEW_DEFENSE>;
export type ClaimedDefense = f.RecordOf<typeof DUE_DEFENSE>;

const $ = paramsOf({ at: f.instant, until: f.instant, limit: f.count });

const insertRows = send(
  'dispute_defenses_insert',
  sql`insert into dispute_defenses (merchant_id, environment, id, dispute_id, text, status,
      client_id, created_at, due_at, sent_at)
    select merchant_id, environment, id, dispute_id, text, status, client_id,
      ${$.at}::timestamptz,
      case when status = 'waiting' then ${$.at}::timestamptz end,
      case when status = 'sent' then ${$.at}::timestamptz end
    from ${rowsOf('defenses', 'row', NEW_DEFENSE)}`,
);

/** Sends the insert of defences; the commit waits for it. */
export function insertDefenses(tx: Transaction, defenses: readonly NewDefense[], at: Date): void {
  if (defenses.length > 0) insertRows(tx, { defenses, at });
}

const DUE = sql`from dispute_defenses
      where status = 'waiting' and due_at <= ${$.at}
        and ${isNotSetAsideAt('dispute_defense', 'dispute_defenses.id', $.at)}`;
export const DUE_DEFENSES = dueQueue({ name: 'dispute-defenses' }, sql`select ${DUE}`);

/** Claims waiting defences that are due, until an instant. */
export const claimDefenses = many(
  'dispute_defenses_claim',
  DUE_DEFENSE,
  sql`update dispute_defenses f set due_at = ${$.until}, send_count = f.send_count + 1
    from (
      select merchant_id, environment, id, dispute_id ${DUE}
      order by due_at limit ${$.limit} for update skip locked
    ) due
    join disputes d on (d.merchant_id, d.environment, d.id)
      = (due.merchant_id, due.environment, due.dispute_id)
    where (f.merchant_id, f.environment, f.id) = (due.merchant_id, due.environment, due.id)
    returning f.merchant_id, f.environment, f.id, f.dispute_id, f.text, f.send_count,
      f.uncertain_at, d.charge_id, d.bank, d.bank_dispute_id, d.end_to_end_id`,
  HERE,
);

// A defence ends once: a second update finds no row.
const endRows = many(
  'dispute_defenses_end',
  { id: f.uuid, disputeId: f.uuid },
  sql`update dispute_defenses f set status = key.next_status, due_at = null,
      sent_at = case when key.next_status = 'sent' then ${$.at}::timestamptz end,
      failure = key.failure
    from ${rowsOf('ends', 'key', { ...KEY, nextStatus: f.text, failure: f.orNull(f.text) })}
    where (f.merchant_id, f.environment, f.id) = (key.merchant_id, key.environment, key.id)
      and f.status = 'waiting'
    returning f.id, f.dispute_id`,
);

/** How a defence ended: `failure` says why the bank refused it. */
export interface DefenseEnd extends TransactionKey {
  readonly status: Exclude<DefenseStatus, 'waiting'>;
  readonly failure: string | null;
}

/** Ends waiting defences, and returns the ids of the defences that it has ended. */
export async function endWaiting(
  tx: Transaction,
  all: readonly DefenseEnd[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const ends = all.map(({ status, ...end }) => ({ ...end, nextStatus: status }));
  return new Set((await endRows(tx, { ends, at })).map(({ id }) => id));
}
