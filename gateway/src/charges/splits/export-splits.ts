import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { CSV_BEGINNING, csvLine, csvMoney, csvPairs, csvTime } from '#src/ground/csv.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { Page } from '#src/ground/database/read-page.ts';
import type { Language } from '#src/ground/http/language.ts';
import { instantOfId } from '#src/ground/ids.ts';
import { exportTexts } from './export-texts.ts';
import { listReceivedSplits } from './read-received-splits.ts';
import type { IdRange, ListedSplit } from './received-split.ts';

const PAGE_ROWS = 1_000;

/**
 * The shares of a recipient as a CSV file, newest first. Only one page at a time is in memory. A
 * page may be empty; it is yielded too, so that a reader that has gone ends the search.
 */
export async function* exportReceivedSplits(
  database: Queryable,
  scope: LedgerScope,
  {
    fromId,
    beforeId,
    status,
    language,
  }: IdRange & { readonly status: string | undefined; readonly language: Language },
): AsyncGenerator<string> {
  yield CSV_BEGINNING + csvLine(exportTexts[language].header, language);
  let cursor: string | null = beforeId;
  while (cursor !== null) {
    const filter = { fromId, beforeId: cursor, limit: PAGE_ROWS, status };
    const page: Page<ListedSplit> = await listReceivedSplits(database, scope, filter);
    yield page.rows.map((row) => lineOf(row, language)).join('');
    cursor = page.next;
  }
}

function lineOf(split: ListedSplit, language: Language): string {
  const { statuses, fixedAmount } = exportTexts[language];
  const cells = [
    csvTime(instantOfId(split.chargeId), language),
    statuses[split.status],
    // Basis points have two decimals as a percentage, like centavos as reais.
    split.basisPoints === null ? fixedAmount : csvMoney(split.basisPoints, language),
    csvMoney(split.amount, language),
    csvMoney(split.refunded, language),
    csvMoney(split.disputed, language),
    csvMoney(split.pending, language),
    split.availableOn,
    split.originName,
    split.originUsername,
    split.externalId,
    csvPairs(split.utm),
    split.paidAt === null ? null : csvTime(split.paidAt, language),
    split.chargeId,
  ];
  return csvLine(cells, language);
}
