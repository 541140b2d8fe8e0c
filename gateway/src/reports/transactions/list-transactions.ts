import {
  isWritten,
  type ListedCharge,
  type PageCharge,
  type WrittenCharge,
} from '#src/charges/charge-view.ts';
import { listShownCharges, listShownPages } from '#src/charges/read-shown-charges.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { type Page, pageOf, readPage } from '#src/ground/database/read-page.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { firstIdAt, ID_MAX } from '#src/ground/ids.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { type Payout, payoutDetails } from '#src/money-out/payouts/payout.ts';
import { listPayoutPages, listPayouts } from '#src/money-out/payouts/read-payouts.ts';
import {
  detailsOf,
  readTransactions,
  type TransactionDetails,
  transactionOf,
} from './read-transactions.ts';
import { hasDueDays } from './search-by-due-day.ts';
import { externalIdTerm } from './search-term.ts';
import { searchTransactions } from './search-transactions.ts';
import type { TransactionStatus, TransactionType } from './transaction.ts';

/** A transaction of a page: its id, and its JSON as the API shows it. */
export interface ListedTransaction {
  readonly id: string;
  readonly json: string;
}

/** The most rows of the pages of one batch, which are built without a pause. */
const BATCH_ROWS_MAX = 1_500;

/** The filters of a list in one scope. Instants in milliseconds. */
export interface TransactionFilter extends LedgerScope {
  readonly type: TransactionType | undefined;
  readonly status: TransactionStatus | undefined;
  readonly externalId: string | undefined;
  /** The key pair that created it; `panel` for a person at the panel. */
  readonly clientId: string | undefined;
  /** The customer whose charges are listed. */
  readonly customerId: string | undefined;
  readonly createdFrom: number | undefined;
  readonly createdTo: number | undefined;
  readonly paidFrom: number | undefined;
  readonly paidTo: number | undefined;
  /** The payment link that made the charge. */
  readonly paymentLinkId: string | undefined;
  /** The days on which pending charges are due, both included. */
  readonly dueFrom: string | undefined;
  readonly dueTo: string | undefined;
  /** The id after which the page starts. */
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Whether a page can be read in a batch: it is a range of ids without other filters. */
export function isPlainPage(filter: TransactionFilter): boolean {
  const { status, externalId } = filter;
  return status === undefined && externalId === undefined && !isSearch(filter);
}

/** Whether the filters need a search of bounded size, because they have no index of their own. */
function isSearch(filter: TransactionFilter): boolean {
  const { clientId, customerId, paidFrom, paidTo, paymentLinkId } = filter;
  return (
    hasDueDays(filter) ||
    [clientId, customerId, paidFrom, paidTo, paymentLinkId].some((value) => value !== undefined)
  );
}

/**
 * One page of a merchant's transactions in one environment, newest first. A charge
 * of which a change waits for the bank is marked.
 */
export async function listTransactions(
  deps: DatabaseAndClock,
  filter: TransactionFilter,
): Promise<Page<ListedTransaction>> {
  const { database } = deps;
  const { type, limit } = filter;
  if (isSearch(filter)) return searchPage(deps, filter);
  const selectRows = async (rowsMax: number): Promise<readonly ListedTransaction[]> => {
    const part = { ...rangeOf(filter), limit: rowsMax };
    const [charges, payouts] = await Promise.all([
      type === 'payout' ? [] : listShownCharges(database, part),
      type === 'charge' ? [] : listPayouts(database, part),
    ]);
    const written = await writeCharges(deps, charges, [part]);
    return newestFirst([...written, ...payouts.map(writePayout)]);
  };
  return readPage(limit, selectRows, idOf);
}

/**
 * Reads the plain pages of many requests, in their order, with one query for each type. It reads a
 * bounded number of rows and leaves further pages to the next batch.
 */
export async function listTransactionPages(
  deps: DatabaseAndClock,
  filters: readonly TransactionFilter[],
): Promise<readonly BatchResult<Page<ListedTransaction>>[]> {
  const { database } = deps;
  const taken = filters.slice(0, countThatFit(filters));
  const pagesOf = (type: TransactionType) =>
    taken.map((filter) => ({
      ...rangeOf(filter),
      limit: filter.type === undefined || filter.type === type ? filter.limit + 1 : 0,
    }));
  const [charges, payouts] = await Promise.all([
    listShownPages(database, pagesOf('charge')),
    listPayoutPages(database, pagesOf('payout')),
  ]);
  const pages = payouts.map((listed): ListedTransaction[] => listed.map(writePayout));
  for (const charge of await writeCharges(deps, charges, taken)) pages[charge.index]?.push(charge);
  return filters.map((filter, index) => {
    const rows = pages[index];
    return rows ? { value: pageOf(newestFirst(rows), filter.limit, idOf) } : { later: true };
  });
}

/** How many pages, from the first on, have at most `BATCH_ROWS_MAX` rows together; at least 1. */
function countThatFit(filters: readonly TransactionFilter[]): number {
  let rows = 0;
  const end = filters.findIndex(({ limit }, index) => {
    rows += limit + 1;
    return index > 0 && rows > BATCH_ROWS_MAX;
  });
  return end < 0 ? filters.length : end;
}

/** Ids are UUIDv7, so a period is a range of ids and needs no second index. */
function rangeOf(filter: TransactionFilter) {
  const { merchantId, environment, status, externalId, cursor } = filter;
  const until = filter.createdTo === undefined ? ID_MAX : firstIdAt(filter.createdTo);
  return {
    merchantId,
    environment,
    status,
    externalId,
    fromId: firstIdAt(filter.createdFrom ?? 0),
    beforeId: cursor !== undefined && cursor < until ? cursor : until,
  };
}

/** The charges of pages as JSON, in no order. */
async function writeCharges(
  deps: DatabaseAndClock,
  rows: readonly PageCharge[],
  scopes: readonly LedgerScope[],
): Promise<readonly WrittenCharge[]> {
  const written = rows.filter(isWritten);
  if (written.length === rows.length) return written;
  const others = rows.filter((row): row is ListedCharge => !isWritten(row));
  const details = await detailsOf(deps, others, scopes);
  return written.concat(
    details.map((shown, position) => ({
      index: others[position]?.index ?? -1,
      ...writeDetails(shown),
    })),
  );
}

function writePayout(payout: Payout): ListedTransaction {
  return writeDetails(payoutDetails(payout));
}

function writeDetails(details: TransactionDetails): ListedTransaction {
  return { id: details.internal_id, json: JSON.stringify(details) };
}

function newestFirst(listed: ListedTransaction[]): readonly ListedTransaction[] {
  return listed.sort((left, right) => (left.id < right.id ? 1 : -1));
}

function idOf({ id }: ListedTransaction): string {
  return id;
}

/** A page by a search of bounded size, which may be short although more rows follow. */
async function searchPage(
  deps: DatabaseAndClock,
  filter: TransactionFilter,
): Promise<Page<ListedTransaction>> {
  const { merchantId, environment, externalId } = filter;
  const amounts = { amountMin: undefined, amountMax: undefined };
  const term = externalId === undefined ? undefined : externalIdTerm(externalId);
  const page = await searchTransactions(deps.database, { ...filter, ...amounts, term });
  const keys = page.rows
    .filter((row) => externalId === undefined || row.externalId === externalId)
    .map(({ id }) => ({ merchantId, environment, id }));
  const read = keys.length > 0 ? await readTransactions(deps, keys) : [];
  const rows = read.flatMap((result) => transactionOf(result) ?? []);
  return { rows: rows.map(writeDetails), next: page.nextId };
}
