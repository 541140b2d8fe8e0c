import type { Actor } from '#src/access/actor.ts';
import { type MerchantStatus, statusChanges } from '#src/access/merchant.ts';
import { recordChange } from '#src/audit/record-change.ts';
import type { Mail } from '#src/mail/mail.ts';
import { writeMail } from '#src/mail/write-mail.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database, Transaction } from '#src/platform/database/database.ts';
import type { SecretBox } from '#src/platform/encryption/encryption.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { isId } from '#src/platform/ids.ts';
import {
  selectMerchantById,
  updateMerchantDocument,
  updateMerchantStatus,
} from '../merchant-store.ts';
import type { KycApplication, KycDecision } from './kyc-application.ts';
import type { KycMails } from './kyc-mails.ts';
import { lockApplicationById, moveApplication } from './kyc-store.ts';
import { decideSubmission } from './kyc-submission-store.ts';

export interface DecideDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly secretBox: SecretBox;
  readonly kycMails: KycMails;
  /** Where the people of a merchant are written to. */
  readonly findMerchantEmails: (tx: Transaction, merchantId: string) => Promise<string[]>;
}

/** Which application is decided on; with the submission that was looked at, no other is. */
export interface DecisionTarget {
  readonly applicationId: string;
  readonly submission: number | undefined;
  readonly by: Actor;
}

/**
 * Approves what was submitted: the merchant is active, under the tax id that was proved. Everything
 * commits together, once. Refuses `kyc_not_found` and `status_change_refused`.
 */
export function approveKyc(deps: DecideDeps, target: DecisionTarget): Promise<void> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const application = await decide(tx, target, { decision: 'approved', reason: null, at: now });
    const { merchantId, taxId } = application;
    // Who was approved at the command line before is so already, and gets its document now.
    const from = [...statusChanges.approve.from, 'active'] as const;
    await changeStatus(tx, merchantId, { from, to: statusChanges.approve.to });
    updateMerchantDocument(tx, merchantId, taxId ?? '');
    await tell(tx, deps, merchantId, (email) => deps.kycMails.approved(email));
  });
}

/** Rejects what was submitted, for a reason that the merchant reads. Refuses the same. */
export function rejectKyc(deps: DecideDeps, target: DecisionTarget, reason: string): Promise<void> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const { merchantId } = await decide(tx, target, { decision: 'rejected', reason, at: now });
    await changeStatus(tx, merchantId, statusChanges.reject);
    await tell(tx, deps, merchantId, (email) => deps.kycMails.rejected(email, reason));
  });
}

/** Moves a submitted application to its decision, in its row, its history and the audit log. */
async function decide(
  tx: Transaction,
  { applicationId, submission, by }: DecisionTarget,
  outcome: { decision: KycDecision; reason: string | null; at: number },
): Promise<KycApplication> {
  const { decision, at } = outcome;
  const application = isId(applicationId)
    ? await lockApplicationById(tx, applicationId)
    : undefined;
  if (!application) throw new Refusal('kyc_not_found');
  const { merchantId, submissionCount: number } = application;
  // Sent again since it was looked at: what nobody has read isn't decided on.
  if (submission !== undefined && submission !== number) throw new Refusal('status_change_refused');
  const moved = await moveApplication(tx, merchantId, { from: 'submitted', to: decision, at });
  if (moved === undefined) throw new Refusal('status_change_refused');
  decideSubmission(tx, { merchantId, number }, { ...outcome, by: by.name });
  const change = { action: `kyc.${decision}`, merchantId, subject: applicationId };
  recordChange(tx, by, { ...change, details: { submission: number } }, at);
  return application;
}

async function changeStatus(
  tx: Transaction,
  merchantId: string,
  change: { from: readonly MerchantStatus[]; to: MerchantStatus },
): Promise<void> {
  const merchant = await selectMerchantById(tx, merchantId);
  const changed = merchant && (await updateMerchantStatus(tx, merchant.username, change));
  if (!changed) throw new Refusal('status_change_refused');
}

async function tell(
  tx: Transaction,
  deps: DecideDeps,
  merchantId: string,
  write: (email: string) => Mail,
): Promise<void> {
  const now = deps.clock.now();
  const emails = await deps.findMerchantEmails(tx, merchantId);
  for (const email of emails) writeMail(tx, deps.secretBox, write(email), now);
}
