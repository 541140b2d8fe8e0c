import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '#src/ground/access/actor.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';

import { type KycApplication, type KycData, normaliseData } from './kyc-application.ts';
import type { KycDeps } from './kyc-deps.ts';
import { updateApplicationData } from './kyc-store.ts';
import { lockDraft } from './lock-draft.ts';

/**
 * Saves the data of a merchant's draft. The data is checked only when the draft is submitted.
 * Refuses `kyc_closed` and `account_suspended`.
 */
export function saveKyc(
  { database, clock }: Pick<KycDeps, 'database' | 'clock'>,
  merchant: Merchant,
  change: { data: KycData; by: Actor },
): Promise<void> {
  const now = clock.now();
  const { merchantId } = merchant;
  const data = normaliseData(change.data);
  return database.transaction(async (tx) => {
    const draft = await lockDraft(tx, merchant, now);
    if (isDeepStrictEqual(normaliseData(draft), data)) return;
    updateApplicationData(tx, { ...data, merchantId });
    const subject = draft.applicationId;
    recordChange(tx, change.by, { action: 'kyc.saved', merchantId, subject }, now);
  });
}

/** Whether a merchant can change its application now. */
export function isEditable(
  application: Pick<KycApplication, 'status'> | undefined,
  merchant: Pick<Merchant, 'status'>,
): boolean {
  const isWaiting = merchant.status === 'pending_kyc' || merchant.status === 'rejected';
  return isWaiting && (application?.status ?? 'draft') === 'draft';
}
