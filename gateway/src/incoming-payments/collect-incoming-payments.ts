import type { Period } from '#src/banking/live-bank.ts';
import { type CollectDeps, collectWindow, WINDOW_CLAIM_MS } from './collect-window.ts';
import { claimDueWindow, claimWindow } from './incoming-payment-window-store.ts';
import { openBackfill, openDueWindows } from './open-windows.ts';

export type { CollectDeps } from './collect-window.ts';

/** After a failure: the calls of charges and payouts share the bank's patience. */
const FAILURE_PAUSE_MS = 15_000;

/**
 * Finds payments whose call-back never came, and refunds made at the bank: opens the windows of the
 * bank's list that are to be read by now, and reads one that is due. After a failure the bank is
 * left in peace for some seconds.
 * @returns the work of one round: whether there may be more.
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
    if (found > 0) logger.info({ found }, 'payments were found that no call-back had told of');
    if (result.kind === 'postponed') notBefore = clock.now() + FAILURE_PAUSE_MS;
    return result.kind !== 'postponed';
  };
}

/** What a backfill came to. */
export interface Backfill {
  /** How many payments were new. */
  readonly found: number;
  /** Why the bank could not be asked for all of it; the worker reads the rest. */
  readonly failure: string | undefined;
}

/**
 * Reads everything that the bank received in a period again, and books what is new. What can't be
 * read now is left to the worker.
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
    const window = await claimWindow(database, id, claimUntil());
    if (!window) continue;
    const result = await collectWindow(deps, window);
    found += result.found;
    if (result.kind === 'split') ids.unshift(...result.windowIds);
    if (result.kind === 'postponed') return { found, failure: result.reason };
  }
  return { found, failure: undefined };
}
