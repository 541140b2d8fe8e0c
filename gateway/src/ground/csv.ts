import { brazilianDate, brazilianDayOf, brazilianTime, clockTime } from './brazilian-days.ts';
import type { Language } from './http/language.ts';

/** The byte order mark at the beginning of a file, so that Excel reads it as UTF-8. */
export const CSV_BEGINNING = '\u{FEFF}';
/** Brazilian spreadsheets separate by semicolons, because the comma is the decimal sign. */
const NOTATIONS = {
  'pt-BR': { separator: ';', decimal: ',', number: /^-?\d+(,\d+)?$/ },
  en: { separator: ',', decimal: '.', number: /^-?\d+(\.\d+)?$/ },
} as const;
const NEEDS_QUOTES = { 'pt-BR': /[";\r\n]/, en: /[",\r\n]/ } as const;
// OWASP, CSV injection: texts that a spreadsheet may read as a formula.
const FORMULA_BEGINNING = /^[\s"]*[=+\-@\t\r\n＝＋－＠|]/;
// Where a spreadsheet that expects other separators begins a cell: it reads our quotes as text, and
// skips those that follow its separator. The sign is looked for first, which keeps this linear.
const INNER_BEGINNING = /(?=[=+\-@＝＋－＠|])(?<=[,;\t\r\n][\s"]*)/g;

/**
 * One line of a CSV file. A text that a spreadsheet would run as a formula gets an apostrophe in
 * front, also after a separator inside it: Excel in English separates by commas.
 */
export function csvLine(
  cells: readonly (string | number | bigint | null)[],
  language: Language = 'pt-BR',
): string {
  const texts = cells.map((cell) => csvCell(cell === null ? '' : String(cell), language));
  return `${texts.join(NOTATIONS[language].separator)}\r\n`;
}

/** Centavos as reais: `-1234,50`, in English `-1234.50`. */
export function csvMoney(centavos: bigint | number, language: Language = 'pt-BR'): string {
  const amount = BigInt(centavos);
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0');
  const { decimal } = NOTATIONS[language];
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}${decimal}${digits.slice(-2)}`;
}

/** An instant by Brasília's clocks: `20/11/2026 09:00:00`, in English `2026-11-20 09:00:00`. */
export function csvTime(atMs: number, language: Language): string {
  return language === 'en' ? `${brazilianDayOf(atMs)} ${clockTime(atMs)}` : brazilianTime(atMs);
}

/** A day: `20/11/2026`, in English `2026-11-20`. */
export function csvDay(day: string, language: Language): string {
  return language === 'en' ? day : brazilianDate(day);
}

/** Names with their values in one cell: `source=google; medium=cpc`. */
export function csvPairs(pairs: Readonly<Record<string, string>> | null): string {
  return Object.entries(pairs ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
}

function csvCell(text: string, language: Language): string {
  const isHarmless = NOTATIONS[language].number.test(text) || !FORMULA_BEGINNING.test(text);
  const whole = isHarmless ? text : `'${text}`;
  const safe = whole.replaceAll(INNER_BEGINNING, "'");
  return NEEDS_QUOTES[language].test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
