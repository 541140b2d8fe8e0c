import { StringDecoder } from 'node:string_decoder';

// What PostgreSQL text refuses (NUL), and what a log or a terminal would obey.
const CONTROL_CHARACTERS = /[\p{Cc}--[\t\n\r]]/gv;

/**
 * The text of a body's first bytes: UTF-8, with U+FFFD for what is not. Where the body goes on
 * (`isCut`), half a character at the end is left out and not shown as broken.
 */
export function decodeExcerpt(bytes: Buffer, isCut: boolean): string {
  const text = isCut ? new StringDecoder('utf8').write(bytes) : bytes.toString('utf8');
  return replaceControls(text);
}

/** Puts U+FFFD for every control character but tab and line ends: PostgreSQL takes the result. */
export function replaceControls(text: string): string {
  return text.replace(CONTROL_CHARACTERS, '\ufffd');
}
