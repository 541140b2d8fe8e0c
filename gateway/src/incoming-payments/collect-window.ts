import type {
  Outcome,
  ReceivedPage,
  ReceivedPayment,
  ReceivingBank,
} from '#src/banking/live-bank.ts';
import { EndlessList, splitWindow } from '#src/banking/read-in-windows.ts';
import { MINUTE_MS } from '#src/platform/durations.ts';
import type { IncomingPaymentWindow } from './incoming-payment-window.ts';
import {
  insertWindows,
  keepProgress,
  postponeWindow,
  removeWindow,
} from './incoming-payment-window-store.ts';
import { type RecordDeps, recordIncomingPayments } from './record-incoming-payments.ts';
import { saveUnreadable } from './unreadable-payments.ts';

/** A page and its bookings take less. */
export const WINDOW_CLAIM_MS = 5 * MINUTE_MS;
const TRY_AGAIN_AFTER_MS = 15_000;
const DOUBLINGS_MAX = 5;

export interface CollectDeps extends RecordDeps {
  readonly receiving: ReceivingBank;
  /** Notes refunds of payments that this gateway did not ask for. */
  readonly saveUnrequestedRefunds: (payments: readonly ReceivedPayment[]) => Promise<void>;
}

/** What became of a window. `found` counts the payments that were new. */
export type WindowResult =
  | { readonly kind: 'read'; readonly found: number }
  /** It had too many pages; these are to be read instead. */
  | { readonly kind: 'split'; readonly found: number; readonly windowIds: readonly string[] }
  /** It waits for its next try, which goes on with the page that failed. */
  | { readonly kind: 'postponed'; readonly found: number; readonly reason: string }
  /** Another claim has it. */
  | { readonly kind: 'taken'; readonly found: number };

type PageResult = Exclude<WindowResult, { kind: 'taken' }> | { kind: 'next'; found: number };

/**
 * Reads a window of the bank's list from the page on where the last try stopped, and books what is
 * new. Progress is kept after each page.
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
    const isOurs = await keepProgress(deps.database, window, { nextPage: page + 1, until });
    if (!isOurs) return { kind: 'taken', found };
  }
}

async function collectPage(
  deps: CollectDeps,
  window: IncomingPaymentWindow,
  page: number,
): Promise<PageResult> {
  const filter = window.purpose === 'refunds' ? { hasRefunds: true } : {};
  const outcome = await deps.receiving.listReceived(window.period, page, filter);
  if (outcome.kind !== 'done') {
    return postpone(deps, window, { reason: reasonOf(outcome), page });
  }
  const narrower = narrowerWindows(window, outcome.value, page);
  if (narrower instanceof EndlessList) {
    return postpone(deps, window, { reason: narrower.message, page });
  }
  if (narrower) return split(deps, window, narrower);
  const found = await takeIn(deps, window, outcome.value);
  if (outcome.value.hasMore) return { kind: 'next', found };
  await removeWindow(deps.database, window);
  return { kind: 'read', found };
}

/** Books a page's payments; a look for refunds only notes those. @returns how many were new. */
async function takeIn(
  deps: CollectDeps,
  { purpose }: IncomingPaymentWindow,
  { payments, unreadable }: ReceivedPage,
): Promise<number> {
  const found = purpose === 'refunds' ? 0 : await recordIncomingPayments(deps, payments);
  await deps.saveUnrequestedRefunds(payments);
  await saveUnreadable(deps, { payments, unreadable });
  return found;
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
  // Those of an operator's demand stay with whoever reads them now.
  const isOwn = window.purpose === 'backfill';
  const dueAt = new Date(clock.now() + (isOwn ? WINDOW_CLAIM_MS : 0));
  const windowIds = await database.transaction(async (tx) => {
    if (!(await removeWindow(tx, window))) return [];
    return insertWindows(tx, narrower, { bank: bank.name, purpose: window.purpose, dueAt });
  });
  return { kind: 'split', found: 0, windowIds };
}

async function postpone(
  { database, clock, logger }: CollectDeps,
  window: IncomingPaymentWindow,
  { reason, page }: { reason: string; page: number },
): Promise<PageResult> {
  const pauseMs = TRY_AGAIN_AFTER_MS * 2 ** Math.min(window.failureCount, DOUBLINGS_MAX);
  const until = new Date(clock.now() + pauseMs);
  await postponeWindow(database, window, { until, failure: reason });
  const { from, to } = window.period;
  logger.warn({ reason, from, to, page }, 'the bank did not list what it received');
  return { kind: 'postponed', found: 0, reason };
}

function reasonOf(outcome: Exclude<Outcome<unknown>, { kind: 'done' }>): string {
  if (outcome.kind === 'refused') return outcome.refusal.message;
  if (outcome.kind === 'unknown') return outcome.reason;
  return 'O banco não está disponível no momento.';
}
