import { CSV_BEGINNING, csvLine, csvMoney, csvPairs, csvTime } from '#src/ground/csv.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { Language } from '#src/ground/http/language.ts';
import { formatTaxId } from '#src/ground/pix/tax-id.ts';
import { dueColumns, dueCsvCells } from '../due-columns.ts';
import { exportTexts } from './export-texts.ts';
import { type ShownTransaction, withReceived } from './received.ts';
import { searchTransactions, type TransactionSearch } from './search-transactions.ts';

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
  const { header: columns, split } = exportTexts[language];
  const header = [...columns, ...dueColumns[language], split];
  yield CSV_BEGINNING + csvLine(header, language);
  let cursor: string | undefined;
  do {
    const page = await searchTransactions(database, { ...search, cursor, limit: PAGE_ROWS });
    const rows = await withReceived(database, search, page.rows);
    yield rows.map((row) => lineOf(row, language)).join('');
    cursor = page.nextId ?? undefined;
  } while (cursor !== undefined);
}

function lineOf(listed: ShownTransaction, language: Language): string {
  const { types, statuses } = exportTexts[language];
  // As in the panel, a payout is negative.
  const sign = listed.type === 'payout' ? -1n : 1n;
  const effect = listed.type === 'payout' ? -(listed.amount + listed.fee) : listed.received;
  const cells = [
    csvTime(listed.createdAt, language),
    types[listed.type],
    statuses[listed.status],
    csvMoney(sign * listed.amount, language),
    csvMoney(listed.fee, language),
    effect === null ? null : csvMoney(effect, language),
    csvMoney(listed.refunded + listed.returned, language),
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
    csvMoney(listed.split, language),
  ];
  return csvLine(cells, language);
}
