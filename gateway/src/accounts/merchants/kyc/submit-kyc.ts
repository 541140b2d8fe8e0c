import type { Actor } from '#src/ground/access/actor.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { statusChanges } from '../merchant.ts';
import { updateMerchantStatus } from '../merchant-store.ts';
import { findFaults } from './find-faults.ts';
import type { KycDeps } from './kyc-deps.ts';
import { selectDocuments } from './kyc-document-store.ts';
import { changeApplicationStatus, lockApplication } from './kyc-store.ts';
import { insertSubmission } from './kyc-submission-store.ts';
import { lockDraft } from './lock-draft.ts';

type Deps = Pick<KycDeps, 'database' | 'clock'>;

/**
 * Submits a merchant's draft for review. A rejected merchant becomes `pending_kyc` again. Refuses
 * `invalid_request` with every missing or wrong field, `kyc_closed` and `account_suspended`.
 */
export function submitKyc({ database, clock }: Deps, merchant: Merchant, by: Actor) {
  const now = clock.now();
  const { merchantId, username } = merchant;
  return database.transaction(async (tx) => {
    const draft = await lockDraft(tx, merchant, now);
    const documents = await selectDocuments(tx, { merchantId });
    const kinds = new Set(documents.map(({ kind }) => kind));
    const fields = findFaults(draft, kinds, brazilianDayOf(now));
    if (fields.length > 0) throw new Refusal('invalid_request', { fields });
    const number = await changeApplicationStatus(tx, {
      merchantId,
      from: 'draft',
      to: 'submitted',
      at: now,
    });
    if (number === undefined) throw new Refusal('kyc_closed');
    insertSubmission(tx, { merchantId, number, by: by.name, at: now });
    // The merchant was suspended or approved after the session was read.
    const waiting = await updateMerchantStatus(tx, username, statusChanges.resubmit);
    if (!waiting) throw new Refusal('kyc_closed');
    const change = { action: 'kyc.submitted' as const, merchantId, subject: draft.applicationId };
    recordChange(tx, by, { ...change, details: { submission: number } }, now);
  });
}

/**
 * Makes a rejected application a draft again. Refuses `account_suspended`, and `kyc_closed` if the
 * application is not rejected.
 */
export function reopenKyc({ database, clock }: Deps, merchant: Merchant, by: Actor) {
  const now = clock.now();
  const { merchantId } = merchant;
  if (merchant.status === 'suspended') throw new Refusal('account_suspended');
  return database.transaction(async (tx) => {
    const application = await lockApplication(tx, { merchantId });
    const move = { merchantId, from: 'rejected', to: 'draft', at: now } as const;
    const moved = application && (await changeApplicationStatus(tx, move));
    if (moved === undefined) throw new Refusal('kyc_closed');
    const subject = application?.applicationId ?? '';
    recordChange(tx, by, { action: 'kyc.reopened', merchantId, subject }, now);
  });
}
