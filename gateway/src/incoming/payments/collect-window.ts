import type { ReceivedPage, ReceivingBank } from '#src/bank/live-bank.ts';
import { reasonOfOutcome } from '#src/bank/outcome.ts';
import { EndlessList, splitWindow } from '#src/bank/read-in-windows.ts';
import { HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';
import { saveUnrequestedRefunds } from '../reconciliation/unrequested-refunds.ts';
import type { IncomingPaymentWindow } from './incoming-payment-window.ts';
import {
  insertWindows,
  postponeWindow,
  removeWindow,
  saveProgress,
} from './incoming-payment-window-store.ts';
import { type RecordDeps, recordIncomingPayments } from './record-incoming-payments.ts';
import { saveUnreadable } from './unreadable-payments.ts';

/** How long a claim lasts; reading and booking one page takes less. */
export const WINDOW_CLAIM_MS = 5 * MINUTE_MS;
const RETRY_AFTER_MS = 15_000;
const DOUBLINGS_MAX = 5;
const OLD_RETRY_AFTER_MS = HOUR_MS;
const OLD_FAILURES_MAX = 4;

export interface CollectDeps extends RecordDeps {
  readonly receiving: ReceivingBank;
}

/** The result of reading a window. `found` counts the payments that were new. */
export type WindowResult =
  | { readonly kind: 'read'; readonly found: number }
  /** It had too many pages; these windows replace it. */
  | { readonly kind: 'split'; readonly found: number; readonly windowIds: readonly string[] }
  /** It is read again later, from the page that failed. */
  | { readonly kind: 'postponed'; readonly found: number; readonly reason: string }
  /** Another worker has claimed it. */
  | { readonly kind: 'taken'; readonly found: number };

type PageResult = Exclude<WindowResult, { kind: 'taken' }> | { kind: 'next'; found: number };

/**
 * Reads a window of the bank's list, from the page at which the last attempt stopped, and books the
 * payments that are new. Progress is saved after each page.
 */
export async function collectWindow(
  deps: CollectDeps,
  window: IncomingPaymentWindow,
): Promise<WindowResult> {
  let found = 0;
  for (let page = window.nextPage; ; page += 1) {
    const result = await collectPage(deps, window, page);
    found += result.found;
    if (result.kind !== 'next') return { ...result, found };
    const until = new Date(deps.clock.now() + WINDOW_CLAIM_MS);
    const saved = await saveProgress(deps.database, { ...window, nextPage: page + 1, until });
    if (saved === 0) return { kind: 'taken', found };
  }
}

async function collectPage(
  deps: CollectDeps,
  window: IncomingPaymentWindow,
  page: number,
): Promise<PageResult> {
  const filter = isOfRefunds(window) ? { hasRefunds: true } : {};
  const outcome = await deps.receiving.listReceived(window.period, page, filter);
  if (outcome.kind !== 'done') {
    return postpone(deps, window, { reason: reasonOfOutcome(outcome), page });
  }
  const narrower = narrowerWindows(window, outcome.value, page);
  if (narrower instanceof EndlessList) {
    return postpone(deps, window, { reason: narrower.message, page });
  }
  if (narrower) return split(deps, window, narrower);
  const found = await savePage(deps, window, outcome.value);
  if (outcome.value.hasMore) return { kind: 'next', found };
  await removeWindow(deps.database, window);
  return { kind: 'read', found };
}

/** Books the payments of a page, and saves refunds. @returns how many payments were new. */
async function savePage(
  deps: CollectDeps,
  window: IncomingPaymentWindow,
  { payments, unreadable }: ReceivedPage,
): Promise<number> {
  const found = isOfRefunds(window) ? 0 : await recordIncomingPayments(deps, payments);
  await saveUnrequestedRefunds({ ...deps, bankName: deps.bank.name }, payments);
  await saveUnreadable(deps, { payments, unreadable });
  return found;
}

function isOfRefunds({ purpose }: IncomingPaymentWindow): boolean {
  return purpose === 'refunds' || purpose === 'old_refunds';
}

function narrowerWindows({ period }: IncomingPaymentWindow, page: ReceivedPage, number: number) {
  try {
    return splitWindow(period, page, number);
  } catch (error) {
    if (error instanceof EndlessList) return error;
    throw error;
  }
}

async function split(
  { database, clock, bank }: CollectDeps,
  window: IncomingPaymentWindow,
  narrower: readonly { from: number; to: number }[],
): Promise<PageResult> {
  // The process that runs a backfill reads its windows itself.
  const isOwn = window.purpose === 'backfill';
  const dueAt = new Date(clock.now() + (isOwn ? WINDOW_CLAIM_MS : 0));
  const windowIds = await database.transaction(async (tx) => {
    if ((await removeWindow(tx, window)) === 0) return [];
    return insertWindows(tx, narrower, { bank: bank.name, purpose: window.purpose, dueAt });
  });
  return { kind: 'split', found: 0, windowIds };
}

async function postpone(
  { database, clock, logger }: CollectDeps,
  window: IncomingPaymentWindow,
  { reason, page }: { reason: string; page: number },
): Promise<PageResult> {
  const { from, to } = window.period;
  logger.warn({ reason, from, to, page }, 'the list of received payments could not be read');
  // A bank may not list old periods at all, and the next round asks again.
  if (window.purpose === 'old_refunds' && window.failureCount >= OLD_FAILURES_MAX) {
    await removeWindow(database, window);
    return { kind: 'postponed', found: 0, reason };
  }
  const firstMs = window.purpose === 'old_refunds' ? OLD_RETRY_AFTER_MS : RETRY_AFTER_MS;
  const pauseMs = firstMs * 2 ** Math.min(window.failureCount, DOUBLINGS_MAX);
  const until = new Date(clock.now() + pauseMs);
  await postponeWindow(database, { ...window, until, failure: reason });
  return { kind: 'postponed', found: 0, reason };
}
