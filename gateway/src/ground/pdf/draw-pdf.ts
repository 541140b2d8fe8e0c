import { createRequire } from 'node:module';
import type { Language } from '../http/language.ts';

const require = createRequire(import.meta.url);

/** A document of pdfkit; sizes are in points, 72 to the inch. */
export type Pdf = InstanceType<typeof import('pdfkit')>;

export const A4 = { width: 595.28, height: 841.89, margin: 48 } as const;
export const FONT = 'Helvetica';
export const BOLD = 'Helvetica-Bold';
export const COLORS = {
  dark: '#1a1b1e',
  quiet: '#495057',
  line: '#ced4da',
  /** Marks a document of the test environment. */
  test: '#b34700',
} as const;

// The fonts that every reader of PDF has know the characters of Windows-1252. Those beyond Latin-1:
const WINDOWS_1252 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const STROKED: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd' };
const LATIN_1 = /^[\x20-\x7e\u00a0-\u00ff]$/;

export interface PdfFacts {
  readonly title: string;
  /** The platform's name. */
  readonly author: string;
  readonly language: Language;
  /** The date of the document in milliseconds. Equal content at the same instant gives an equal
   * file. */
  readonly at: number;
}

/**
 * Draws a document on A4 pages. Pages are kept until the end, for page numbers. A
 * long document is drawn in pieces, so that the process answers others meanwhile.
 */
export async function drawPdf(
  facts: PdfFacts,
  draw: (pdf: Pdf) => void | Promise<void>,
): Promise<Buffer> {
  // Loaded by the first document: many processes draw none.
  const Document: typeof import('pdfkit') = require('pdfkit');
  const at = new Date(facts.at);
  const pdf = new Document({
    size: 'A4',
    margin: A4.margin,
    bufferPages: true,
    lang: facts.language,
    displayTitle: true,
    info: {
      Title: facts.title,
      Author: facts.author,
      Producer: facts.author,
      Creator: facts.author,
      CreationDate: at,
      ModDate: at,
    },
  });
  const parts: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', resolve).on('error', reject);
  });
  await draw(pdf);
  pdf.end();
  await ended;
  return Buffer.concat(parts);
}

/**
 * Reduces a text to the characters of the fonts: other letters lose their accents, and remaining
 * characters become question marks.
 */
export function pdfText(text: string): string {
  return Array.from(text.normalize('NFC'), (letter) => {
    if (LATIN_1.test(letter) || WINDOWS_1252.includes(letter)) return letter;
    const plain = (STROKED[letter] ?? letter).normalize('NFD').replaceAll(/\p{M}/gu, '');
    return LATIN_1.test(plain) ? plain : /^\p{M}$/u.test(letter) ? '' : '?';
  }).join('');
}
