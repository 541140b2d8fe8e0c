import { AMOUNT_CENTAVOS_MAX, type Centavos, centavos } from '#src/ground/money/centavos.ts';

const LENGTH_MAX = 30;
// 1.234,56 and 1234,5 and 1.234
const BRAZILIAN = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/;
// 1,234.56 and 1234.5, which other keyboards write
const ENGLISH = /^(\d{1,3}(?:,\d{3})+|\d+)\.(\d{1,2})$/;

/**
 * Reads an amount as a payer types it: `25`, `25,00`, `1.234,56`, `R$ 25`. A dot before one or two
 * last digits is a decimal one. Undefined for any other text, for zero, and above the most that a
 * charge may have.
 */
export function parseTypedAmount(text: string): Centavos | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  const typed = text.replace(/^\s*R\$/i, '').replaceAll(/[\s\u00a0]/g, '');
  const match = BRAZILIAN.exec(typed) ?? ENGLISH.exec(typed);
  if (!match) return undefined;
  const [, whole = '', part = ''] = match;
  const amount = centavos(BigInt(whole.replaceAll(/[.,]/g, '') + part.padEnd(2, '0')));
  return amount > 0n && amount <= AMOUNT_CENTAVOS_MAX ? amount : undefined;
}
