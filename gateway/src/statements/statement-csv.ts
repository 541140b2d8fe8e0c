import { formatTaxId } from '#src/pix/tax-id.ts';
import { brazilianTime } from '#src/platform/brazilian-days.ts';
import { CSV_BEGINNING, csvLine, csvMoney, csvPairs } from '#src/platform/csv.ts';
import type { StatementEntry } from './statement.ts';
import { labelOfKind } from './texts/entry-labels.ts';

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
  for await (const entries of pages) yield entries.map(lineOf).join('');
}

function lineOf(entry: StatementEntry): string {
  const { subject } = entry;
  return csvLine([
    brazilianTime(entry.createdAt),
    labelOfKind(entry.kind),
    csvMoney(entry.amount),
    csvMoney(entry.balanceAfter),
    subject?.name ?? null,
    subject?.document ? formatTaxId(subject.document) : null,
    subject?.externalId ?? null,
    subject?.endToEndId ?? null,
    csvPairs(subject?.utm ?? null),
    subject?.transactionId ?? null,
    entry.referenceId,
    entry.sequence,
  ]);
}
