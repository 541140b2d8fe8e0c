const MASK = '•••';
const LENGTH_MAX = 300;
const E_MAIL = /[^\s@]{1,64}@[^\s@]{1,255}/g;
/** Digits with their punctuation: a document, a telephone, a postal code. */
const DIGITS = /\+?\(?\d[\d ./()-]{5,30}\d/g;
/** The number of an order may have nine digits. */
const DIGITS_MIN = { text: 8, id: 10 };
const DAY = /^(?:\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\d{4}-\d{2}-\d{2})$/;
/** A word with a capital letter may be a name or a secret. */
const CAPITAL = /\p{Lu}/u;
/** The beginnings of our secrets. */
const SECRET = /_sk_|whsec_/;
const WORD_LENGTH_MAX = 30;

/**
 * A text that a person wrote without what may be of a person or a secret: addresses of mail, long
 * numbers except for dates, long words, and words with capitals.
 */
export function maskedFreeText(text: string): string {
  const words = withoutNumbers(text.slice(0, LENGTH_MAX), DIGITS_MIN.text).split(/(\s+)/);
  const shown = words.map((word) => (isShown(word) ? word : MASK)).join('');
  return text.length > LENGTH_MAX ? `${shown}…` : shown;
}

/** Whether an id of a merchant is no secret and has no number that may be a document. */
export function isImpersonalId(id: string): boolean {
  return !SECRET.test(id) && withoutNumbers(id, DIGITS_MIN.id) === id;
}

function withoutNumbers(text: string, digitsMin: number): string {
  return text.replace(E_MAIL, MASK).replace(DIGITS, (found) => {
    const count = found.replaceAll(/\D/g, '').length;
    return count >= digitsMin && !DAY.test(found) ? MASK : found;
  });
}

function isShown(word: string): boolean {
  return word.length <= WORD_LENGTH_MAX && !CAPITAL.test(word);
}
