import { formatTaxId, parseTaxId } from './tax-id.ts';

/**
 * A document as banks show it to the other side of a Pix: a CPF without its first three and last
 * two digits, a CNPJ as a whole. Undefined for a text that is neither.
 */
export function maskedTaxId(unchecked: string): string | undefined {
  const found = parseTaxId(unchecked, { checkDigits: false });
  if (!found) return undefined;
  const formatted = formatTaxId(found.digits);
  return found.kind === 'cnpj' ? `CNPJ ${formatted}` : `CPF ***.${formatted.slice(4, 11)}-**`;
}
