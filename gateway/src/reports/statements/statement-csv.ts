import { CSV_BEGINNING, csvLine, csvMoney, csvPairs, csvTime } from '#src/ground/csv.ts';
import type { Language } from '#src/ground/http/language.ts';
import { formatTaxId } from '#src/ground/pix/tax-id.ts';
import { dueColumns, dueCsvCells } from '../due-columns.ts';
import { dueOfPayment, type StatementEntry } from './statement.ts';
import { labelOfKind } from './texts/entry-labels.ts';

const HEADERS: Readonly<Record<Language, readonly string[]>> = {
  'pt-BR': [
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
  ],
  en: [
    'Date',
    'Description',
    'Amount',
    'Balance',
    'Name',
    'CPF or CNPJ',
    'Your reference',
    'EndToEndId',
    'UTM',
    'Transaction',
    'Reference',
    'Entry',
  ],
};

/** A statement as a CSV file, oldest entry first. */
export async function* statementCsv(
  pages: AsyncIterable<StatementEntry[]>,
  language: Language,
): AsyncGenerator<string> {
  yield CSV_BEGINNING + csvLine([...HEADERS[language], ...dueColumns[language]], language);
  for await (const entries of pages) yield entries.map((entry) => lineOf(entry, language)).join('');
}

function lineOf(entry: StatementEntry, language: Language): string {
  const { subject } = entry;
  const cells = [
    csvTime(entry.createdAt, language),
    labelOfKind(entry.kind, language),
    csvMoney(entry.amount, language),
    csvMoney(entry.balanceAfter, language),
    subject?.name ?? null,
    subject?.document ? formatTaxId(subject.document) : null,
    subject?.externalId ?? null,
    subject?.endToEndId ?? null,
    csvPairs(subject?.utm ?? null),
    subject?.transactionId ?? null,
    entry.referenceId,
    entry.sequence,
    ...dueCsvCells(dueOfPayment(entry), language),
  ];
  return csvLine(cells, language);
}
