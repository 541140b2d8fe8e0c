import { brazilianTime } from '#src/platform/brazilian-days.ts';
import { CSV_BEGINNING, csvLine, csvMoney } from '#src/platform/csv.ts';
import { wordsOfKind } from './entry-words.ts';
import type { StatementRow } from './read-statement.ts';

const HEADER = ['Data', 'Descrição', 'Valor', 'Saldo', 'Referência', 'Lançamento'];

/** A statement as a CSV file for Brazilian spreadsheets, oldest entry first. */
export async function* statementCsv(pages: AsyncIterable<StatementRow[]>): AsyncGenerator<string> {
  yield CSV_BEGINNING + csvLine(HEADER);
  for await (const rows of pages) yield rows.map(lineOf).join('');
}

function lineOf(row: StatementRow): string {
  return csvLine([
    brazilianTime(row.created_at),
    wordsOfKind(row.kind),
    csvMoney(row.amount_centavos),
    csvMoney(row.balance_after_centavos),
    row.reference_id,
    row.sequence,
  ]);
}
