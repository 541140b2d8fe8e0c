import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { KycDecision, KycSubmission } from './kyc-application.ts';

const INSERT = {
  name: 'kyc_submission_insert',
  text: `insert into kyc_submissions (merchant_id, number, submitted_at, submitted_by)
    values ($1, $2, $3, $4)`,
};
const DECIDE = {
  name: 'kyc_submission_decide',
  text: `update kyc_submissions set decision = $3, reason = $4, decided_at = $5, decided_by = $6
    where merchant_id = $1 and number = $2 and decision is null`,
};
const SELECT = {
  name: 'kyc_submissions_of_merchant',
  text: `select * from kyc_submissions where merchant_id = $1 order by number desc limit 100`,
};
const LAST_DECISION = {
  name: 'kyc_last_decision',
  text: `select decision, decided_at from kyc_submissions
    where merchant_id = $1 and decision is not null order by number desc limit 1`,
};

/** Sends the insert of a submission. */
export function insertSubmission(
  tx: Transaction,
  submission: { merchantId: string; number: number; by: string; at: number },
): void {
  const { merchantId, number, by, at } = submission;
  tx.send(INSERT, [merchantId, number, new Date(at), by]);
}

/** Records the decision on a submission, once. */
export function decideSubmission(
  tx: Transaction,
  submission: { merchantId: string; number: number },
  outcome: { decision: KycDecision; reason: string | null; by: string; at: number },
): void {
  const { decision, reason, by, at } = outcome;
  const { merchantId, number } = submission;
  tx.send(DECIDE, [merchantId, number, decision, reason, new Date(at), by]);
}

interface SubmissionRow extends Record<string, unknown> {
  readonly number: bigint;
  readonly submitted_at: number;
  readonly submitted_by: string;
  readonly decision: KycDecision | null;
  readonly reason: string | null;
  readonly decided_at: number | null;
  readonly decided_by: string | null;
}

/** Up to 100 submissions of a merchant's application, the latest first. */
export async function selectSubmissions(
  database: Queryable,
  merchantId: string,
): Promise<KycSubmission[]> {
  const rows = await database.query<SubmissionRow>(SELECT, [merchantId]);
  return rows.map((row) => ({
    number: Number(row.number),
    submittedAt: row.submitted_at,
    submittedBy: row.submitted_by,
    decision: row.decision,
    reason: row.reason,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
  }));
}

export interface DecisionRow extends Record<string, unknown> {
  readonly decision: KycDecision;
  readonly decided_at: number;
}

/** The last decision on a merchant's application; undefined before the first. */
export async function selectLastDecision(
  database: Queryable,
  merchantId: string,
): Promise<DecisionRow | undefined> {
  return (await database.query<DecisionRow>(LAST_DECISION, [merchantId]))[0];
}
