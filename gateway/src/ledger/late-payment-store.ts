import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { EACH_BUCKET, eachBucketBy } from '#src/ground/database/statement-place.ts';

const COLUMNS = `l.merchant_id, l.environment, l.id, l.kind, l.amount_centavos,
  l.debt_centavos, l.found_at`;
const INSERT = {
  name: 'late_bank_payments_insert',
  text: `insert into late_bank_payments (merchant_id, environment, id, kind, amount_centavos,
      uncovered_centavos, debt_centavos, found_at)
    values ($1, $2, $3, $4, $5, 0, $6, $7)`,
};
const SELECT_UNSEEN = {
  name: 'late_bank_payments_unseen',
  place: eachBucketBy('found_at', 'ascending', 1),
  text: `select ${COLUMNS} from late_bank_payments l
    where l.seen_at is null order by l.found_at limit $1`,
};
const MARK_SEEN = {
  name: 'late_bank_payments_mark_seen',
  place: EACH_BUCKET,
  text: `update late_bank_payments l set seen_at = $2 where l.id = $1 and l.seen_at is null
    returning ${COLUMNS}`,
};

/** A payout or refund that the bank made after it had failed here. */
export interface LatePaymentRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: 'live';
  readonly id: string;
  readonly kind: 'payout' | 'refund';
  readonly amount_centavos: bigint;
  readonly debt_centavos: bigint;
  readonly found_at: number;
}

/** Inserts a late payment; a second one for the same payout or refund fails the transaction. */
export function insertLatePayment(
  tx: Transaction,
  row: Omit<LatePaymentRow, 'found_at'> & { readonly found_at: Date },
): void {
  tx.send(INSERT, [
    row.merchant_id,
    row.environment,
    row.id,
    row.kind,
    row.amount_centavos,
    row.debt_centavos,
    row.found_at,
  ]);
}

/** Late payments that no operator has marked as seen, oldest first. */
export function selectUnseen(database: Queryable, limit: number): Promise<LatePaymentRow[]> {
  return database.query<LatePaymentRow>(SELECT_UNSEEN, [limit]);
}

/** Marks a late payment as seen; undefined when no unseen one has this id. */
export async function markSeen(
  tx: Transaction,
  id: string,
  at: Date,
): Promise<LatePaymentRow | undefined> {
  return (await tx.query<LatePaymentRow>(MARK_SEEN, [id, at]))[0];
}
