import { formatTaxId, parseTaxId } from './tax-id.ts';

/**
 * A document as banks show it to the other side of a Pix: a CPF without its first three and last
 * two digits, a CNPJ as a whole. Undefined for a text that is neither.
 */
export function maskedTaxId(unchecked: string): string | undefined {
  const taxId = parseTaxId(unchecked, { checkDigits: false });
  if (!taxId) return undefined;
  const formatted = formatTaxId(taxId.digits);
  return taxId.kind === 'cnpj' ? `CNPJ ${formatted}` : `CPF ***.${formatted.slice(4, 11)}-**`;
}
