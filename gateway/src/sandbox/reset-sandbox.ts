import { disableSecondFactors } from '#src/accounts/second-factor.ts';
import { deleteKeysOfBook } from '#src/idempotency/claim-keys.ts';
import { accounts, type Book } from '#src/ledger/chart-of-accounts.ts';
import { lockForPosting } from '#src/ledger/post.ts';
import { sandboxReset } from '#src/ledger/posting.ts';
import {
  releaseExternalIds,
  type SettleNeeds,
  settlePendingPayouts,
} from '#src/payouts/settle-payouts.ts';
import type { Transaction } from '#src/platform/database.ts';
import { createId } from '#src/platform/ids.ts';
import { settlePendingRefunds } from '#src/refunds/settle-refunds.ts';
import { claimResetDay, readResetDay } from './sandbox-store.ts';

/** Everything that grows from day to day. */
const CLEARED = [accounts.available, accounts.fees, accounts.bank] as const;
const RESET_HOUR_MS = 3 * 60 * 60 * 1_000;

/**
 * Resets the sandbox now: payouts and refunds on their way end, its accounts return to zero by a
 * compensating posting that keeps history, idempotency keys and payouts' external ids are free
 * again.
 */
export async function resetSandbox(needs: SettleNeeds): Promise<void> {
  await needs.database.transaction((tx) => reset(needs, tx));
}

/**
 * Resets the sandbox if the last 03:00 UTC has not been dealt with: by a clock that says so, or
 * after downtime. Of several processes one does it, for the day is claimed in the same transaction.
 */
export async function resetSandboxIfDue(needs: SettleNeeds): Promise<boolean> {
  const now = needs.clock.now();
  const day = new Date(now - RESET_HOUR_MS).toISOString().slice(0, 10);
  const { isDone, isKnown } = await readResetDay(needs.database, day);
  if (isDone) return false;
  return needs.database.transaction(async (tx) => {
    if (!(await claimResetDay(tx, day, new Date(now)))) return false;
    // The first start of all has nothing to reset; it only begins to count the days.
    if (!isKnown) return false;
    await reset(needs, tx);
    return true;
  });
}

async function reset(needs: SettleNeeds, tx: Transaction): Promise<void> {
  const now = needs.clock.now();
  const book: Book = { merchantId: needs.sandboxMerchantId, environment: 'test' };
  await settlePendingPayouts(needs, tx, book);
  await settlePendingRefunds(needs, tx, book);
  const locked = await lockForPosting(tx, [
    { ...book, isSandbox: true, accounts: [...CLEARED, accounts.sandboxAdjustments] },
  ]);
  const balances = new Map(CLEARED.map((account) => [account, locked.balance(book, account)]));
  if ([...balances.values()].some((balance) => balance !== 0n)) {
    const isPosted = locked.add(sandboxReset({ ...book, referenceId: createId(now) }, balances));
    if (!isPosted) throw new Error('the sandbox was not reset');
    locked.write(now);
  }
  deleteKeysOfBook(tx, book);
  disableSecondFactors(tx, book.merchantId);
  releaseExternalIds(tx, book);
}
