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
/** Apostrophes, as keyboards write them. */
const APOSTROPHES = "'’‘´`";
/** The characters between words. */
const SEPARATORS = ` \t\n\r.,;:${APOSTROPHES}"“”/\\()[]{}&+*_-–#@!?|<>=%$~^`;

const PLAIN_OF = new Map([
  ...Object.entries(VARIANTS).flatMap(([plain, variants]) =>
    [...variants].map((variant): [string, string] => [variant, plain]),
  ),
  ...[...SEPARATORS].map((separator): [string, string] => [separator, ' ']),
]);
/** Letters for the digits of amounts, so that a part of a document never matches an amount. */
const AMOUNT_DIGITS = 'ABCDEFGHIJ';
const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'g');
const APOSTROPHE_ANYWHERE = new RegExp(`[${APOSTROPHES}]`);
const EMAIL_BEGINNING = /^[^\s@]+@[^\s@]*$/;
const WORD_BEGINS = `(^|[${[...SEPARATORS].map(escaped).join('')}])`;

/** A parsed search query for words, parts of a document or an amount: a row has all of them. */
export interface SearchQuery {
  /** Beginnings of words of the name or the texts, without case and accents. */
  readonly words: readonly string[];
  /** Parts of the document, in upper case. */
  readonly parts: readonly string[];
  readonly amount: bigint | undefined;
}

/** The searched fields of a row. */
export interface SearchedRow {
  /** Name, description, e-mail, reference and Pix key, with spaces between them. */
  readonly searched: string;
  readonly document: string;
  readonly amount: bigint;
}

/** The words of a text without case, accents and punctuation. */
export function searchWords(text: string): string[] {
  return plainText(text)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** The words of a text in which an apostrophe ends no word: `davila` for `D'Ávila`. */
export function joinedWords(text: string): string[] {
  return searchWords(text.replaceAll(APOSTROPHE, ''));
}

/** The rows of a chunk as they are searched. */
export interface PackedLines {
  /** The different words of all rows. A chunk without a word is found by it alone. */
  readonly words: string;
  /** A line for each row: its different words with a space before each. */
  readonly lines: string;
  /** A line for each row: its document, and its amount in centavos with letters for digits. */
  readonly numbers: string;
}

/** Packs the searched fields of rows, in their order. */
export function packLines(rows: readonly SearchedRow[]): PackedLines {
  const byRow = rows.map(({ searched }) => wordsOfRow(searched));
  return {
    words: ` ${[...new Set(byRow.flat())].join(' ')}`,
    lines: byRow.map((words) => ` ${words.join(' ')}\n`).join(''),
    numbers: rows.map(({ document, amount }) => `${document}\t${amountText(amount)}\n`).join(''),
  };
}

function wordsOfRow(searched: string): string[] {
  const emails = searched.includes('@') ? searched.split(/\s+/).filter(isEmail) : [];
  return [
    ...new Set([
      ...searchWords(searched),
      ...wordsWithApostrophes(searched),
      ...emails.map(emailWord),
    ]),
  ];
}

/** Whether a text is an e-mail address or its beginning, with the `@`. */
export function isEmail(text: string): boolean {
  return EMAIL_BEGINNING.test(text);
}

/** An e-mail address as one word, without case and accents. */
export function emailWord(text: string): string {
  return [...text.normalize('NFC')].map((letter) => plainLetter(letter) ?? letter).join('');
}

/** The words with apostrophes, written together: `dartagnan` and `agnan` for `D'Art'agnan`. */
function wordsWithApostrophes(text: string): string[] {
  if (!APOSTROPHE_ANYWHERE.test(text)) return [];
  return text.split(/\s+/).flatMap((word) => {
    const parts = word.split(APOSTROPHE);
    return parts.slice(0, -1).flatMap((_, from) => searchWords(parts.slice(from).join('')));
  });
}

/** Whether a query searches words; another one searches documents or amounts. */
export function isOfWords({ words }: SearchQuery): boolean {
  return words.length > 0;
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

/**
 * A regular expression of PostgreSQL for texts with a word that begins with `word`. The word of the
 * text may have apostrophes between its letters.
 */
export function wordExpression(word: string): string {
  const letters = [...word].map((letter) => {
    const variants = VARIANTS[letter];
    return variants === undefined ? `[${escaped(letter)}]` : `[${letter}${variants}]`;
  });
  return WORD_BEGINS + letters.join(`[${APOSTROPHES}]?`);
}

/** The plain letter of a letter; undefined for other characters. */
function plainLetter(letter: string): string | undefined {
  const plain = PLAIN_OF.get(letter);
  return plain === ' ' ? undefined : plain;
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
