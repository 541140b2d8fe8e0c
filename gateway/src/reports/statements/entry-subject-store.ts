import { isUnnamedPayer } from '#src/charges/standard-charge.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import type { EntrySubject } from './statement.ts';

const OF_SCOPE = 'merchant_id = $1 and environment = $2 and id = any($3)';

const CHARGES = {
  name: 'statement_subjects_charges',
  text: `select id, id as "transactionId", payer_name as name, payer_document as document,
      external_id as "externalId", end_to_end_id as "endToEndId", utm,
      fee_centavos as fee, shares_centavos as shares, due
    from charges where ${OF_SCOPE}`,
};
const PAYOUTS = {
  name: 'statement_subjects_payouts',
  text: `select id, id as "transactionId", beneficiary_name as name,
      beneficiary_document as document, external_id as "externalId",
      end_to_end_id as "endToEndId", null::json as utm, fee_centavos as fee
    from payouts where ${OF_SCOPE}`,
};
// The end-to-end id of the refunded payment.
const REFUNDS = {
  name: 'statement_subjects_refunds',
  text: `select r.id, c.id as "transactionId", c.payer_name as name, c.payer_document as document,
      c.external_id as "externalId", r.end_to_end_id as "endToEndId", c.utm
    from refunds r
    join charges c on (c.merchant_id, c.environment, c.id) = ($1, $2, r.charge_id)
    where r.merchant_id = $1 and r.environment = $2 and r.id = any($3)`,
};
// A recipient may not know the payer of a split charge, only its origin.
const SPLITS = {
  name: 'statement_subjects_splits',
  place: EACH_BUCKET,
  text: `select s.charge_id as id, null::uuid as "transactionId", m.name, null::text as document,
      s.external_id as "externalId", null::text as "endToEndId", s.utm
    from charge_splits s join merchants m on m.merchant_id = s.merchant_id
    where s.recipient_id = $1 and s.environment = $2 and s.charge_id = any($3)`,
};
const TRANSFERS_SENT = {
  name: 'statement_subjects_transfers_sent',
  text: `select t.id, null::uuid as "transactionId", m.name, null::text as document,
      t.description as "externalId", null::text as "endToEndId", null::json as utm
    from transfers t join merchants m on m.merchant_id = t.recipient_id
    where t.merchant_id = $1 and t.environment = $2 and t.id = any($3)`,
};
const TRANSFERS_RECEIVED = {
  name: 'statement_subjects_transfers_received',
  place: EACH_BUCKET,
  text: `select t.id, null::uuid as "transactionId", m.name, null::text as document,
      t.description as "externalId", null::text as "endToEndId", null::json as utm
    from transfers t join merchants m on m.merchant_id = t.merchant_id
    where t.recipient_id = $1 and t.environment = $2 and t.id = any($3)`,
};

// The origin knows the payer of the contested charge, a recipient only the origin.
const OF_DISPUTE = `case when d.merchant_id = $1 then c.id end as "transactionId",
    case when d.merchant_id = $1 then c.payer_name else m.name end as name,
    case when d.merchant_id = $1 then c.payer_document end as document,
    c.external_id as "externalId",
    case when d.merchant_id = $1 then d.end_to_end_id end as "endToEndId", c.utm`;
const DISPUTED_CHARGE = `join charges c on (c.merchant_id, c.environment, c.id)
      = (d.merchant_id, d.environment, d.charge_id)
    join merchants m on m.merchant_id = d.merchant_id`;
const DISPUTE_RETURNS = {
  name: 'statement_subjects_dispute_returns',
  place: EACH_BUCKET,
  text: `select p.id, ${OF_DISPUTE} from dispute_return_parts p
    join dispute_returns r on (r.merchant_id, r.environment, r.id)
      = (p.merchant_id, p.environment, p.return_id)
    join disputes d on (d.merchant_id, d.environment, d.id)
      = (r.merchant_id, r.environment, r.dispute_id)
    ${DISPUTED_CHARGE}
    where p.bearer_id = $1 and p.environment = $2 and p.id = any($3)`,
};
// An adjustment has the operator's reason, and optionally a reference.
const OF_OPERATOR = `null::uuid as "transactionId", null::text as name, null::text as document,
    concat_ws(' - ', a.reason, a.reference) as "externalId", null::text as "endToEndId",
    null::json as utm`;
const ADJUSTMENTS = {
  name: 'statement_subjects_adjustments',
  text: `select a.id, ${OF_OPERATOR} from balance_adjustments a
    where a.merchant_id = $1 and a.environment = $2 and a.id = any($3)`,
};
// A hold of an operator has the id of its adjustment, a hold of a dispute the id of its share.
const HOLDS_OF_OPERATORS = {
  name: 'statement_subjects_operator_holds',
  text: `select v.reference_id as id, ${OF_OPERATOR} from balance_hold_movements v
    join balance_adjustments a on (a.merchant_id, a.environment, a.id)
      = (v.merchant_id, v.environment, v.hold_id)
    where v.merchant_id = $1 and v.environment = $2 and v.reference_id = any($3)`,
};
// The movements are in the bearer's bucket, the shares in the charge's bucket.
const MOVED_HOLDS = {
  name: 'statement_moved_holds',
  text: `select v.reference_id as id, v.hold_id as "holdId" from balance_hold_movements v
    where v.merchant_id = $1 and v.environment = $2 and v.reference_id = any($3)`,
};
const DISPUTE_SHARES = {
  name: 'statement_subjects_dispute_shares',
  place: EACH_BUCKET,
  text: `select s.id, ${OF_DISPUTE} from dispute_shares s
    join disputes d on (d.merchant_id, d.environment, d.id)
      = (s.merchant_id, s.environment, s.dispute_id)
    ${DISPUTED_CHARGE}
    where s.bearer_id = $1 and s.environment = $2 and s.id = any($3)`,
};

const STATEMENTS = {
  adjustment: ADJUSTMENTS,
  charge: CHARGES,
  payout: PAYOUTS,
  refund: REFUNDS,
  disputeReturn: DISPUTE_RETURNS,
  hold: HOLDS_OF_OPERATORS,
  split: SPLITS,
  transferSent: TRANSFERS_SENT,
  transferReceived: TRANSFERS_RECEIVED,
} as const;

/** The kinds of subjects, one for each statement above. */
export type SubjectKind = keyof typeof STATEMENTS;

type SubjectRow = EntrySubject & Record<string, unknown>;

/** The mark of a charge without a payer has the form of a CPF, which files would show. */
function withoutMark(subject: SubjectRow): SubjectRow {
  const { name, document } = subject;
  const isMark = name !== null && document !== null && isUnnamedPayer({ name, document });
  return isMark ? { ...subject, document: null } : subject;
}

/** Selects the subjects of a kind with these ids, in no order. */
export async function selectSubjects(
  database: Queryable,
  scope: LedgerScope,
  kind: SubjectKind,
  ids: readonly string[],
): Promise<EntrySubject[]> {
  const values = [scope.merchantId, scope.environment, ids];
  const rows = await database.query<SubjectRow>(STATEMENTS[kind], values);
  const subjects = rows.map(withoutMark);
  const missing = ids.length - subjects.length;
  return kind === 'hold' && missing > 0
    ? [...subjects, ...(await selectDisputedHolds(database, values))]
    : subjects;
}

/** The subjects of postings of disputes' holds. */
async function selectDisputedHolds(
  database: Queryable,
  [merchantId, environment, ids]: readonly unknown[],
): Promise<EntrySubject[]> {
  const moved = await database.query<{ id: string; holdId: string }>(MOVED_HOLDS, [
    merchantId,
    environment,
    ids,
  ]);
  const holdIds = [...new Set(moved.map(({ holdId }) => holdId))];
  const values = [merchantId, environment, holdIds];
  const shares = await database.query<SubjectRow>(DISPUTE_SHARES, values);
  const byHold = new Map(shares.map((share) => [share.id, share]));
  return moved.flatMap(({ id, holdId }) => {
    const subject = byHold.get(holdId);
    return subject ? [{ ...subject, id }] : [];
  });
}
