import type { TransactionKey } from '#src/charges/charge.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import { type Cycle, isOpen, openAttempt } from '../../subscription.ts';
import { type DesiredChange, insertBankCycles, updateDesired } from './bank-cycle-store.ts';

/** A cycle that a transaction changes, with the key of its subscription. */
interface ChangedCycle {
  readonly key: TransactionKey;
  readonly cycle: Cycle;
  readonly isNew: boolean;
}

/**
 * Writes the state that live cycles must reach at the bank, in the transaction that changes them:
 * new ones registered, canceled ones ended, failed ones retried. A worker then calls the bank.
 */
export function saveDesiredCycles(
  tx: Transaction,
  changed: readonly ChangedCycle[],
  now: number,
): void {
  const live = changed.filter(({ key }) => key.environment === 'live');
  if (live.length === 0) return;
  const created = live.flatMap(({ key, isNew, cycle }) => {
    const { day, number, dueOn, chargeId } = cycle;
    const isForBank = isNew && isOpen(cycle) && chargeId !== null;
    return isForBank ? [{ key, day, number, dueOn, txid: txidFromId(chargeId) }] : [];
  });
  insertBankCycles(tx, created, now);
  updateDesired(
    tx,
    live.flatMap(({ key, isNew, cycle }) => (isNew ? [] : desiredOf({ key, cycle }, now))),
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
  const desired = cycles.map(
    ({ key, cycle: { day, number } }): DesiredChange => ({
      key,
      day,
      number,
      wanted: 'ended',
      retryOn: null,
      at: now,
    }),
  );
  updateDesired(tx, desired);
}

/** A failed cycle changes nothing: the bank's charge waits for a retry, or ends by itself. */
function desiredOf({ key, cycle }: Omit<ChangedCycle, 'isNew'>, now: number): DesiredChange[] {
  const { day, number } = cycle;
  const desired = { key, day, number, wanted: null, retryOn: null, at: now };
  switch (cycle.status) {
    case 'canceled':
      return [{ ...desired, wanted: 'ended' }];
    case 'retrying':
      return [{ ...desired, retryOn: openAttempt(cycle)?.on ?? null }];
    case 'paid':
      return [{ ...desired, at: null }];
    case 'scheduled':
    case 'failed':
      return [];
  }
}
