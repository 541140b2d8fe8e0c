import type { StoredTerms } from '#src/charges/due/due-terms.ts';
import { isUnnamedPayer } from '#src/charges/standard-charge.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, param, paramsOf, sql } from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import { ENTRY_SUBJECT, type EntrySubject } from './statement.ts';

const NAMED = { ...ENTRY_SUBJECT, name: f.text };
const TRANSACTION = { ...NAMED, transactionId: f.uuid, document: f.text };
const PAYOUT = { ...TRANSACTION, fee: f.centavos };
const CHARGE = { ...PAYOUT, shares: f.centavos, due: f.orNull(f.json<StoredTerms>()) };

const $ = paramsOf(f.SCOPE);
const IDS = param('ids', f.listOf(f.uuid));
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}
      and id = any(${IDS})`;

const selectCharges = many(
  'statement_subjects_charges',
  CHARGE,
  sql`select id, id as transaction_id, payer_name as name, payer_document as document,
      external_id, end_to_end_id, utm,
      fee_centavos as fee, shares_centavos as shares, due
    from charges where ${OF_SCOPE}`,
);
const selectPayouts = many(
  'statement_subjects_payouts',
  PAYOUT,
  sql`select id, id as transaction_id, beneficiary_name as name,
      beneficiary_document as document, external_id,
      end_to_end_id, null::json as utm, fee_centavos as fee
    from payouts where ${OF_SCOPE}`,
);
// The end-to-end id of the refunded payment.
const selectRefunds = many(
  'statement_subjects_refunds',
  { ...TRANSACTION, endToEndId: f.text },
  sql`select r.id, c.id as transaction_id, c.payer_name as name, c.payer_document as document,
      c.external_id, r.end_to_end_id, c.utm
    from refunds r
    join charges c on (c.merchant_id, c.environment, c.id)
      = (${$.merchantId}, ${$.environment}, r.charge_id)
    where r.merchant_id = ${$.merchantId} and r.environment = ${$.environment}
      and r.id = any(${IDS})`,
);
// A recipient may not know the payer of a split charge, only its origin.
const selectSplits = many(
  'statement_subjects_splits',
  NAMED,
  sql`select s.charge_id as id, null::uuid as transaction_id, m.name, null::text as document,
      s.external_id, null::text as end_to_end_id, s.utm
    from charge_splits s join merchants m on m.merchant_id = s.merchant_id
    where s.recipient_id = ${$.merchantId} and s.environment = ${$.environment}
      and s.charge_id = any(${IDS})`,
  EACH_BUCKET,
);
const selectTransfersSent = many(
  'statement_subjects_transfers_sent',
  NAMED,
  sql`select t.id, null::uuid as transaction_id, m.name, null::text as document,
      t.description as external_id, null::text as end_to_end_id, null::json as utm
    from transfers t join merchants m on m.merchant_id = t.recipient_id
    where t.merchant_id = ${$.merchantId} and t.environment = ${$.environment}
      and t.id = any(${IDS})`,
);
const selectTransfersReceived = many(
  'statement_subjects_transfers_received',
  NAMED,
  sql`select t.id, null::uuid as transaction_id, m.name, null::text as document,
      t.description as external_id, null::text as end_to_end_id, null::json as utm
    from transfers t join merchants m on m.merchant_id = t.merchant_id
    where t.recipient_id = ${$.merchantId} and t.environment = ${$.environment}
      and t.id = any(${IDS})`,
  EACH_BUCKET,
);

// The origin knows the payer of the contested charge, a recipient only the origin.
const OF_DISPUTE = sql`case when d.merchant_id = ${$.merchantId} then c.id end as transaction_id,
    case when d.merchant_id = ${$.merchantId} then c.payer_name else m.name end as name,
    case when d.merchant_id = ${$.merchantId} then c.payer_document end as document,
    c.external_id,
    case when d.merchant_id = ${$.merchantId} then d.end_to_end_id end as end_to_end_id, c.utm`;
const DISPUTED_CHARGE = `join charges c on (c.merchant_id, c.environment, c.id)
      = (d.merchant_id, d.environment, d.charge_id)
    join merchants m on m.merchant_id = d.merchant_id`;
const selectDisputeReturns = many(
  'statement_subjects_dispute_returns',
  ENTRY_SUBJECT,
  sql`select p.id, ${OF_DISPUTE} from dispute_return_parts p
    join dispute_returns r on (r.merchant_id, r.environment, r.id)
      = (p.merchant_id, p.environment, p.return_id)
    join disputes d on (d.merchant_id, d.environment, d.id)
      = (r.merchant_id, r.environment, r.dispute_id)
    ${DISPUTED_CHARGE}
    where p.bearer_id = ${$.merchantId} and p.environment = ${$.environment}
      and p.id = any(${IDS})`,
  EACH_BUCKET,
);
// An adjustment has the operator's reason, and optionally a reference.
const OF_OPERATOR = `null::uuid as transaction_id, null::text as name, null::text as document,
    concat_ws(' - ', a.reason, a.reference) as external_id, null::text as end_to_end_id,
    null::json as utm`;
const selectAdjustments = many(
  'statement_subjects_adjustments',
  ENTRY_SUBJECT,
  sql`select a.id, ${OF_OPERATOR} from balance_adjustments a
    where a.merchant_id = ${$.merchantId} and a.environment = ${$.environment}
      and a.id = any(${IDS})`,
);
// A hold of an operator has the id of its adjustment, a hold of a dispute the id of its share.
const selectHoldsOfOperators = many(
  'statement_subjects_operator_holds',
  ENTRY_SUBJECT,
  sql`select v.reference_id as id, ${OF_OPERATOR} from balance_hold_movements v
    join balance_adjustments a on (a.merchant_id, a.environment, a.id)
      = (v.merchant_id, v.environment, v.hold_id)
    where v.merchant_id = ${$.merchantId} and v.environment = ${$.environment}
      and v.reference_id = any(${IDS})`,
);
// The movements are in the bearer's bucket, the shares in the charge's bucket.
const selectMovedHolds = many(
  'statement_moved_holds',
  { id: f.uuid, holdId: f.uuid },
  sql`select v.reference_id as id, v.hold_id from balance_hold_movements v
    where v.merchant_id = ${$.merchantId} and v.environment = ${$.environment}
      and v.reference_id = any(${IDS})`,
);
const selectDisputeShares = many(
  'statement_subjects_dispute_shares',
  ENTRY_SUBJECT,
  sql`select s.id, ${OF_DISPUTE} from dispute_shares s
    join disputes d on (d.merchant_id, d.environment, d.id)
      = (s.merchant_id, s.environment, s.dispute_id)
    ${DISPUTED_CHARGE}
    where s.bearer_id = ${$.merchantId} and s.environment = ${$.environment}
      and s.id = any(${IDS})`,
  EACH_BUCKET,
);

const selectOfKind = {
  adjustment: selectAdjustments,
  charge: selectCharges,
  payout: selectPayouts,
  refund: selectRefunds,
  disputeReturn: selectDisputeReturns,
  hold: selectHoldsOfOperators,
  split: selectSplits,
  transferSent: selectTransfersSent,
  transferReceived: selectTransfersReceived,
} as const;

/** The kinds of subjects, one for each statement above. */
export type SubjectKind = keyof typeof selectOfKind;

/** The mark of a charge without a payer has the form of a CPF, which files would show. */
function withoutMark(subject: EntrySubject): EntrySubject {
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
  const key = { merchantId: scope.merchantId, environment: scope.environment, ids };
  const rows: EntrySubject[] = await selectOfKind[kind](database, key);
  const subjects = rows.map(withoutMark);
  const missing = ids.length - subjects.length;
  return kind === 'hold' && missing > 0
    ? [...subjects, ...(await selectDisputedHolds(database, key))]
    : subjects;
}

/** The subjects of postings of disputes' holds. */
async function selectDisputedHolds(
  database: Queryable,
  key: LedgerScope & { readonly ids: readonly string[] },
): Promise<EntrySubject[]> {
  const moved = await selectMovedHolds(database, key);
  const holdIds = [...new Set(moved.map(({ holdId }) => holdId))];
  const shares = await selectDisputeShares(database, { ...key, ids: holdIds });
  const byHold = new Map(shares.map((share) => [share.id, share]));
  return moved.flatMap(({ id, holdId }) => {
    const subject = byHold.get(holdId);
    return subject ? [{ ...subject, id }] : [];
  });
}
