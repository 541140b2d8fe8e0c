import type { TransactionKey } from '#src/charges/charge.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { dueQueue, many, paramsOf, rowsOf, send, sql } from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { isNotSetAsideAt } from '#src/ground/work/set-aside.ts';
import type { DefenseStatus, Dispute, DisputeReason } from './dispute.ts';
import { ERASED_TEXT } from './erased-text.ts';

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

const $ = paramsOf({
  at: f.instant,
  until: f.instant,
  limit: f.count,
  ...f.SCOPE,
  chargeIds: f.listOf(f.uuid),
  disputeIds: f.listOf(f.uuid),
});

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

/** The state of a dispute that the answer of a defence shows. */
const STATE = {
  wasSentAtOnce: f.bool,
  amount: f.inColumn('dispute_centavos', f.centavos),
  blocked: f.inColumn('blocked_centavos', f.centavos),
  returned: f.inColumn('returned_centavos', f.centavos),
  defenseDueAt: f.orNull(f.instant),
};
const ANSWER = {
  id: f.uuid,
  disputeId: f.uuid,
  text: f.text,
  createdAt: f.instant,
  wasSentAtOnce: f.neverNull(f.bool),
  // All are written together with `was_sent_at_once`.
  amount: f.inColumn('dispute_centavos', f.neverNull(f.centavos)),
  blocked: f.inColumn('blocked_centavos', f.neverNull(f.centavos)),
  returned: f.inColumn('returned_centavos', f.neverNull(f.centavos)),
  defenseDueAt: f.orNull(f.instant),
  chargeId: f.uuid,
  endToEndId: f.text,
  reason: f.textOf<DisputeReason>(),
  openedAt: f.instant,
};
export type DefenseAnswer = f.RecordOf<typeof ANSWER>;

const writeRows = send(
  'dispute_defenses_write_answers',
  sql`update dispute_defenses f set was_sent_at_once = row.was_sent_at_once,
      dispute_centavos = row.dispute_centavos, blocked_centavos = row.blocked_centavos,
      returned_centavos = row.returned_centavos, defense_due_at = row.defense_due_at
    from ${rowsOf('answers', 'row', { ...KEY, ...STATE })}
    where (f.merchant_id, f.environment, f.id) = (row.merchant_id, row.environment, row.id)`,
);

/** The stored state of the disputes for the answers of defences, in no order. */
export const selectAnswers = many(
  'dispute_defenses_select_answers',
  ANSWER,
  sql`select f.id, f.dispute_id, f.text, f.created_at, f.was_sent_at_once, f.dispute_centavos,
      f.blocked_centavos, f.returned_centavos, f.defense_due_at, d.charge_id, d.end_to_end_id,
      d.reason, d.opened_at
    from ${rowsOf('keys', 'key', KEY)}
    join dispute_defenses f on (f.merchant_id, f.environment, f.id)
      = (key.merchant_id, key.environment, key.id)
    join disputes d on (d.merchant_id, d.environment, d.id)
      = (f.merchant_id, f.environment, f.dispute_id)
    where f.was_sent_at_once is not null`,
);

/** A defence that was written, with its dispute as it is then. */
export interface WrittenDefense {
  readonly id: string;
  readonly dispute: Dispute;
}

/** Stores the state of the disputes that the answers of defences show. */
export function writeAnswers(tx: Transaction, written: readonly WrittenDefense[]): void {
  if (written.length === 0) return;
  const answers = written.map(({ id, dispute }) => {
    return { ...dispute, id, wasSentAtOnce: dispute.defense?.status === 'sent' };
  });
  writeRows(tx, { answers });
}

const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;

/** The disputes of charges. */
export const selectDisputesOfCharges = many(
  'disputes_of_charges',
  { id: f.uuid, isOpen: f.inColumn('isOpen', f.bool) },
  sql`select id, closed_at is null as "isOpen" from disputes
    where charge_id = any(${$.chargeIds}::uuid[]) and ${OF_SCOPE} order by id`,
);

/** Sends the update that replaces the texts of the defenses of disputes by a mark. */
export const writeErasedTexts = send(
  'dispute_defenses_erase_texts',
  sql`update dispute_defenses set text = '${ERASED_TEXT}'
    where ${OF_SCOPE} and dispute_id = any(${$.disputeIds}::uuid[])`,
);
