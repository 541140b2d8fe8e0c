import { CSV_BEGINNING, csvLine, csvMoney } from '#src/ground/csv.ts';
import type { Language } from '#src/ground/http/language.ts';
import { failureIn } from '../../failure-texts.ts';
import { batchCsvTexts } from './batch-csv-texts.ts';
import type { BatchWithLines } from './payout-batch.ts';

type Cells = readonly (string | number | bigint | null)[];

/** The file that a merchant fills in. */
export function templateFile(language: Language): string {
  const { columns, template } = batchCsvTexts[language];
  return csvFile([columns, ...template], language);
}

function csvFile(rows: readonly Cells[], language: Language): string {
  return CSV_BEGINNING + rows.map((cells) => csvLine(cells, language)).join('');
}

/** A batch with the states of its payouts. */
export function resultFile({ lines, payouts }: BatchWithLines, language: Language): string {
  const texts = batchCsvTexts[language];
  const byLine = new Map(payouts.map((payout) => [payout.line, payout]));
  const header = [texts.line, ...texts.columns, ...texts.results];
  const rows = lines.map((line) => {
    const payout = byLine.get(line.line);
    const amount = line.amount === null ? null : csvMoney(line.amount, language);
    const status = payout ? texts.statuses[payout.status] : texts.notSent;
    return [
      line.line,
      line.name,
      line.document,
      line.pixKeyType,
      line.pixKey,
      amount,
      line.description,
      line.externalId,
      status,
      failureIn(payout?.failure ?? null, language)?.message ?? null,
      payout?.id ?? null,
      payout?.endToEndId ?? null,
    ];
  });
  return csvFile([header, ...rows], language);
}
