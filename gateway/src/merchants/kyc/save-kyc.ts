import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '#src/access/actor.ts';
import type { Merchant } from '#src/access/merchant.ts';
import { recordChange } from '#src/audit/record-change.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import { type KycApplication, type KycData, tidyData } from './kyc-application.ts';
import { updateApplicationData } from './kyc-store.ts';
import { lockDraft } from './lock-draft.ts';

/** Keeps what a merchant has filled in so far. Nothing is judged before it is sent. */
export function saveKyc(
  { database, clock }: { database: Database; clock: Clock },
  merchant: Merchant,
  change: { data: KycData; by: Actor },
): Promise<void> {
  const now = clock.now();
  const { merchantId } = merchant;
  const data = tidyData(change.data);
  return database.transaction(async (tx) => {
    const draft = await lockDraft(tx, merchant, now);
    if (isDeepStrictEqual(tidyData(draft), data)) return;
    updateApplicationData(tx, merchantId, data);
    const subject = draft.applicationId;
    recordChange(tx, change.by, { action: 'kyc.saved', merchantId, subject }, now);
  });
}

/** Whether an application can be changed by its merchant now. */
export function isEditable(
  application: Pick<KycApplication, 'status'> | undefined,
  merchant: Pick<Merchant, 'status'>,
): boolean {
  const isWaiting = merchant.status === 'pending_kyc' || merchant.status === 'rejected';
  return isWaiting && (application?.status ?? 'draft') === 'draft';
}
