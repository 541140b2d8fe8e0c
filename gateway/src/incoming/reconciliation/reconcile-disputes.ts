import type { LiveBank } from '#src/bank/live-bank.ts';
import { DisputesUnreadError, type LeftAtBank } from '#src/disputes/live/read-bank-disputes.ts';
import { readClaims } from '#src/disputes/live/read-claims.ts';
import type { Database } from '#src/ground/database/database.ts';
import { requireDone } from './bank-answers.ts';
import { type Discrepancy, discrepancy } from './discrepancy.ts';

/** A dispute may be opened or decided between the two readings, so they are repeated once. */
const READINGS_MAX = 2;

export interface ReconcileDisputesDeps {
  readonly database: Database;
  readonly liveBank: LiveBank;
  /** Reads the bank's disputes and takes over what has changed. */
  readonly readDisputes: () => Promise<LeftAtBank>;
}

/**
 * Compares the disputes of now with the bank: those that could not be taken over, and the amount
 * that is blocked for them. A bank that doesn't list its disputes is itself a discrepancy, so that
 * the rest of the day is still compared. Throws BankUnavailableError.
 */
export async function reconcileDisputes(deps: ReconcileDisputesDeps): Promise<Discrepancy[]> {
  if (!deps.liveBank.disputes) return [];
  try {
    for (let reading = 1; ; reading += 1) {
      const left = leftDiscrepancies(await deps.readDisputes());
      const blocked = await compareBlocked(deps);
      if (blocked.length === 0 || reading === READINGS_MAX) return [...left, ...blocked];
    }
  } catch (error) {
    if (!(error instanceof DisputesUnreadError)) throw error;
    return [discrepancy('disputes_unread', null, { wordsAtBank: error.message })];
  }
}

function leftDiscrepancies({ unknown, unread }: LeftAtBank): Discrepancy[] {
  return [
    ...unknown.map(({ endToEndId, amount, id }) =>
      discrepancy('dispute_missing_here', endToEndId, { amountAtBank: amount, wordsAtBank: id }),
    ),
    ...unread.map(({ id, reason }) =>
      discrepancy('dispute_unreadable', id, { wordsAtBank: reason }),
    ),
  ];
}

/** The bank may block less than contested, and go on blocking what it has decided to return. */
async function compareBlocked({ database, liveBank }: ReconcileDisputesDeps) {
  const { sending, name } = liveBank;
  const balance = sending && requireDone(await sending.readBalance());
  if (!balance?.blocked) return [];
  const { byDisputes: amountAtBank } = balance.blocked;
  const { open: amountHere, atMost } = await readClaims(database, name);
  if (amountAtBank >= amountHere && amountAtBank <= atMost) return [];
  return [discrepancy('blocked_balance', null, { amountHere, amountAtBank })];
}
