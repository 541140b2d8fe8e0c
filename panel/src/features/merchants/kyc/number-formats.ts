const CPF = /^(\d{3})(\d{3})(\d{3})(\d{2})$/;
const CNPJ = /^([0-9A-Z]{2})([0-9A-Z]{3})([0-9A-Z]{3})([0-9A-Z]{4})(\d{2})$/;
const POSTAL_CODE = /^(\d{5})(\d{3})$/;

/** A CPF or CNPJ with its punctuation; anything else as it is. */
export function formatTaxId(text: string): string {
  const bare = text.replaceAll(/[\s./-]/g, '').toUpperCase();
  if (CPF.test(bare)) return bare.replace(CPF, '$1.$2.$3-$4');
  return CNPJ.test(bare) ? bare.replace(CNPJ, '$1.$2.$3/$4-$5') : text;
}

/** A CEP with its hyphen; anything else as it is. */
export function formatPostalCode(text: string): string {
  const bare = text.replaceAll(/[\s.-]/g, '');
  return POSTAL_CODE.test(bare) ? bare.replace(POSTAL_CODE, '$1-$2') : text;
}
