/** Whether a text has more characters than a limit. An emoji is one; `length` counts two. */
export function isLonger(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > max * 2 || [...text].length > max;
}

/**
 * The first characters of a text. Cutting between UTF-16 units would leave half a character, which
 * makes the whole JSON unreadable for strict readers.
 */
export function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  return [...text.slice(0, max * 2)].slice(0, max).join('');
}
