import type { Queryable } from '#src/ground/database/database.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import type { Cycle, SubscriptionKey } from '../../subscription.ts';
import { selectCyclesAtBank } from './bank-cycle-store.ts';

/**
 * Whether the bank will not debit the payer for a charge that ended here: it has said so, or never
 * had the charge. A cancellation that has not reached the bank is no end.
 */
export async function hasEndedAtBank(
  database: Queryable,
  subscription: SubscriptionKey,
  { chargeId }: Pick<Cycle, 'chargeId'>,
): Promise<boolean> {
  if (subscription.environment === 'test' || chargeId === null) return true;
  const txid = txidFromId(chargeId);
  const row = (await selectCyclesAtBank(database, subscription, [txid])).get(txid);
  if (!row) return false;
  const { status, isClosed } = row;
  return status === null ? isClosed : status === 'rejected' || status === 'canceled';
}
