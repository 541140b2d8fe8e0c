import assert from 'node:assert/strict';
import type { Merchant } from '#src/ground/access/merchant.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId } from '#src/ground/ids.ts';
import type { KycApplication } from './kyc-application.ts';
import { insertApplication, lockApplication } from './kyc-store.ts';

/**
 * Locks a merchant's draft until the transaction ends; the first change inserts it. Refuses
 * `account_suspended`, and `kyc_closed` if the application is not a draft.
 */
export async function lockDraft(
  tx: Transaction,
  merchant: Merchant,
  at: number,
): Promise<KycApplication> {
  const { merchantId, status } = merchant;
  if (status === 'suspended') throw new Refusal('account_suspended');
  // Approved at the command line, so no application is needed.
  if (status === 'active') throw new Refusal('kyc_closed');
  insertApplication(tx, { merchantId, applicationId: createId(at), at });
  const application = await lockApplication(tx, { merchantId });
  assert(application, 'the application was just inserted');
  if (application.status !== 'draft') throw new Refusal('kyc_closed');
  return application;
}
