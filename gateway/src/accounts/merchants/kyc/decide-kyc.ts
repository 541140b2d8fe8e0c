import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { isId } from '#src/ground/ids.ts';
import { storeAddress } from '../address/merchant-address-store.ts';
import { type MerchantStatus, statusChanges } from '../merchant.ts';
import {
  selectMerchantById,
  updateMerchantDocument,
  updateMerchantStatus,
} from '../merchant-store.ts';
import type { KycApplication, KycDecision } from './kyc-application.ts';
import type { KycReviewDeps } from './kyc-deps.ts';
import { approvedMail, rejectedMail } from './kyc-mails.ts';
import { changeApplicationStatus, lockApplicationById } from './kyc-store.ts';
import { decideSubmission } from './kyc-submission-store.ts';

/** The application to decide. If a submission is given, a later submission is not decided. */
export interface DecisionTarget {
  readonly applicationId: string;
  readonly submission: number | undefined;
  readonly by: Actor;
}

/**
 * Approves a submitted application: the merchant becomes active, with the tax id and
 * the address of the application, in one transaction. Refuses `kyc_not_found`, and
 * `status_change_refused` if the application or the merchant is in another status, or a later
 * submission exists.
 */
export function approveKyc(deps: KycReviewDeps, target: DecisionTarget): Promise<void> {
  const { database, mailer } = deps;
  const now = deps.clock.now();
  return database.transaction(async (tx) => {
    const application = await decide(tx, target, { decision: 'approved', reason: null, at: now });
    const { merchantId, taxId } = application;
    // A merchant that was approved at the command line is active already; it gets its tax id here.
    const from = [...statusChanges.approve.from, 'active'] as const;
    await changeStatus(tx, merchantId, { from, to: statusChanges.approve.to });
    updateMerchantDocument(tx, { merchantId, document: taxId ?? '' });
    storeAddress(tx, { ...application, at: now });
    const audience = { merchantId, topic: 'kyc_decided' } as const;
    await mailer.tell(tx, audience, approvedMail(mailer.appUrl), now);
  });
}

/**
 * Rejects a submitted application. The merchant gets the reason by mail. Refuses `kyc_not_found`,
 * and `status_change_refused` in the same cases as `approveKyc`.
 */
export function rejectKyc(
  deps: KycReviewDeps,
  target: DecisionTarget,
  reason: string,
): Promise<void> {
  const { database, mailer } = deps;
  const now = deps.clock.now();
  return database.transaction(async (tx) => {
    const { merchantId } = await decide(tx, target, { decision: 'rejected', reason, at: now });
    await changeStatus(tx, merchantId, statusChanges.reject);
    const audience = { merchantId, topic: 'kyc_decided' } as const;
    await mailer.tell(tx, audience, rejectedMail(mailer.appUrl, reason), now);
  });
}

/** Stores the decision on a submitted application, in its row, its history and the audit log. */
async function decide(
  tx: Transaction,
  { applicationId, submission, by }: DecisionTarget,
  outcome: { decision: KycDecision; reason: string | null; at: number },
): Promise<KycApplication> {
  const { decision, at } = outcome;
  const application = isId(applicationId)
    ? await lockApplicationById(tx, { applicationId })
    : undefined;
  if (!application) throw new Refusal('kyc_not_found');
  const { merchantId, submissionCount: number } = application;
  // Submitted again after the operator read it: the new submission is not reviewed yet.
  if (submission !== undefined && submission !== number) throw new Refusal('status_change_refused');
  const moved = await changeApplicationStatus(tx, {
    merchantId,
    from: 'submitted',
    to: decision,
    at,
  });
  if (moved === undefined) throw new Refusal('status_change_refused');
  decideSubmission(tx, { ...outcome, merchantId, number, by: by.name });
  const change = { action: `kyc.${decision}` as const, merchantId, subject: applicationId };
  recordChange(tx, by, { ...change, details: { submission: number } }, at);
  return application;
}

async function changeStatus(
  tx: Transaction,
  merchantId: string,
  change: { from: readonly MerchantStatus[]; to: MerchantStatus },
): Promise<void> {
  const merchant = await selectMerchantById(tx, { merchantId });
  const changed = merchant && (await updateMerchantStatus(tx, merchant.username, change));
  if (!changed) throw new Refusal('status_change_refused');
}
