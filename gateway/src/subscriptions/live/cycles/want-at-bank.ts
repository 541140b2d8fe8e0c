import type { TransactionKey } from '#src/charges/charge.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import { type Cycle, isOpen, openAttempt } from '../../subscription.ts';
import { type BankWish, insertBankCycles, saveWishes } from './bank-cycle-store.ts';

/** A cycle that a transaction changes, with the key of its subscription. */
interface ChangedCycle {
  readonly key: TransactionKey;
  readonly cycle: Cycle;
  readonly isNew: boolean;
}

/**
 * Writes what the bank must do with live cycles, in the transaction that changes them: register new
 * ones, cancel canceled ones, try again. A worker then asks the bank, outside of any transaction.
 */
export function wantAtBank(tx: Transaction, changed: readonly ChangedCycle[], now: number): void {
  const live = changed.filter(({ key }) => key.environment === 'live');
  if (live.length === 0) return;
  const created = live.flatMap(({ key, isNew, cycle }) => {
    const { day, number, dueOn, chargeId } = cycle;
    const isWanted = isNew && isOpen(cycle) && chargeId !== null;
    return isWanted ? [{ key, day, number, dueOn, txid: txidFromId(chargeId) }] : [];
  });
  insertBankCycles(tx, created, now);
  saveWishes(
    tx,
    live.flatMap(({ key, isNew, cycle }) => (isNew ? [] : wishesOf({ key, cycle }, now))),
  );
}

/**
 * Has the bank end the charges of cycles that are paid by another payment than its own debit, so
 * that the payer is not debited too. Call it after the cycles are written.
 */
export function endAtBank(
  tx: Transaction,
  cycles: readonly Omit<ChangedCycle, 'isNew'>[],
  now: number,
): void {
  const wishes = cycles.map(
    ({ key, cycle: { day, number } }): BankWish => ({
      key,
      day,
      number,
      wanted: 'ended',
      retryOn: null,
      at: now,
    }),
  );
  saveWishes(tx, wishes);
}

/** Of a failed cycle nothing is wanted: the bank's charge waits for a retry, or ends by itself. */
function wishesOf({ key, cycle }: Omit<ChangedCycle, 'isNew'>, now: number): BankWish[] {
  const { day, number } = cycle;
  const wish = { key, day, number, wanted: null, retryOn: null, at: now };
  switch (cycle.status) {
    case 'canceled':
      return [{ ...wish, wanted: 'ended' }];
    case 'retrying':
      return [{ ...wish, retryOn: openAttempt(cycle)?.on ?? null }];
    case 'paid':
      return [{ ...wish, at: null }];
    case 'scheduled':
    case 'failed':
      return [];
  }
}
