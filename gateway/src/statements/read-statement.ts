import type { Queryable } from '#src/platform/database/database.ts';
import { type Page, readPage } from '#src/platform/database/read-page.ts';
import {
  countEntries,
  type ScopeAccount,
  type StatementRow,
  selectEntries,
  selectEntry,
} from './statement-store.ts';

export type { ScopeAccount, StatementRow } from './statement-store.ts';

const LARGEST_STEP = 2n ** 40n;
const PAGE_ROWS = 1_000;

/** What is asked for: instants in milliseconds, the end exclusive. */
export interface Period {
  readonly from: number;
  readonly until: number;
}

/**
 * A period of an account: a stretch of its entries, which are numbered without gaps, so that
 * neighbouring periods have every entry once. Empty when `last` is before `first`.
 */
export interface Stretch {
  readonly first: bigint;
  readonly last: bigint;
  readonly opening: bigint;
  readonly closing: bigint;
}

/** Finds the stretch of a period, and the balances before and after it. */
export async function findStretch(
  database: Queryable,
  account: ScopeAccount,
  { from, until }: Period,
): Promise<Stretch> {
  const count = await countEntries(database, account);
  const before = await lastBefore(database, account, { at: from, count });
  const last = await lastBefore(database, account, { at: until, count });
  const [opening, closing] = await Promise.all([
    balanceAfter(database, account, before),
    balanceAfter(database, account, last),
  ]);
  return { first: before + 1n, last, opening, closing };
}

/** One page of a stretch, newest first; `before` is the sequence that the last page ended with. */
export async function readStatementPage(
  database: Queryable,
  account: ScopeAccount,
  page: Stretch & { before: bigint | undefined; limit: number },
): Promise<Page<StatementRow, bigint>> {
  const { first, before, limit } = page;
  const last = before !== undefined && before <= page.last ? before - 1n : page.last;
  return readPage(
    limit,
    (rowsMax) => selectEntries(database, account, { first, last, limit: rowsMax, order: 'newest' }),
    ({ sequence }) => sequence,
  );
}

/** All entries of a stretch, oldest first, a page at a time: however many, none is kept. */
export async function* walkStatement(
  database: Queryable,
  account: ScopeAccount,
  { first, last }: Stretch,
): AsyncGenerator<StatementRow[]> {
  let next = first;
  while (next <= last) {
    const stretch = { first: next, last, limit: PAGE_ROWS, order: 'oldest' } as const;
    const rows = await selectEntries(database, account, stretch);
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    next = end.sequence + 1n;
  }
}

// Entries of an account come in the order of time (but for those of one moment), so halving finds
// the place among millions in some twenty looks, without an index that every posting would pay for.
async function lastBefore(
  database: Queryable,
  account: ScopeAccount,
  { at, count }: { at: number; count: bigint },
): Promise<bigint> {
  let position = 0n;
  for (let step = LARGEST_STEP; step > 0n; step /= 2n) {
    const next = position + step;
    if (next > count) continue;
    const entry = await selectEntry(database, account, next);
    if (entry && entry.created_at < at) position = next;
  }
  return position;
}

async function balanceAfter(
  database: Queryable,
  account: ScopeAccount,
  sequence: bigint,
): Promise<bigint> {
  if (sequence === 0n) return 0n;
  return (await selectEntry(database, account, sequence))?.balance_after_centavos ?? 0n;
}
