import { StringDecoder } from 'node:string_decoder';

// PostgreSQL text can't hold NUL; logs and terminals interpret the others.
const CONTROL_CHARACTERS = /[\p{Cc}--[\t\n\r]]/gv;

/**
 * Decodes the first bytes of a body as UTF-8; invalid bytes become U+FFFD. If the body continues
 * (`isCut`), an incomplete character at the end is omitted.
 */
export function decodeExcerpt(bytes: Buffer, isCut: boolean): string {
  const text = isCut ? new StringDecoder('utf8').write(bytes) : bytes.toString('utf8');
  return replaceControls(text);
}

/**
 * Replaces control characters except tab and line ends by U+FFFD, so that PostgreSQL accepts it.
 */
export function replaceControls(text: string): string {
  return text.replace(CONTROL_CHARACTERS, '\ufffd');
}
