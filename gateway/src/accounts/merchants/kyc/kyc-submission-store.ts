import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, paramsOf, send, sql } from '#src/ground/database/sql.ts';
import { KYC_SUBMISSION, type KycDecision } from './kyc-application.ts';

const $ = paramsOf({ ...KYC_SUBMISSION, merchantId: f.uuid, by: f.text, at: f.instant });

/** Sends the insert of a submission. */
export const insertSubmission = send(
  'kyc_submission_insert',
  sql`insert into kyc_submissions (merchant_id, number, submitted_at, submitted_by)
    values (${$.merchantId}, ${$.number}, ${$.at}, ${$.by})`,
);

/** Records the decision on a submission, once. */
export const decideSubmission = send(
  'kyc_submission_decide',
  sql`update kyc_submissions set decision = ${$.decision}, reason = ${$.reason},
      decided_at = ${$.at}, decided_by = ${$.by}
    where merchant_id = ${$.merchantId} and number = ${$.number} and decision is null`,
);

/** Up to 100 submissions of a merchant's application, the latest first. */
export const selectSubmissions = many(
  'kyc_submissions_of_merchant',
  KYC_SUBMISSION,
  sql`select * from kyc_submissions
    where merchant_id = ${$.merchantId} order by number desc limit 100`,
);

/** The last decision on a merchant's application; undefined before the first. */
export const selectLastDecision = maybeOne(
  'kyc_last_decision',
  {
    decision: f.neverNull(f.textOf<KycDecision>()),
    at: f.inColumn('decided_at', f.neverNull(f.instant)),
  },
  sql`select decision, decided_at from kyc_submissions
    where merchant_id = ${$.merchantId} and decision is not null order by number desc limit 1`,
);
