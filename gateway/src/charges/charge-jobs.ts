import { bankFor } from '#src/banking/choose-bank.ts';
import { selectDueCharges } from './charge-store.ts';
import { type ConfirmNeeds, confirmPayments } from './confirm-payments.ts';
import { expireCharges } from './expire-charges.ts';

const DUE_CHARGES_MAX = 500;

/**
 * One round of what happens to charges by itself: the sandbox's simulated payments and expiries.
 * What is due stands in the database, so a round missed during downtime is made up.
 * @returns whether there may be more.
 */
export async function settleDueCharges(needs: ConfirmNeeds): Promise<boolean> {
  const now = needs.clock.now();
  const due = await selectDueCharges(needs.database, new Date(now), DUE_CHARGES_MAX);
  const keys = due.map((row) => ({
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.id,
    isExpiry: row.is_expiry,
  }));
  // The simulated payment was due before the expiry, even when downtime makes us hear of it late.
  const payments = keys
    .filter((key) => !key.isExpiry)
    .map((key) => ({
      ...key,
      endToEndId: bankFor(key.environment).receivePayment(now),
      acceptsExpired: true,
    }));
  const paid = await confirmPayments(needs, payments);
  const expired = await expireCharges(
    needs,
    keys.filter((key) => key.isExpiry),
  );
  return due.length === DUE_CHARGES_MAX && paid.length + expired.length > 0;
}
