import { CsvError, parse } from 'csv-parse/sync';
import { Refusal } from '#src/ground/errors/problems.ts';
import { BATCH_BYTES_MAX, BATCH_LINES_MAX, type TypedLine } from './payout-batch.ts';
import { plainText } from './plain-text.ts';

/** The texts of one line of a file; columns that the file doesn't have are empty. */
export interface RawLine extends TypedLine {
  /** The line of the file, from 1. */
  readonly line: number;
}

type Column = Exclude<keyof RawLine, 'line' | 'isShifted'>;

/** The names of the columns without accents, case and punctuation. */
const COLUMNS: Readonly<Record<Column, readonly string[]>> = {
  name: ['favorecido', 'nome', 'nomedofavorecido', 'name', 'beneficiary', 'beneficiaryname'],
  document: ['documento', 'cpf', 'cnpj', 'cpfcnpj', 'cpfoucnpj', 'document', 'taxid'],
  keyType: ['tipodachave', 'tipochave', 'tipo', 'tipodechave', 'keytype', 'pixkeytype', 'type'],
  key: ['chave', 'chavepix', 'pix', 'key', 'pixkey'],
  amount: ['valor', 'valorrs', 'amount', 'value'],
  description: ['descricao', 'observacao', 'description', 'note'],
  externalId: ['referencia', 'suareferencia', 'idexterno', 'externalid', 'reference'],
};
const NAMES = new Map(
  Object.entries(COLUMNS).flatMap(([column, names]) =>
    names.map((name) => [name, column as Column] as const),
  ),
);
const SEPARATORS = [';', ',', '\t'] as const;
/** Fifty columns of the longest file: reading 256 KiB of separators would take half a second. */
const CELLS_MAX = 50 * BATCH_LINES_MAX;
/** The first line of some files of Excel: `sep=;`. */
const SEPARATOR_LINE = /^sep=.\r?\n/i;
const NOT_IN_NAMES = /[^a-z0-9]/g;
/** The apostrophe by which spreadsheets and our own files mark a text. */
const MARKED_TEXT = /^'(?=[=+\-@\d])/;
/** An amount before a comma, and what follows it: `50`, or `234.56` of `1,234.56`. */
const WHOLE = /^(?:R\$\s*)?\d[\d.]*$/i;
const REST = /^\d{1,3}(?:[.,]\d*)*$/;

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads the lines of a CSV file: UTF-8 or Windows-1252, separated by semicolons, commas or tabs,
 * with a header. Refuses `batch_file_too_large` and `batch_file_invalid`.
 */
export function readBatchFile(content: Buffer): readonly RawLine[] {
  if (content.length > BATCH_BYTES_MAX) throw new Refusal('batch_file_too_large');
  const decoded = decode(content);
  const text = decoded.replace(SEPARATOR_LINE, '');
  const skipped = text === decoded ? 0 : 1;
  const separator = separatorOf(text);
  const [header, ...records] = parseRecords(text, separator);
  if (!header) throw invalid('o arquivo está vazio', 'the file is empty');
  const columns = columnsOf(header.record);
  if (records.length === 0)
    throw invalid('não há linhas depois do cabeçalho', 'there are no lines after the header');
  if (records.length > BATCH_LINES_MAX) throw new Refusal('batch_file_too_large');
  return records.map(({ record, info }) => {
    const cell = (column: Column) => {
      const at = columns.get(column);
      return at === undefined ? '' : (record[at] ?? '').replace(MARKED_TEXT, '');
    };
    return {
      line: info.lines + skipped,
      name: cell('name'),
      document: cell('document'),
      keyType: cell('keyType'),
      key: cell('key'),
      amount: cell('amount'),
      description: cell('description'),
      externalId: cell('externalId'),
      isShifted: isShifted(record, { header: header.record, columns, separator }),
    };
  });
}

/**
 * Whether a line has more cells than the header, or its amount was cut at a comma: `12,50` without
 * quotes in a file of commas is 12 in one column and 50 in the next.
 */
function isShifted(
  record: readonly string[],
  file: {
    readonly header: readonly string[];
    readonly columns: ReadonlyMap<Column, number>;
    readonly separator: string;
  },
): boolean {
  const { header, columns, separator } = file;
  if (record.slice(header.length).some((cell) => cell !== '')) return true;
  const at = columns.get('amount') ?? 0;
  const [amount = '', next = ''] = record.slice(at, at + 2);
  if (separator !== ',' || !WHOLE.test(amount) || !REST.test(next)) return false;
  // With as many cells as the header, the number after the amount may belong to the next column.
  const follows = [...columns].find(([, index]) => index === at + 1)?.[0];
  return record.length !== header.length || follows === undefined || follows === 'description';
}

function decode(content: Buffer): string {
  if (content[0] === 0xff && content[1] === 0xfe) {
    return new TextDecoder('utf-16le').decode(content);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    // Excel on Brazilian Windows writes this encoding.
    return new TextDecoder('windows-1252').decode(content);
  }
}

function parseRecords(text: string, separator: string): readonly Parsed[] {
  if (text.includes('\0')) throw invalid('o arquivo não é um CSV', 'the file is not a CSV file');
  if (text.split(separator, CELLS_MAX + 1).length > CELLS_MAX)
    throw invalid('há colunas demais', 'there are too many columns');
  try {
    return parse(text, {
      delimiter: separator,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      to: BATCH_LINES_MAX + 2,
    }) as unknown as Parsed[];
  } catch (error) {
    if (error instanceof CsvError)
      throw invalid(
        `há aspas sem par perto da linha ${error.lines}`,
        `a quote is not closed near line ${error.lines}`,
      );
    throw error;
  }
}

/** The most frequent separator in the first line; a semicolon when there is none. */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1);
  const count = (separator: string) => first.split(separator).length;
  return SEPARATORS.reduce((best, separator) =>
    count(separator) > count(best) ? separator : best,
  );
}

function columnsOf(header: readonly string[]): ReadonlyMap<Column, number> {
  const columns = new Map<Column, number>();
  for (const [at, text] of header.entries()) {
    const column = NAMES.get(plainText(text).replace(NOT_IN_NAMES, ''));
    if (column === undefined) continue;
    if (columns.has(column))
      throw invalid(`a coluna “${text}” aparece duas vezes`, `the column “${text}” appears twice`);
    columns.set(column, at);
  }
  if (!columns.has('amount'))
    throw invalid('falta a coluna “valor”', 'the column “amount” is missing');
  if (!columns.has('key') && !columns.has('name')) {
    throw invalid(
      'falta a coluna “chave” ou “favorecido”',
      'the column “key” or “beneficiary” is missing',
    );
  }
  return columns;
}

function invalid(portuguese: string, english: string): Refusal {
  return new Refusal('batch_file_invalid', { reason: { 'pt-BR': portuguese, en: english } });
}
