import { inflateRawSync } from 'node:zlib';
import { brazilianDate } from '../brazilian-days.ts';
import { DAY_MS } from '../durations.ts';
import { CENTRAL_HEADER, END, LOCAL_HEADER } from './zip.ts';

/** A fault that people can mend. */
type SheetFault = 'long_cell' | 'hidden';

/** Why a workbook can't be read; `isTooLarge` if it is larger than its limits. */
export class UnreadableSheet extends Error {
  readonly isTooLarge: boolean;
  readonly fault: SheetFault | undefined;
  constructor(message: string, isTooLarge = false, fault?: SheetFault) {
    super(message);
    this.isTooLarge = isTooLarge;
    this.fault = fault;
  }
}

interface SheetLimits {
  readonly rowsMax: number;
  readonly columnsMax: number;
  /** In characters, also of the shared texts that no cell of the first sheet names. */
  readonly cellLengthMax: number;
}

/**
 * In bytes: more is not unpacked of a workbook, however small the file is. Its cells have no more
 * characters either, although many may name one shared text.
 */
const UNPACKED_MAX = 8 * 1024 * 1024;
const END_LENGTH = 22;
const COMMENT_MAX = 65_535;
const STORED = 0;
const TAG = /<([^<>]*)>([^<>]*)/g;
const NAME = /^(\/?)(?:\w{1,40}:)?(\w{1,40})/;
const ATTRIBUTE = /(?<![\w:])([\w:]{1,40})="([^"]*)"/g;
const ENTITY = /&(#x?[\da-f]{1,6}|[a-z]{2,4});/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
};
/** The numbers of Excel's own formats of days and of percentages. */
const DAY_FORMATS = new Set([14, 15, 16, 17, 22]);
const PERCENT_FORMATS = new Set([9, 10]);
/** Quoted words, colours, escaped letters, spaces and fillings in a format: no parts of a day. */
const NOT_FORMAT = /"[^"]{0,100}"|\[[^\][]{0,100}\]|[\\_*]./g;
const SHOWN_PERCENT_SIGN = /^["\\].*%/;
/** The day 0 of the numbers of days, in the system of 1900 and in that of 1904. */
const EPOCHS = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };
const LETTERS = 26;
/** A binary fraction has more digits than the number that was typed: 0.1 + 0.2. */
const DIGITS = 12;
/** A format of an identifier: `000000`, or `00000\\-000` without its escaped letters. */
const ONLY_ZEROS = /^0+(?=;|$)/;
/** Longer than every identifier of digits only. */
const DIGITS_MAX = 50;
const WHOLE = /^\d+$/;
const NUMBER = { kind: 'number', digits: 1 } as const;

/** `points` have a percent sign in quotes: 2 is shown as `2%`, a `percent` of 0.02 too. */
type Kind = 'number' | 'day' | 'percent' | 'points';

/** How the numbers of a style are shown: whole ones with at least so many digits. */
interface Format {
  readonly kind: Kind;
  readonly digits: number;
}

interface Tag {
  readonly name: string;
  readonly whole: string;
  readonly text: string;
}

/** Whether a file is a ZIP archive, as workbooks are. */
export function isZip(content: Buffer): boolean {
  return content.length > END_LENGTH && content.readUInt32LE(0) === LOCAL_HEADER;
}

/**
 * The cells of the first sheet of a workbook (XLSX), as Brazilian texts; an empty row is an empty
 * list. Formulas have their last value. Throws `UnreadableSheet`.
 */
export function readSheet(content: Buffer, limits: SheetLimits): readonly (readonly string[])[] {
  try {
    return readFirstSheet(content, limits);
  } catch (error) {
    throw asUnreadable(error);
  }
}

function readFirstSheet(content: Buffer, limits: SheetLimits): readonly (readonly string[])[] {
  const files = openZip(content);
  const workbook = [...tagsOf(files('xl/workbook.xml') ?? unreadable('no workbook'))];
  const first = workbook.find(({ name }) => name === 'sheet') ?? unreadable('no sheet');
  // People would not see the lines that they confirm.
  if ((attributeOf(first, 'state') ?? 'visible') !== 'visible') {
    throw new UnreadableSheet('the first sheet is hidden', false, 'hidden');
  }
  const id = attributeOf(first, 'id');
  const links = [...tagsOf(files('xl/_rels/workbook.xml.rels') ?? unreadable('no relations'))];
  const link = links.find((one) => attributeOf(one, 'Id') === id) ?? unreadable('no relation');
  const target = attributeOf(link, 'Target') ?? unreadable('no address of the sheet');
  const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  const settings = workbook.find(({ name }) => name === 'workbookPr');
  const isOf1904 = settings && ['1', 'true'].includes(attributeOf(settings, 'date1904') ?? '');
  const book = {
    strings: stringsOf(files('xl/sharedStrings.xml') ?? '', limits),
    formats: formatsOf(files('xl/styles.xml') ?? ''),
    epoch: EPOCHS[isOf1904 ? 1904 : 1900],
  };
  return rowsOf(files(path) ?? unreadable('no sheet'), book, limits);
}

type Book = {
  readonly strings: readonly string[];
  readonly formats: readonly Format[];
  readonly epoch: number;
};

/** The rows that are read so far. */
interface Sheet {
  readonly rows: string[][];
  readonly limits: SheetLimits;
  /** The index of the column of a cell without a name. */
  nextColumn: number;
  charactersLeft: number;
}

interface Cell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
}

function rowsOf(xml: string, book: Book, limits: SheetLimits): string[][] {
  const sheet: Sheet = { rows: [], limits, nextColumn: 0, charactersLeft: UNPACKED_MAX };
  let cell: Cell | undefined;
  for (const tag of tagsOf(xml)) {
    if (tag.name === 'row') openRow(sheet, tag);
    else if (tag.name === 'c') cell = openCell(sheet, tag);
    else if (cell && tag.name === 'v') addToCell(sheet, cell, textOf(cell, tag.text, book));
    else if (cell && tag.name === 't') addToCell(sheet, cell, tag.text);
  }
  return sheet.rows;
}

/** Begins a row, after the empty ones before it, which the file leaves out. */
function openRow(sheet: Sheet, tag: Tag): void {
  const { rows, limits } = sheet;
  const number = Number(attributeOf(tag, 'r') ?? rows.length + 1);
  if (!(number > rows.length)) unreadable('rows out of order');
  if (number > limits.rowsMax) throw new UnreadableSheet('too many rows', true);
  while (rows.length < number) rows.push([]);
  sheet.nextColumn = 0;
}

/** Reads the attributes of a cell once, however many values it has. */
function openCell(sheet: Sheet, tag: Tag): Cell {
  const column = columnOf(attributeOf(tag, 'r'), sheet.nextColumn);
  sheet.nextColumn = column + 1;
  return {
    column,
    type: attributeOf(tag, 't') ?? 'n',
    style: Number(attributeOf(tag, 's') ?? 0),
  };
}

function addToCell(sheet: Sheet, { column }: Cell, text: string): void {
  const { columnsMax, cellLengthMax } = sheet.limits;
  const row = sheet.rows.at(-1) ?? unreadable('a cell without row');
  if (column >= columnsMax) throw new UnreadableSheet('too many columns', true);
  while (row.length <= column) row.push('');
  const whole = row[column] + text;
  if (whole.length > cellLengthMax) throw longCell();
  row[column] = whole;
  sheet.charactersLeft -= text.length;
  if (sheet.charactersLeft < 0) throw new UnreadableSheet('too much text', true);
}

/** The index of a column by a cell's name: `AB7` is 27. */
function columnOf(name: string | undefined, next: number): number {
  const [letters] = /^[A-Z]{1,3}/.exec(name ?? '') ?? [];
  if (letters === undefined) return next;
  return [...letters].reduce((sum, one) => sum * LETTERS + one.charCodeAt(0) - 64, 0) - 1;
}

function textOf({ type, style }: Cell, text: string, { strings, formats, epoch }: Book): string {
  if (text.trim() === '') return text;
  if (type === 's') return strings[Number(text)] ?? unreadable('an unknown text');
  if (type === 'b') return Number(text) === 0 ? 'FALSO' : 'VERDADEIRO';
  if (type !== 'n') return text;
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  const { kind, digits } = formats[style] ?? NUMBER;
  if (kind === 'day') return dayOf(epoch + Math.floor(value) * DAY_MS);
  // Without its sign a percentage would be read as an amount in reais.
  if (kind === 'percent') return `${numberText(value * 100)}%`;
  if (kind === 'points') return `${numberText(value)}%`;
  const shown = numberText(value);
  return WHOLE.test(shown) ? shown.padStart(digits, '0') : shown;
}

/** `2027-01-15` as `15/01/2027`; of a number that is no day, nothing that reads as one. */
function dayOf(at: number): string {
  const day = new Date(at);
  if (Number.isNaN(day.getTime())) return '?';
  return brazilianDate(day.toISOString().slice(0, 10));
}

/** A number with a decimal comma and without groups, so that it can't be read in two ways. */
function numberText(value: number): string {
  // A whole number keeps all its digits, as those of a CNPJ.
  const typed = Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS));
  return String(typed).replace('.', ',');
}

function stringsOf(xml: string, { cellLengthMax }: SheetLimits): string[] {
  const strings: string[] = [];
  let isSound = false;
  for (const { name, text } of tagsOf(xml)) {
    // A reading of Asian letters stands beside its text.
    if (name === 'rPh') isSound = true;
    else if (name === '/rPh') isSound = false;
    else if (name === 'si') strings.push('');
    else if (name === 't' && !isSound) strings.push((strings.pop() ?? '') + text);
    if ((strings.at(-1) ?? '').length > cellLengthMax) throw longCell();
  }
  return strings;
}

/** The format of the numbers of each style. */
function formatsOf(xml: string): Format[] {
  const own = new Map<number, Format>();
  const formats: Format[] = [];
  let isOfCells = false;
  for (const tag of tagsOf(xml)) {
    const { name } = tag;
    if (name === 'cellXfs') isOfCells = true;
    else if (name === '/cellXfs') isOfCells = false;
    if (name !== 'numFmt' && name !== 'xf') continue;
    const format = Number(attributeOf(tag, 'numFmtId') ?? 0);
    if (name === 'numFmt') own.set(format, formatOfCode(attributeOf(tag, 'formatCode') ?? ''));
    else if (isOfCells) formats.push(own.get(format) ?? formatOfNumber(format));
  }
  return formats;
}

function formatOfNumber(format: number): Format {
  if (DAY_FORMATS.has(format)) return { kind: 'day', digits: 1 };
  return PERCENT_FORMATS.has(format) ? { kind: 'percent', digits: 1 } : NUMBER;
}

function formatOfCode(code: string): Format {
  const bare = code.replaceAll(NOT_FORMAT, '').toLowerCase();
  const [zeros = ''] = ONLY_ZEROS.exec(bare) ?? [];
  return { kind: kindOfCode(code, bare), digits: Math.min(zeros.length, DIGITS_MAX) };
}

function kindOfCode(code: string, bare: string): Kind {
  if (bare.includes('%')) return 'percent';
  const others = code.match(NOT_FORMAT) ?? [];
  if (others.some((part) => SHOWN_PERCENT_SIGN.test(part))) return 'points';
  return bare.includes('d') || bare.includes('y') ? 'day' : 'number';
}

/** The tags of an XML text, each with the text behind it; names have no prefix. */
function* tagsOf(xml: string): Generator<Tag> {
  for (const [, whole = '', text = ''] of xml.matchAll(TAG)) {
    const [, end = '', name = ''] = NAME.exec(whole) ?? [];
    yield { name: `${end}${name}`, whole, text: plain(text) };
  }
}

function attributeOf({ whole }: Tag, name: string): string | undefined {
  for (const [, key = '', value = ''] of whole.matchAll(ATTRIBUTE)) {
    if (key.slice(key.indexOf(':') + 1) === name) return plain(value);
  }
  return undefined;
}

function plain(text: string): string {
  return text.replaceAll(ENTITY, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code = Number(name.toLowerCase().replace('#x', '0x').replace('#', ''));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Opens an archive: the function unpacks one of its files, undefined if it has none. */
function openZip(content: Buffer): (path: string) => string | undefined {
  const entries = new Map<string, () => Buffer>();
  let left = UNPACKED_MAX;
  for (const { name, method, begin, size } of entriesOf(content)) {
    const packed = content.subarray(begin, begin + size);
    entries.set(name, () =>
      method === STORED ? packed : inflateRawSync(packed, { maxOutputLength: left }),
    );
  }
  return (path) => {
    const unpacked = entries.get(path)?.();
    if (!unpacked) return undefined;
    left -= unpacked.length;
    if (left <= 0) throw new UnreadableSheet('too much is packed', true);
    return unpacked.toString();
  };
}

/** The files by the directory at the end of an archive. Throws a `RangeError` for a broken one. */
function* entriesOf(content: Buffer) {
  let end = content.length - END_LENGTH;
  const last = Math.max(0, end - COMMENT_MAX);
  while (end > last && content.readUInt32LE(end) !== END) end -= 1;
  let at = content.readUInt32LE(end + 16);
  for (let count = content.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (content.readUInt32LE(at) !== CENTRAL_HEADER) unreadable('no directory');
    const nameLength = content.readUInt16LE(at + 28);
    const name = content.subarray(at + 46, at + 46 + nameLength).toString();
    const local = content.readUInt32LE(at + 42);
    const localLengths = content.readUInt16LE(local + 26) + content.readUInt16LE(local + 28);
    yield {
      name,
      method: content.readUInt16LE(at + 10),
      size: content.readUInt32LE(at + 20),
      begin: local + 30 + localLengths,
    };
    at += 46 + nameLength + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
  }
}

/** An error of a broken archive, or of a text that is too long for Node, as `UnreadableSheet`. */
function asUnreadable(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (!(error instanceof RangeError) && code === undefined) return error;
  return new UnreadableSheet('a broken archive', code === 'ERR_BUFFER_TOO_LARGE');
}

function longCell(): UnreadableSheet {
  return new UnreadableSheet('a cell is too long', true, 'long_cell');
}

function unreadable(message: string): never {
  throw new UnreadableSheet(message);
}
