import assert from 'node:assert/strict';
import type { Merchant } from '#src/access/merchant.ts';
import type { Transaction } from '#src/platform/database/database.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { createId } from '#src/platform/ids.ts';
import type { KycApplication } from './kyc-application.ts';
import { insertApplication, lockApplication } from './kyc-store.ts';

/**
 * The merchant's draft, made with the first change and locked until the transaction ends: changes
 * of one application wait for each other. Refuses `kyc_closed` and `account_suspended`.
 */
export async function lockDraft(
  tx: Transaction,
  merchant: Merchant,
  at: number,
): Promise<KycApplication> {
  const { merchantId, status } = merchant;
  if (status === 'suspended') throw new Refusal('account_suspended');
  // Approved at the command line: there is nothing left to ask for.
  if (status === 'active') throw new Refusal('kyc_closed');
  insertApplication(tx, { merchantId, applicationId: createId(at) }, at);
  const application = await lockApplication(tx, merchantId);
  assert(application, 'the application was just inserted');
  if (application.status !== 'draft') throw new Refusal('kyc_closed');
  return application;
}
