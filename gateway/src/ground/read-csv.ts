import { CsvError, parse } from 'csv-parse/sync';
import { type ProblemCode, Refusal } from './errors/problems.ts';
import { plainText } from './plain-text.ts';
import { isZip, readSheet, UnreadableSheet } from './xlsx/read-xlsx.ts';

/** The limits of a CSV file. */
export interface CsvRules<Column extends string> {
  /** The names of the columns without accents, case and punctuation, the surest first. */
  readonly columns: Readonly<Record<Column, readonly string[]>>;
  readonly bytesMax: number;
  readonly linesMax: number;
  /** The column that a decimal comma may cut in two, and a column of texts that may follow it. */
  readonly amount: Column;
  readonly text: Column;
  /** A file has a column of each group. */
  readonly required: readonly RequiredColumns<Column>[];
  readonly invalid: ProblemCode;
  readonly tooLarge: ProblemCode;
}

/** Columns of which a file needs one, and how they are named to people. */
interface RequiredColumns<Column extends string> {
  readonly of: readonly Column[];
  readonly names: Reason;
}

/** A reason in Portuguese and in English. */
type Reason = readonly [portuguese: string, english: string];

/** The columns of a file, from 0, that people chose; one may be chosen for several of ours. */
export type ChosenColumns<Column extends string> = Readonly<Partial<Record<Column, number>>>;

/** The beginning of a file, for people who choose its columns. */
export interface CsvPreview<Column extends string> {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The columns whose headings are known. */
  readonly columns: ChosenColumns<Column>;
}

/** The texts of one line of a file; columns that the file doesn't have are empty. */
export interface CsvCells<Column extends string> {
  /** The line of the file, from 1. */
  readonly line: number;
  readonly cells: Readonly<Record<Column, string>>;
  /** True if its cells may be under the wrong columns of the header. */
  readonly isShifted: boolean;
}

const SEPARATORS = [';', ',', '\t'] as const;
/** The most columns: reading a long file of separators would take half a second. */
export const COLUMNS_MAX = 50;
/** The longest cell or title, in characters: more than any field takes. */
const CELL_LENGTH_MAX = 1_000;
/** In bytes: no more than this is parsed of a line with a longer cell. */
const LINE_BYTES_MAX = 4 * COLUMNS_MAX * CELL_LENGTH_MAX;
/** The first line of some files of Excel: `sep=;`. */
const SEPARATOR_LINE = /^sep=.\r?\n/i;
/** The header of a sheet, and empty rows. */
const ROWS_AROUND_MAX = 1_000;
const PREVIEW_ROWS = 3;
const PREVIEW_LENGTH_MAX = 100;
const NOT_READ: Reason = [
  'o arquivo não pôde ser lido. No Excel, escolha Arquivo, Salvar como, “CSV UTF-8 (*.csv)”; nas ' +
    'Planilhas Google, Arquivo, Fazer download, CSV',
  'the file could not be read. In Excel choose File, Save as, “CSV UTF-8 (*.csv)”; in Google ' +
    'Sheets, File, Download, CSV',
];
const SHEET_FAULTS: Readonly<Record<NonNullable<UnreadableSheet['fault']>, Reason>> = {
  long_cell: [
    `há uma célula de mais de ${CELL_LENGTH_MAX} caracteres em uma das abas`,
    `there is a cell of more than ${CELL_LENGTH_MAX} characters in one of the sheets`,
  ],
  hidden: [
    'a primeira aba está oculta. No Excel, clique com o botão direito em uma aba, escolha ' +
      'Reexibir e deixe em primeiro lugar a aba com as linhas',
    'the first sheet is hidden. In Excel right-click a sheet’s tab, choose Unhide, and put the ' +
      'sheet with the lines first',
  ],
};
const NOT_IN_NAMES = /[^a-z0-9]/g;
/** The apostrophe by which spreadsheets and our own files mark a text. */
const MARKED_TEXT = /^'(?=[=+\-@\d])/;
/** An amount before a comma, and what follows it: `50`, or `234.56` of `1,234.56`. */
const WHOLE = /^(?:R\$\s*)?\d[\d.]*$/i;
const REST = /^\d{1,3}(?:[.,][\d.,]*)?$/;

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads the lines of a CSV file: UTF-8, UTF-16 or Windows-1252, separated by semicolons, commas or
 * tabs, with a header; or of the first sheet of a workbook (XLSX). Its columns are those that a
 * person chose, otherwise those with a known heading. Refuses the codes of its rules.
 */
export function readCsv<Column extends string>(
  content: Buffer,
  rules: CsvRules<Column>,
  chosen?: ChosenColumns<Column>,
): readonly CsvCells<Column>[] {
  const { header, records, separator, skipped } = readTable(content, rules, rules.linesMax + 1);
  const columns = chosen ? columnsChosen(chosen, header, rules) : columnsOf(header, rules);
  if (records.length > rules.linesMax) throw new Refusal(rules.tooLarge);
  const names = namesOf(rules);
  const file = { header, columns, separator, rules };
  return records.map(({ record, info }) => ({
    line: info.lines + skipped,
    cells: Object.fromEntries(
      names.map((name) => [name, cellOf(record, columns.get(name))]),
    ) as Record<Column, string>,
    isShifted: isShifted(record, file),
  }));
}

/** Reads the beginning of such a file. Refuses what `readCsv` refuses, except for its columns. */
export function previewCsv<Column extends string>(
  content: Buffer,
  rules: CsvRules<Column>,
): CsvPreview<Column> {
  const { header, records } = readTable(content, rules, PREVIEW_ROWS);
  const places = placesOf(header, rules);
  const shown = (record: readonly string[]) =>
    header.map((_, at) => cellOf(record, at).slice(0, PREVIEW_LENGTH_MAX));
  return {
    headings: shown(header),
    rows: records.map(({ record }) => shown(record)),
    columns: Object.fromEntries(
      [...places].map(([column, [first]]) => [column, first]),
    ) as ChosenColumns<Column>,
  };
}

/** The header of a file and its first lines, at least one. */
function readTable<Column extends string>(
  content: Buffer,
  rules: CsvRules<Column>,
  linesMax: number,
) {
  if (content.length > rules.bytesMax) throw new Refusal(rules.tooLarge);
  const decoded = isZip(content) ? csvOfSheet(content, rules) : decode(content);
  const text = decoded.replace(SEPARATOR_LINE, '');
  const skipped = text === decoded ? 0 : 1;
  const separator = separatorOf(text);
  const [header, ...records] = parseRecords(text, { separator, linesMax }, rules);
  if (!header) throw invalid(rules, ['o arquivo está vazio', 'the file is empty']);
  if (records.length === 0) {
    const reason = ['não há linhas depois do cabeçalho', 'there are no lines after the header'];
    throw invalid(rules, reason as [string, string]);
  }
  return { header: header.record, records, separator, skipped };
}

function namesOf<Column extends string>({ columns }: CsvRules<Column>): readonly Column[] {
  return Object.keys(columns) as Column[];
}

/** The first sheet of a workbook as a CSV text whose lines have the numbers of its rows. */
function csvOfSheet<Column extends string>(content: Buffer, rules: CsvRules<Column>): string {
  try {
    const rowsMax = ROWS_AROUND_MAX + rules.linesMax;
    const limits = { rowsMax, columnsMax: COLUMNS_MAX, cellLengthMax: CELL_LENGTH_MAX };
    const rows = readSheet(content, limits);
    return rows.map((row) => row.map(quoted).join(';')).join('\n');
  } catch (error) {
    if (!(error instanceof UnreadableSheet)) throw error;
    if (error.fault) throw invalid(rules, SHEET_FAULTS[error.fault]);
    if (error.isTooLarge) throw new Refusal(rules.tooLarge);
    throw invalid(rules, NOT_READ);
  }
}

function quoted(cell: string): string {
  return `"${cell.replaceAll(/[\r\n]/g, ' ').replaceAll('"', '""')}"`;
}

function cellOf(record: readonly string[], at: number | undefined): string {
  return at === undefined ? '' : (record[at] ?? '').replace(MARKED_TEXT, '');
}

/**
 * Whether a line has more cells than the header, or its amount was cut at a comma: `12,50` without
 * quotes in a file of commas is 12 in one column and 50 in the next.
 */
function isShifted<Column extends string>(
  record: readonly string[],
  file: {
    readonly header: readonly string[];
    readonly columns: ReadonlyMap<Column, number>;
    readonly separator: string;
    readonly rules: CsvRules<Column>;
  },
): boolean {
  const { header, columns, separator, rules } = file;
  if (record.slice(header.length).some((cell) => cell !== '')) return true;
  const at = columns.get(rules.amount) ?? 0;
  const [amount = '', next = ''] = record.slice(at, at + 2);
  if (separator !== ',' || !WHOLE.test(amount) || !REST.test(next)) return false;
  // With as many cells as the header, the number after the amount may belong to the next column.
  const follows = [...columns].find(([, index]) => index === at + 1)?.[0];
  return record.length !== header.length || follows === undefined || follows === rules.text;
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

interface Reading {
  readonly separator: string;
  /** The most lines after the header that are read. */
  readonly linesMax: number;
}

function parseRecords<Column extends string>(
  text: string,
  reading: Reading,
  rules: CsvRules<Column>,
): readonly Parsed[] {
  if (text.includes('\0')) throw invalid(rules, NOT_READ);
  const cellsMax = COLUMNS_MAX * rules.linesMax;
  if (text.split(reading.separator, cellsMax + 1).length > cellsMax) {
    throw invalid(rules, ['há colunas demais', 'there are too many columns']);
  }
  const records = parseText(text, reading, rules);
  // Readers of cells search them by expressions, so a cell is bounded before.
  const long = records.find(({ record }) => record.some((cell) => cell.length > CELL_LENGTH_MAX));
  if (long) throw invalid(rules, tooLong(long.info.lines));
  return records;
}

function tooLong(line: unknown): Reason {
  return [
    `a linha ${line} tem uma célula de mais de ${CELL_LENGTH_MAX} caracteres, ou aspas sem par`,
    `line ${line} has a cell of more than ${CELL_LENGTH_MAX} characters, or a quote is not closed`,
  ];
}

function parseText<Column extends string>(
  text: string,
  { separator, linesMax }: Reading,
  rules: CsvRules<Column>,
): readonly Parsed[] {
  try {
    return parse(text, {
      delimiter: separator,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      to: linesMax + 1,
      max_record_size: LINE_BYTES_MAX,
    }) as unknown as Parsed[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw invalid(rules, tooLong(error.lines));
    throw invalid(rules, [
      `há aspas sem par perto da linha ${error.lines}`,
      `a quote is not closed near line ${error.lines}`,
    ]);
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

function columnsOf<Column extends string>(
  header: readonly string[],
  rules: CsvRules<Column>,
): ReadonlyMap<Column, number> {
  const columns = new Map<Column, number>();
  for (const [column, [first = 0, second]] of placesOf(header, rules)) {
    if (second !== undefined) {
      const text = header[Math.max(first, second)];
      throw invalid(rules, [
        `a coluna “${text}” aparece duas vezes`,
        `the column “${text}” appears twice`,
      ]);
    }
    columns.set(column, first);
  }
  return withRequired(columns, rules);
}

/** The places of each of our columns by its headings, the surest name first. */
function placesOf<Column extends string>(
  header: readonly string[],
  rules: CsvRules<Column>,
): ReadonlyMap<Column, readonly number[]> {
  const headings = header.map((text) => plainText(text).replace(NOT_IN_NAMES, ''));
  return new Map(
    namesOf(rules).flatMap((column) => {
      const places = rules.columns[column].flatMap((name) =>
        headings.flatMap((heading, at) => (heading === name ? [at] : [])),
      );
      return places.length === 0 ? [] : [[column, places] as const];
    }),
  );
}

function columnsChosen<Column extends string>(
  chosen: ChosenColumns<Column>,
  header: readonly string[],
  rules: CsvRules<Column>,
): ReadonlyMap<Column, number> {
  const columns = new Map<Column, number>();
  for (const column of namesOf(rules)) {
    const at = chosen[column];
    if (at === undefined) continue;
    if (at >= header.length) {
      throw invalid(rules, [
        `o arquivo não tem a coluna ${at + 1}`,
        `the file has no column ${at + 1}`,
      ]);
    }
    columns.set(column, at);
  }
  return withRequired(columns, rules);
}

function withRequired<Column extends string>(
  columns: ReadonlyMap<Column, number>,
  rules: CsvRules<Column>,
): ReadonlyMap<Column, number> {
  const missing = rules.required.find(({ of }) => !of.some((column) => columns.has(column)));
  if (!missing) return columns;
  const [portuguese, english] = missing.names;
  throw invalid(rules, [`falta a coluna ${portuguese}`, `the column ${english} is missing`]);
}

function invalid<Column extends string>(
  { invalid: code }: CsvRules<Column>,
  [portuguese, english]: Reason,
): Refusal {
  return new Refusal(code, { reason: { 'pt-BR': portuguese, en: english } });
}
