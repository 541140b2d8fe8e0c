import type { Period } from '#src/bank/live-bank.ts';
import { type CollectDeps, collectWindow, WINDOW_CLAIM_MS } from './collect-window.ts';
import { claimDueWindow, claimWindow } from './incoming-payment-window-store.ts';
import { openBackfill, openDueWindows } from './open-windows.ts';

export type { CollectDeps } from './collect-window.ts';

/** The pause after a failure, because charges and payouts use the same bank. */
const FAILURE_PAUSE_MS = 15_000;

/**
 * Makes the function that finds payments without a call-back, and refunds made at the bank. Each
 * call opens the windows of the bank's list that are due and reads one of them; it returns whether
 * more may be due. After a failure it does nothing for 15 seconds.
 */
export function createCollector(deps: CollectDeps): () => Promise<boolean> {
  let notBefore = 0;
  return async () => {
    const { database, clock, logger, bank } = deps;
    const now = clock.now();
    if (now < notBefore) return false;
    await openDueWindows(deps);
    const until = new Date(now + WINDOW_CLAIM_MS);
    const window = await claimDueWindow(database, { bank: bank.name, at: new Date(now), until });
    if (!window) return false;
    const result = await collectWindow(deps, window);
    const { found } = result;
    if (found > 0)
      logger.info({ found }, 'payments without a call-back were found in the list of the bank');
    // A bank that doesn't list old periods may list new ones.
    const isFailed = result.kind === 'postponed' && window.purpose !== 'old_refunds';
    if (isFailed) notBefore = clock.now() + FAILURE_PAUSE_MS;
    return !isFailed;
  };
}

/** The result of a backfill. */
export interface Backfill {
  /** How many payments were new. */
  readonly found: number;
  /** Why a part could not be read; the worker reads it later. Undefined when all was read. */
  readonly failure: string | undefined;
}

/**
 * Reads the bank's list of a period again and books the payments that are new. The worker reads
 * windows again that could not be read now.
 */
export async function backfillIncomingPayments(
  deps: CollectDeps,
  period: Period,
): Promise<Backfill> {
  const { database, clock } = deps;
  const claimUntil = () => new Date(clock.now() + WINDOW_CLAIM_MS);
  const ids = await openBackfill(deps, period, claimUntil());
  let found = 0;
  for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
    const window = await claimWindow(database, { id, until: claimUntil() });
    if (!window) continue;
    const result = await collectWindow(deps, window);
    found += result.found;
    if (result.kind === 'split') ids.unshift(...result.windowIds);
    if (result.kind === 'postponed') return { found, failure: result.reason };
  }
  return { found, failure: undefined };
}
