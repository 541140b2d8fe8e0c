import type { Actor } from '#src/ground/access/actor.ts';
import type { Change } from '#src/ground/audit/change.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { selectMerchantsOfUser } from './memberships/membership-store.ts';

/**
 * Records a change of a user's own log-in in the audit log of each of its merchants, because each
 * of them trusts this log-in; once without a merchant for an operator.
 */
export async function recordUserChange(
  tx: Transaction,
  by: Actor,
  userId: string,
  change: Omit<Change, 'merchantId'>,
  at: number,
): Promise<void> {
  const merchants = await selectMerchantsOfUser(tx, userId);
  for (const merchantId of merchants.length === 0 ? [null] : merchants) {
    recordChange(tx, by, { ...change, merchantId }, at);
  }
}
