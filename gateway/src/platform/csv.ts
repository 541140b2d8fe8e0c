/** The byte order mark at the beginning of a file, so that Excel reads it as UTF-8. */
export const CSV_BEGINNING = '\u{FEFF}';
/** Brazilian spreadsheets separate by semicolons, because the comma is the decimal sign. */
const SEPARATOR = ';';
const NEEDS_QUOTES = /[";\r\n]/;
const PLAIN_NUMBER = /^-?\d+(,\d+)?$/;
// OWASP, CSV injection: what a spreadsheet may take for a formula.
const FORMULA_BEGINNING = /^\s*[=+\-@\t\r\n＝＋－＠|]/;
/** A cell may begin here in a spreadsheet that separates by commas or tabs. */
const INNER_BEGINNING = /([,\t]\s*)(?=[=+\-@＝＋－＠])/g;

/**
 * One line of a CSV file. A text that a spreadsheet would run as a formula gets an apostrophe in
 * front, also after a comma: Excel in English separates by commas.
 */
export function csvLine(cells: readonly (string | number | bigint | null)[]): string {
  return `${cells.map((cell) => csvCell(cell === null ? '' : String(cell))).join(SEPARATOR)}\r\n`;
}

/** Centavos as reais with a decimal comma: `-1234,50`. */
export function csvMoney(centavos: bigint | number): string {
  const amount = BigInt(centavos);
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

/** Names with their values in one cell: `source=google; medium=cpc`. */
export function csvPairs(pairs: Readonly<Record<string, string>> | null): string {
  return Object.entries(pairs ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
}

function csvCell(text: string): string {
  const isHarmless = PLAIN_NUMBER.test(text) || !FORMULA_BEGINNING.test(text);
  const whole = isHarmless ? text : `'${text}`;
  const safe = whole.replaceAll(INNER_BEGINNING, "$1'");
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
