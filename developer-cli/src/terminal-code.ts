import { correction, generate } from 'lean-qr';

const QUIET_MODULES = 2;

/** A QR code for a terminal with light text on dark. A character is two modules of one column. */
export function terminalCode(text: string): string {
  const { L } = correction;
  const code = generate(text, { minCorrectionLevel: L, maxCorrectionLevel: L });
  const end = code.size + QUIET_MODULES;
  const lines: string[] = [];
  for (let y = -QUIET_MODULES; y < end; y += 2) {
    let line = '';
    for (let x = -QUIET_MODULES; x < end; x += 1)
      line += blockOf(code.get(x, y), code.get(x, y + 1));
    lines.push(line);
  }
  return lines.join('\n');
}

/** Light modules are drawn. */
function blockOf(isTopDark: boolean, isBottomDark: boolean): string {
  if (isTopDark) return isBottomDark ? ' ' : '▄';
  return isBottomDark ? '▀' : '█';
}
