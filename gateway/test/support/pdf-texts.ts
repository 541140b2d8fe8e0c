import { inflateSync } from 'node:zlib';

const STREAM = /stream\r?\n([\s\S]*?)\r?\nendstream/g;
const SHOWN = /\[((?:<[0-9a-f]*>|[-\d. ])*)\] TJ/g;

/** The lines of text of a PDF with the standard fonts, which encode text in Windows-1252. */
export function pdfTexts(pdf: Buffer): string[] {
  const decoder = new TextDecoder('windows-1252');
  const lines: string[] = [];
  for (const [, content = ''] of pdf.toString('latin1').matchAll(STREAM)) {
    for (const [, shown = ''] of inflate(content).matchAll(SHOWN)) {
      const hex = [...shown.matchAll(/<([0-9a-f]*)>/g)].map(([, digits]) => digits).join('');
      lines.push(decoder.decode(Buffer.from(hex, 'hex')));
    }
  }
  return lines;
}

/** A stream that isn't compressed has no text. */
function inflate(content: string): string {
  try {
    return inflateSync(Buffer.from(content, 'latin1')).toString('latin1');
  } catch {
    return '';
  }
}
