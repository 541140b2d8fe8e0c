import { formatTaxId } from '#src/pix/tax-id.ts';
import { brazilianTime } from '#src/platform/brazilian-days.ts';
import { CSV_BEGINNING, csvLine, csvMoney, csvPairs } from '#src/platform/csv.ts';
import { labelOfKind } from './entry-labels.ts';
import type { StatementEntry } from './read-subjects.ts';

const HEADER = [
  'Data',
  'Descrição',
  'Valor',
  'Saldo',
  'Nome',
  'CPF ou CNPJ',
  'Sua referência',
  'EndToEndId',
  'UTM',
  'Transação',
  'Referência',
  'Lançamento',
];

/** A statement as a CSV file for Brazilian spreadsheets, oldest entry first. */
export async function* statementCsv(
  pages: AsyncIterable<StatementEntry[]>,
): AsyncGenerator<string> {
  yield CSV_BEGINNING + csvLine(HEADER);
  for await (const rows of pages) yield rows.map(lineOf).join('');
}

function lineOf(row: StatementEntry): string {
  const { subject } = row;
  return csvLine([
    brazilianTime(row.created_at),
    labelOfKind(row.kind),
    csvMoney(row.amount_centavos),
    csvMoney(row.balance_after_centavos),
    subject?.name ?? null,
    subject?.document ? formatTaxId(subject.document) : null,
    subject?.external_id ?? null,
    subject?.end_to_end_id ?? null,
    csvPairs(subject?.utm ?? null),
    subject?.transaction_id ?? null,
    row.reference_id,
    row.sequence,
  ]);
}
