import { CSV_BEGINNING, csvLine, csvMoney, csvPairs, csvTime } from '#src/ground/csv.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { Language } from '#src/ground/http/language.ts';
import { formatTaxId } from '#src/ground/pix/tax-id.ts';
import { dueColumns, dueCsvCells } from '../due-columns.ts';
import { exportTexts } from './export-texts.ts';
import { searchTransactions, type TransactionSearch } from './search-transactions.ts';
import type { ListedTransaction } from './transaction.ts';
import { netOf } from './transaction-item.ts';

const PAGE_ROWS = 1_000;

/**
 * The transactions of a search as a CSV file. Only one page at a time is in memory. Empty pages are
 * yielded too, so that the search ends when its reader has disconnected.
 */
export async function* exportTransactions(
  database: Queryable,
  search: Omit<TransactionSearch, 'cursor' | 'limit'>,
  language: Language,
): AsyncGenerator<string> {
  const header = [...exportTexts[language].header, ...dueColumns[language]];
  yield CSV_BEGINNING + csvLine(header, language);
  let cursor: string | undefined;
  do {
    const page = await searchTransactions(database, { ...search, cursor, limit: PAGE_ROWS });
    yield page.rows.map((row) => lineOf(row, language)).join('');
    cursor = page.nextId ?? undefined;
  } while (cursor !== undefined);
}

function lineOf(listed: ListedTransaction, language: Language): string {
  const { types, statuses } = exportTexts[language];
  // As in the panel, a payout is negative.
  const sign = listed.type === 'payout' ? -1n : 1n;
  const cells = [
    csvTime(listed.createdAt, language),
    types[listed.type],
    statuses[listed.status],
    csvMoney(sign * listed.amount, language),
    csvMoney(listed.fee, language),
    csvMoney(sign * netOf(listed), language),
    csvMoney(listed.refunded, language),
    listed.name,
    formatTaxId(listed.document),
    listed.pixKey,
    listed.externalId,
    listed.paidAt === null ? null : csvTime(listed.paidAt, language),
    listed.endToEndId,
    csvPairs(listed.utm),
    listed.id,
    listed.email,
    listed.description,
    listed.paymentLinkId,
    ...dueCsvCells(listed.due, language),
  ];
  return csvLine(cells, language);
}
