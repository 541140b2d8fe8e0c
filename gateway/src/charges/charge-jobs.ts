import { bankFor } from '#src/bank/choose-bank.ts';
import { type DueWorkDeps, runLockedWork } from '#src/ground/work/due-work.ts';
import type { TransactionKey } from './charge.ts';
import { claimDueCharges } from './charge-store.ts';
import { confirmPaymentsIn } from './confirm-payments.ts';
import { expireChargesIn } from './expire-charges.ts';

interface DueCharge extends TransactionKey {
  readonly isExpiry: boolean;
}

/**
 * Makes the simulated payments of the sandbox that are due, or expires charges. The due times are
 * in the database, so a round that downtime prevented is made up. A round claims up to `chargesMax`
 * charges, which other processes then skip. Throws when the database is away.
 * @returns whether there may be more.
 */
export async function settleDueCharges(deps: DueWorkDeps, chargesMax: number): Promise<boolean> {
  const now = deps.clock.now();
  let hasMore = false;
  const done = await runLockedWork<DueCharge>(deps, {
    kind: 'charge',
    idOf: ({ id }) => id,
    merchantOf: ({ merchantId }) => merchantId,
    async claim(tx) {
      const due = (await claimDueCharges(tx, { at: now, limit: chargesMax })).map((row) => ({
        merchantId: row.merchant_id,
        environment: row.environment,
        id: row.id,
        isExpiry: row.is_expiry,
      }));
      // A simulated payment was due before the expiry, also when downtime delayed this round.
      const payments = due.filter(({ isExpiry }) => !isExpiry);
      const claimed = payments.length > 0 ? payments : due;
      hasMore = due.length === chargesMax || claimed.length < due.length;
      return claimed;
    },
    async run(tx, keys) {
      if (keys.some(({ isExpiry }) => isExpiry)) {
        return (await expireChargesIn(tx, keys, { now })).length;
      }
      const payments = keys.map((key) => ({
        ...key,
        endToEndId: bankFor(key.environment).receivePayment(now),
        acceptsExpired: true,
      }));
      return (await confirmPaymentsIn(tx, payments, now)).length;
    },
  });
  return hasMore && done > 0;
}
