import type { TransactionKey } from '#src/charges/charge.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import { isNotSetAside } from '#src/ground/work/set-aside.ts';
import type { DefenseStatus } from './dispute.ts';
import { KEY_COLUMNS, keyRow } from './dispute-store.ts';

const INSERT = {
  name: 'dispute_defenses_insert',
  text: `insert into dispute_defenses (merchant_id, environment, id, dispute_id, text, status,
      client_id, created_at, due_at, sent_at)
    select merchant_id, environment, id, dispute_id, text, status, client_id, $2::timestamptz,
      case when status = 'waiting' then $2::timestamptz end,
      case when status = 'sent' then $2::timestamptz end
    from json_to_recordset($1) as row (${KEY_COLUMNS}, dispute_id uuid, text text, status text,
      client_id text)`,
};
const DUE = `from dispute_defenses
      where status = 'waiting' and due_at <= $1
        and ${isNotSetAside('dispute_defense', 'dispute_defenses.id')}`;
export const DUE_DEFENSES: DueQueue = { name: 'dispute-defenses', due: `select ${DUE}` };
const CLAIM = {
  name: 'dispute_defenses_claim',
  place: HERE,
  text: `update dispute_defenses f set due_at = $2, send_count = f.send_count + 1
    from (
      select merchant_id, environment, id, dispute_id ${DUE}
      order by due_at limit $3 for update skip locked
    ) due
    join disputes d on (d.merchant_id, d.environment, d.id)
      = (due.merchant_id, due.environment, due.dispute_id)
    where (f.merchant_id, f.environment, f.id) = (due.merchant_id, due.environment, due.id)
    returning f.merchant_id, f.environment, f.id, f.dispute_id, f.text, f.send_count,
      f.uncertain_at, d.charge_id, d.bank, d.bank_dispute_id, d.end_to_end_id`,
};
// A defence ends once: a second update finds no row.
const END = {
  name: 'dispute_defenses_end',
  text: `update dispute_defenses f set status = key.next_status, due_at = null,
      sent_at = case when key.next_status = 'sent' then $2::timestamptz end,
      failure = key.failure
    from json_to_recordset($1) as key (${KEY_COLUMNS}, next_status text, failure text)
    where (f.merchant_id, f.environment, f.id) = (key.merchant_id, key.environment, key.id)
      and f.status = 'waiting'
    returning f.id, f.dispute_id`,
};

/** A defence to insert. */
export interface NewDefense extends TransactionKey {
  readonly disputeId: string;
  readonly text: string;
  readonly status: Exclude<DefenseStatus, 'failed'>;
  readonly clientId: string | null;
}

/** Sends the insert of defences; the commit waits for it. */
export function insertDefenses(tx: Transaction, defenses: readonly NewDefense[], at: Date): void {
  const rows = defenses.map((defense) => ({
    ...keyRow(defense),
    dispute_id: defense.disputeId,
    text: defense.text,
    status: defense.status,
    client_id: defense.clientId,
  }));
  if (rows.length > 0) tx.send(INSERT, [JSON.stringify(rows), at]);
}

export interface DueDefenseRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly dispute_id: string;
  readonly charge_id: string;
  readonly bank: string | null;
  readonly bank_dispute_id: string | null;
  readonly end_to_end_id: string;
  readonly text: string;
  readonly send_count: bigint;
  readonly uncertain_at: number | null;
}

/** Claims waiting defences that are due, until an instant. */
export function claimDefenses(
  database: Queryable,
  claim: { at: Date; until: Date; limit: number },
): Promise<DueDefenseRow[]> {
  return database.query<DueDefenseRow>(CLAIM, [claim.at, claim.until, claim.limit]);
}

/** How a defence ended: `failure` says why the bank refused it. */
export interface DefenseEnd extends TransactionKey {
  readonly status: Exclude<DefenseStatus, 'waiting'>;
  readonly failure: string | null;
}

/** Ends waiting defences, and returns the ids of the defences that it has ended. */
export async function endWaiting(
  tx: Transaction,
  ends: readonly DefenseEnd[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const rows = ends.map((end) => ({
    ...keyRow(end),
    next_status: end.status,
    failure: end.failure,
  }));
  const ended = await tx.query<{ id: string }>(END, [JSON.stringify(rows), at]);
  return new Set(ended.map(({ id }) => id));
}
