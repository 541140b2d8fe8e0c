const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Whether a JSON text nests arrays and objects more than so many levels. Code that walks a parsed
 * value by recursion would run out of stack at some thousand levels. For a text that is not JSON
 * the answer means nothing.
 */
export function isNestedDeeper(text: string, levelsMax: number): boolean {
  // Each level has two brackets.
  if (text.length <= 2 * levelsMax) return false;
  let levels = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      at = endOfString(text, at);
    } else if (char === OPEN_OBJECT || char === OPEN_ARRAY) {
      levels += 1;
      if (levels > levelsMax) return true;
    } else if (char === CLOSE_OBJECT || char === CLOSE_ARRAY) {
      levels -= 1;
    }
  }
  return false;
}

/** The index of the quote that closes the string at an index, or the end of the text. */
function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at === -1 ? text.length : at;
}

/** Whether an odd number of backslashes stands before a character. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}
