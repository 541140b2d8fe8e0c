import type { LedgerScope } from '#src/access/ledger-scope.ts';
import type { Queryable } from '#src/platform/database/database.ts';

const OF_SCOPE = 'merchant_id = $1 and environment = $2 and id = any($3)';

const CHARGES = {
  name: 'statement_subjects_charges',
  text: `select id, id as transaction_id, payer_name as name, payer_document as document,
      external_id, end_to_end_id, utm
    from charges where ${OF_SCOPE}`,
};
const PAYOUTS = {
  name: 'statement_subjects_payouts',
  text: `select id, id as transaction_id, beneficiary_name as name,
      beneficiary_document as document, external_id, end_to_end_id, null::json as utm
    from payouts where ${OF_SCOPE}`,
};
// The end-to-end id is the payment's that is given back.
const REFUNDS = {
  name: 'statement_subjects_refunds',
  text: `select r.id, c.id as transaction_id, c.payer_name as name, c.payer_document as document,
      c.external_id, r.end_to_end_id, c.utm
    from refunds r
    join charges c on (c.merchant_id, c.environment, c.id) = ($1, $2, r.charge_id)
    where r.merchant_id = $1 and r.environment = $2 and r.id = any($3)`,
};
// The payer of a split charge is its origin's to know.
const SPLITS = {
  name: 'statement_subjects_splits',
  text: `select s.charge_id as id, null::uuid as transaction_id, m.name, null::text as document,
      s.external_id, null::text as end_to_end_id, s.utm
    from charge_splits s join merchants m on m.merchant_id = s.merchant_id
    where s.recipient_id = $1 and s.environment = $2 and s.charge_id = any($3)`,
};
const TRANSFERS_SENT = {
  name: 'statement_subjects_transfers_sent',
  text: `select t.id, null::uuid as transaction_id, m.name, null::text as document,
      t.description as external_id, null::text as end_to_end_id, null::json as utm
    from transfers t join merchants m on m.merchant_id = t.recipient_id
    where t.merchant_id = $1 and t.environment = $2 and t.id = any($3)`,
};
const TRANSFERS_RECEIVED = {
  name: 'statement_subjects_transfers_received',
  text: `select t.id, null::uuid as transaction_id, m.name, null::text as document,
      t.description as external_id, null::text as end_to_end_id, null::json as utm
    from transfers t join merchants m on m.merchant_id = t.merchant_id
    where t.recipient_id = $1 and t.environment = $2 and t.id = any($3)`,
};

const STATEMENTS = {
  charge: CHARGES,
  payout: PAYOUTS,
  refund: REFUNDS,
  split: SPLITS,
  transferSent: TRANSFERS_SENT,
  transferReceived: TRANSFERS_RECEIVED,
} as const;

/** What an entry is about, by the table that tells of it. */
export type SubjectKind = keyof typeof STATEMENTS;

/** Who and what stands behind an entry, as far as the owner of the book may know. */
export interface EntrySubject extends Record<string, unknown> {
  readonly id: string;
  /** The charge or payout of the same book. */
  readonly transaction_id: string | null;
  /** Who paid, or received. */
  readonly name: string | null;
  readonly document: string | null;
  /** The merchant's own reference; of a transfer its description. */
  readonly external_id: string | null;
  readonly end_to_end_id: string | null;
  readonly utm: Readonly<Record<string, string>> | null;
}

/** The subjects with these ids, in no order. */
export function selectSubjects(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  kind: SubjectKind,
  ids: readonly string[],
): Promise<EntrySubject[]> {
  return database.query<EntrySubject>(STATEMENTS[kind], [merchantId, environment, ids]);
}
