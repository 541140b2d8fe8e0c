import { disableSecondFactors } from '#src/accounts/auth/second-factor.ts';
import { cancelOpenDisputes } from '#src/disputes/cancel-disputes.ts';
import type { DisputeDeps } from '#src/disputes/write-disputes.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import { deleteKeysOfScope } from '#src/ground/idempotency/claim-keys.ts';
import { createId } from '#src/ground/ids.ts';
import { accounts } from '#src/ledger/chart-of-accounts.ts';
import { lockForPosting } from '#src/ledger/post.ts';
import { sandboxReset } from '#src/ledger/posting.ts';
import {
  releaseExternalIds,
  type SettleDeps,
  settlePendingPayouts,
} from '#src/money-out/payouts/settle-payouts.ts';
import { settlePendingRefunds } from '#src/money-out/refunds/settle-refunds.ts';
import { claimResetDay, readResetDay } from './sandbox-store.ts';

/** The accounts whose balances return to zero. */
const CLEARED = [accounts.available, accounts.fees, accounts.bank] as const;
const RESET_HOUR_MS = 3 * HOUR_MS;

export type ResetDeps = SettleDeps & DisputeDeps;

/**
 * Resets the sandbox now: cancels its open disputes, ends its pending payouts and refunds, sets
 * its balances to zero by a compensating posting, and frees its idempotency keys and the external
 * ids of its payouts. Throws if the ledger already has the posting.
 */
export async function resetSandbox(deps: ResetDeps): Promise<void> {
  await cancelDisputes(deps);
  await deps.database.transaction((tx) => reset(deps, tx));
}

/**
 * Resets the sandbox if it was not reset since the last 03:00 UTC, also after a downtime. The
 * transaction claims the day, so one process resets it.
 * @returns whether this call reset it.
 */
export async function resetSandboxIfDue(deps: ResetDeps): Promise<boolean> {
  const now = deps.clock.now();
  const day = new Date(now - RESET_HOUR_MS).toISOString().slice(0, 10);
  const { isDone, isKnown } = await readResetDay(deps.database, { day });
  if (isDone) return false;
  await cancelDisputes(deps);
  return deps.database.transaction(async (tx) => {
    if ((await claimResetDay(tx, { day, at: now })) === 0) return false;
    // At the first start there is nothing to reset: only the day is recorded.
    if (!isKnown) return false;
    await reset(deps, tx);
    return true;
  });
}

/** Releases the amounts that open disputes of the sandbox block, before its balances are reset. */
async function cancelDisputes({ sandboxMerchantId: merchantId, ...deps }: ResetDeps) {
  while (await cancelOpenDisputes(deps, { merchantId, environment: 'test' }));
}

async function reset(deps: SettleDeps, tx: Transaction): Promise<void> {
  const now = deps.clock.now();
  const scope: LedgerScope = { merchantId: deps.sandboxMerchantId, environment: 'test' };
  await settlePendingPayouts(deps, tx, scope);
  await settlePendingRefunds(deps, tx, scope);
  const locked = await lockForPosting(tx, [
    { ...scope, isSandbox: true, accounts: [...CLEARED, accounts.sandboxAdjustments] },
  ]);
  const balances = new Map(CLEARED.map((account) => [account, locked.balance(scope, account)]));
  if ([...balances.values()].some((balance) => balance !== 0n)) {
    const isPosted = locked.add(sandboxReset({ ...scope, referenceId: createId(now) }, balances));
    if (!isPosted) throw new Error('the posting of the sandbox reset exists already');
    locked.write(now);
  }
  deleteKeysOfScope(tx, scope);
  disableSecondFactors(tx, scope.merchantId);
  releaseExternalIds(tx, scope);
}
