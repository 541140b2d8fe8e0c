import { cancelChargesIn } from '#src/charges/cancel-charges.ts';
import type { TransactionKey } from '#src/charges/charge.ts';
import { requestRemovals } from '#src/charges/live/cancel-live-charge.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { Subscription } from './subscription.ts';

/** The first charges that end with their subscriptions, unless the same transaction pays them. */
export function endedFirstCharges(
  ended: readonly Subscription[],
  paid: readonly TransactionKey[],
): TransactionKey[] {
  const paidIds = new Set(paid.map(({ id }) => id));
  return ended.flatMap(ownFirstCharge).filter(({ id }) => !paidIds.has(id));
}

/**
 * Cancels the open first charges of subscriptions that a transaction has ended: a code that does
 * both must not take money when nothing can be authorized any more. Live charges are canceled when
 * the bank has removed them. A charge that was paid or has expired stays as it is.
 */
export async function cancelFirstCharges(
  tx: Transaction,
  open: readonly TransactionKey[],
  now: number,
): Promise<void> {
  const test = open.filter(({ environment }) => environment === 'test');
  if (test.length > 0) {
    await cancelChargesIn(
      tx,
      test.map((key) => ({ ...key, isRemovedAtBank: false })),
      now,
    );
  }
  await requestRemovals(
    tx,
    open.filter(({ environment }) => environment === 'live'),
    now,
  );
}

/**
 * The charge that shares its code with the authorization. An offer's charge is owed with or without
 * one, and by the Central Bank's API the merchant makes and removes the charge itself.
 */
function ownFirstCharge(subscription: Subscription): TransactionKey[] {
  const { merchantId, environment, journey, firstChargeId: id } = subscription;
  const isOurs = subscription.cyclesBy === 'gateway' && subscription.activationTxid === null;
  if (journey !== 'code_and_first_payment' || !isOurs || id === null) return [];
  return [{ merchantId, environment, id }];
}
