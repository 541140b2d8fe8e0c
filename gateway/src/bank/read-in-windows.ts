import { SECOND_MS } from '#src/ground/durations.ts';
import type { ListPage, Period } from './live-bank.ts';

/** A window with more pages is split, because banks read deep pages slowly. */
export const WINDOW_PAGES_MAX = 20;
const PARTS_MAX = 48;
/** The limit for one second, the shortest window of a bank. */
const PAGES_OF_A_SECOND_MAX = 10_000;

/** The bank lists more pages than a window of one second can have. */
export class EndlessList extends Error {
  override readonly name = 'EndlessList';

  constructor() {
    super('O banco lista mais páginas do que cabem em um segundo.');
  }
}

/**
 * Splits a window whose page `number` shows that it has too many pages; undefined when it is small
 * enough or one second long. Both ends of a window are included, so neighbours share an instant.
 * Throws EndlessList.
 */
export function splitWindow(window: Period, page: ListPage, number: number): Period[] | undefined {
  const pages = page.pageCount ?? number + (page.hasMore ? 2 : 1);
  if (pages <= WINDOW_PAGES_MAX) return undefined;
  const seconds = Math.ceil((window.to - window.from) / SECOND_MS);
  if (seconds <= 1) {
    if (pages > PAGES_OF_A_SECOND_MAX) throw new EndlessList();
    return undefined;
  }
  const wanted = Math.ceil((2 * pages) / WINDOW_PAGES_MAX);
  const stepMs = Math.ceil(seconds / Math.min(wanted, PARTS_MAX, seconds)) * SECOND_MS;
  const count = Math.ceil((window.to - window.from) / stepMs);
  return Array.from({ length: count }, (_, index) => ({
    from: window.from + index * stepMs,
    to: Math.min(window.from + (index + 1) * stepMs, window.to),
  }));
}

/**
 * Reads a bank's list page by page, in windows that are split until they are small enough. An item
 * may be yielded more than once: by two neighbouring windows, and again after a split. Throws
 * EndlessList and the errors of `list`.
 */
export async function* readInWindows<Page extends ListPage>(
  list: (window: Period, page: number) => Promise<Page>,
  period: Period,
): AsyncGenerator<Page> {
  const open: Period[] = [period];
  for (let window = open.pop(); window; window = open.pop()) {
    const narrower = yield* readWindow(list, window);
    open.push(...narrower.toReversed());
  }
}

/** Yields the pages of a window; returns the windows to read instead when it is too large. */
async function* readWindow<Page extends ListPage>(
  list: (window: Period, page: number) => Promise<Page>,
  window: Period,
): AsyncGenerator<Page, Period[]> {
  for (let number = 0; ; number += 1) {
    const page = await list(window, number);
    const narrower = splitWindow(window, page, number);
    if (narrower) return narrower;
    yield page;
    if (!page.hasMore) return [];
  }
}
