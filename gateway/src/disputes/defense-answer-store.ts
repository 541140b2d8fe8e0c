import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, rowsOf, send, sql } from '#src/ground/database/sql.ts';
import type { Dispute, DisputeReason } from './dispute.ts';

const KEY = { ...f.SCOPE, id: f.uuid };
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
