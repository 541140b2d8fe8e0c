import { bankFor } from '#src/bank/choose-bank.ts';
import { type DueWorkDeps, runDueWork } from '#src/ground/work/due-work.ts';
import type { TransactionKey } from './charge.ts';
import { selectDueCharges } from './charge-store.ts';
import { confirmPayments } from './confirm-payments.ts';
import { expireCharges } from './expire-charges.ts';

const DUE_CHARGES_MAX = 500;

/**
 * Makes the simulated payments of the sandbox that are due, and expires charges. The due times are
 * in the database, so a round that downtime prevented is made up. Throws when the database is away.
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
  // A simulated payment was due before the expiry, also when downtime delayed this round.
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
