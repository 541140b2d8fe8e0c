import { bankFor } from '#src/banking/choose-bank.ts';
import { type DueWorkDeps, runDueWork } from '#src/platform/work/due-work.ts';
import { selectDueCharges, type TransactionKey } from './charge-store.ts';
import { confirmPayments } from './confirm-payments.ts';
import { expireCharges } from './expire-charges.ts';

const DUE_CHARGES_MAX = 500;

/**
 * One round of what happens to charges by itself: the sandbox's simulated payments and expiries.
 * What is due stands in the database, so a round missed during downtime is made up.
 * @returns whether there may be more.
 */
export async function settleDueCharges(deps: DueWorkDeps): Promise<boolean> {
  const now = deps.clock.now();
  const due = await selectDueCharges(deps.database, new Date(now), DUE_CHARGES_MAX);
  const keys = due.map((row) => ({
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.id,
    isExpiry: row.is_expiry,
  }));
  const work = {
    kind: 'charge',
    idOf: ({ id }: TransactionKey) => id,
    merchantOf: ({ merchantId }: TransactionKey) => merchantId,
  } as const;
  // The simulated payment was due before the expiry, even when downtime makes us hear of it late.
  const payments = keys
    .filter((key) => !key.isExpiry)
    .map((key) => ({
      ...key,
      endToEndId: bankFor(key.environment).receivePayment(now),
      acceptsExpired: true,
    }));
  const paid = await runDueWork(deps, payments, {
    ...work,
    run: async (database, some) => (await confirmPayments({ ...deps, database }, some)).length,
  });
  const expiries = keys.filter((key) => key.isExpiry);
  const expired = await runDueWork(deps, expiries, {
    ...work,
    run: async (database, some) => (await expireCharges({ ...deps, database }, some)).length,
  });
  return due.length === DUE_CHARGES_MAX && paid + expired > 0;
}
