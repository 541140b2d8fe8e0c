const OUTSIDE_ALPHABET = /[^A-Za-z0-9+/]/;

/**
 * Whether a text has only letters of base64 and at most two `=` at its end, and is not empty. Its
 * length is not checked. The expression looks for a wrong character, because V8 sometimes runs
 * `^[…]+$` with a stack that megabytes exceed.
 */
export function isBase64(text: string): boolean {
  const end = text.endsWith('==') ? text.length - 2 : text.length - Number(text.endsWith('='));
  return end > 0 && !OUTSIDE_ALPHABET.test(text.slice(0, end));
}
