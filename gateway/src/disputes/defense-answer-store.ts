import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { Dispute, DisputeReason } from './dispute.ts';
import { KEY_COLUMNS } from './dispute-store.ts';

const WRITE = {
  name: 'dispute_defenses_write_answers',
  text: `update dispute_defenses f set was_sent_at_once = row.was_sent_at_once,
      dispute_centavos = row.dispute_centavos, blocked_centavos = row.blocked_centavos,
      returned_centavos = row.returned_centavos, defense_due_at = row.defense_due_at
    from json_to_recordset($1) as row (${KEY_COLUMNS}, was_sent_at_once boolean,
      dispute_centavos bigint, blocked_centavos bigint, returned_centavos bigint,
      defense_due_at timestamptz)
    where (f.merchant_id, f.environment, f.id) = (row.merchant_id, row.environment, row.id)`,
};
const SELECT = {
  name: 'dispute_defenses_select_answers',
  text: `select f.id, f.dispute_id, f.text, f.created_at, f.was_sent_at_once, f.dispute_centavos,
      f.blocked_centavos, f.returned_centavos, f.defense_due_at, d.charge_id, d.end_to_end_id,
      d.reason, d.opened_at
    from json_to_recordset($1) as key (${KEY_COLUMNS})
    join dispute_defenses f on (f.merchant_id, f.environment, f.id)
      = (key.merchant_id, key.environment, key.id)
    join disputes d on (d.merchant_id, d.environment, d.id)
      = (f.merchant_id, f.environment, f.dispute_id)
    where f.was_sent_at_once is not null`,
};

/** A defence that was written, with its dispute as it is then. */
export interface WrittenDefense {
  readonly id: string;
  readonly dispute: Dispute;
}

/** Stores the state of the disputes that the answers of defences show. */
export function writeAnswers(tx: Transaction, written: readonly WrittenDefense[]): void {
  if (written.length === 0) return;
  const rows = written.map(({ id, dispute }) => ({
    merchant_id: dispute.merchantId,
    environment: dispute.environment,
    id,
    was_sent_at_once: dispute.defense?.status === 'sent',
    dispute_centavos: dispute.amount.toString(),
    blocked_centavos: dispute.blocked.toString(),
    returned_centavos: dispute.returned.toString(),
    defense_due_at: dispute.defenseDueAt === null ? null : new Date(dispute.defenseDueAt),
  }));
  tx.send(WRITE, [JSON.stringify(rows)]);
}

export interface DefenseAnswerRow extends Record<string, unknown> {
  readonly id: string;
  readonly dispute_id: string;
  readonly text: string;
  readonly created_at: number;
  readonly was_sent_at_once: boolean;
  readonly dispute_centavos: bigint;
  readonly blocked_centavos: bigint;
  readonly returned_centavos: bigint;
  readonly defense_due_at: number | null;
  readonly charge_id: string;
  readonly end_to_end_id: string;
  readonly reason: DisputeReason;
  readonly opened_at: number;
}

/** Selects the stored state of the disputes for the answers of defences, in no order. */
export function selectAnswers(
  database: Queryable,
  keys: readonly (LedgerScope & { readonly id: string })[],
): Promise<DefenseAnswerRow[]> {
  const rows = keys.map(({ merchantId, environment, id }) => ({
    merchant_id: merchantId,
    environment,
    id,
  }));
  return database.query<DefenseAnswerRow>(SELECT, [JSON.stringify(rows)]);
}
