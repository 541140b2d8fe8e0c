import { inflateSync } from 'node:zlib';

/** The beginning of a stream: its bytes follow, and any byte may be the last of them. */
const STREAM = /\/Length (\d+)(?:\n\/[^\n]*)*\n>>\nstream\n/g;
const SHOWN = /\[((?:<[0-9a-f]*>|[-\d. ])*)\] TJ/g;

/** The lines of text of a PDF with the standard fonts, which encode text in Windows-1252. */
export function pdfTexts(pdf: Buffer): string[] {
  const decoder = new TextDecoder('windows-1252');
  const lines: string[] = [];
  for (const begin of pdf.toString('latin1').matchAll(STREAM)) {
    const from = begin.index + begin[0].length;
    const content = pdf.subarray(from, from + Number(begin[1]));
    for (const [, shown = ''] of inflate(content).matchAll(SHOWN)) {
      const hex = [...shown.matchAll(/<([0-9a-f]*)>/g)].map(([, digits]) => digits).join('');
      lines.push(decoder.decode(Buffer.from(hex, 'hex')));
    }
  }
  return lines;
}

/** A stream that isn't compressed has no text. */
function inflate(content: Buffer): string {
  try {
    return inflateSync(content).toString('latin1');
  } catch {
    return '';
  }
}
