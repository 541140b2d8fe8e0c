import { formatTaxId } from './masks.ts';

/** A CPF or CNPJ with its punctuation, on one line where the window has room for it. */
export function TaxId({ value }: { value: string }) {
  return <span className="tabular one-line">{formatTaxId(value)}</span>;
}
