/** For each plain letter: the letters with accents and the capitals that match it. */
const VARIANTS: Readonly<Record<string, string>> = {
  a: 'AáàâãäåÁÀÂÃÄÅª',
  c: 'CçÇ',
  e: 'EéèêëÉÈÊË',
  i: 'IíìîïÍÌÎÏ',
  n: 'NñÑ',
  o: 'OóòôõöøÓÒÔÕÖØº',
  u: 'UúùûüÚÙÛÜ',
  y: 'YýÿÝ',
  ...Object.fromEntries([...'bdfghjklmpqrstvwxz'].map((letter) => [letter, letter.toUpperCase()])),
};
/** The characters between words. */
const SEPARATORS = ' \t\n\r.,;:\'’‘´`"“”/\\()[]{}&+*_-–#@!?|<>=%$~^';

const PLAIN_OF = new Map([
  ...Object.entries(VARIANTS).flatMap(([plain, variants]) =>
    [...variants].map((variant): [string, string] => [variant, plain]),
  ),
  ...[...SEPARATORS].map((separator): [string, string] => [separator, ' ']),
]);
/** Letters for the digits of amounts, so that a part of a document never matches an amount. */
const AMOUNT_DIGITS = 'ABCDEFGHIJ';
const WORD_BEGINS = `(^|[${[...SEPARATORS].map(escaped).join('')}])`;

/** A parsed search query: a matching row has all of its parts. */
export interface SearchQuery {
  /** Beginnings of words of the name, without case and accents. */
  readonly words: readonly string[];
  /** Parts of the document, in upper case. */
  readonly parts: readonly string[];
  readonly amount: bigint | undefined;
}

/** The searched fields of a row. */
export interface SearchedRow {
  readonly name: string;
  readonly document: string;
  readonly amount: bigint;
}

/** The words of a text without case, accents and punctuation. */
export function searchWords(text: string): string[] {
  return plainText(text)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/**
 * The line of a row in a chunk: the name with a space before each word, the document, and the
 * amount in centavos with letters for digits.
 */
export function searchLine({ name, document, amount }: SearchedRow): string {
  return ` ${plainText(name)}\t${document}\t${amountText(amount)}\n`;
}

/** The texts that the line of a matching row contains, the rarest first. */
export function linePieces({ words, parts, amount }: SearchQuery): string[] {
  const names = words.toSorted((first, second) => second.length - first.length);
  return [
    ...(amount === undefined ? [] : [`\t${amountText(amount)}\n`]),
    ...parts,
    ...names.map((word) => ` ${word}`),
  ];
}

/** A regular expression of PostgreSQL for names with a word that begins with `word`. */
export function wordExpression(word: string): string {
  const letters = [...word].map((letter) => {
    const variants = VARIANTS[letter];
    return variants === undefined ? `[${escaped(letter)}]` : `[${letter}${variants}]`;
  });
  return WORD_BEGINS + letters.join('');
}

function plainText(text: string): string {
  let plain = '';
  for (const letter of text.normalize('NFC')) plain += PLAIN_OF.get(letter) ?? letter;
  return plain;
}

function amountText(amount: bigint): string {
  return [...amount.toString()].map((digit) => AMOUNT_DIGITS[Number(digit)]).join('');
}

/** A character in brackets of a regular expression. */
function escaped(character: string): string {
  return /[\\\]^-]|\[/.test(character) ? `\\${character}` : character;
}
