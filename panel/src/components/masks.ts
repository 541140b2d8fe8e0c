const PUNCTUATION = /[\s./()-]/g;
const CPF_LENGTH = 11;
const CPF = /^\d{1,11}$/;
const CNPJ = /^[0-9A-Z]{1,14}$/;
const FOREIGN_PHONE = /^\+(?!5?$|55)/;
const COUNTRY = '55';
/** An area code and at most nine digits. */
const PHONE_LENGTH_MAX = 11;
const PHONE = /^\d{1,11}$/;
const POSTAL_CODE = /^\d{1,8}$/;

/** Adds the punctuation of its kind to a text that is complete or still being typed. */
export type Mask = (text: string) => string;

/** `529.982.247-25`; a text that can't become a CPF is unchanged. */
export const maskCpf: Mask = (text) => {
  const digits = bare(text);
  return CPF.test(digits) ? grouped(digits, [3, 3, 3, 2], ['.', '.', '-']) : text;
};

/** `12.ABC.345/01DE-35`, with letters since July 2026; others are unchanged. */
export const maskCnpj: Mask = (text) => {
  const characters = bare(text).toUpperCase();
  if (!CNPJ.test(characters)) return text;
  return grouped(characters, [2, 3, 3, 4, 2], ['.', '.', '/', '-']);
};

/** A CPF or a CNPJ: up to eleven digits are a CPF. */
export const maskTaxId: Mask = (text) => {
  const characters = bare(text);
  const isCpf = CPF.test(characters) && characters.length <= CPF_LENGTH;
  return isCpf ? maskCpf(text) : maskCnpj(text);
};

/** `01310-100`; others are unchanged. */
export const maskPostalCode: Mask = (text) => {
  const digits = bare(text);
  return POSTAL_CODE.test(digits) ? grouped(digits, [5, 3], ['-']) : text;
};

/** `(11) 98765-4321`, `+55 (11) 98765-4321`; numbers of other countries are unchanged. */
export const maskPhone: Mask = (text) => {
  const trimmed = text.trimStart();
  if (FOREIGN_PHONE.test(trimmed)) return text;
  const hasCountry = trimmed.startsWith('+');
  const all = bare(trimmed).replace('+', '');
  const isLong = all.length > PHONE_LENGTH_MAX && all.startsWith(COUNTRY);
  if (hasCountry && all.length <= COUNTRY.length) return `+${all}`;
  const digits = hasCountry || isLong ? all.slice(COUNTRY.length) : all;
  if (!PHONE.test(digits)) return text;
  const prefix = hasCountry || isLong ? `+${COUNTRY} ` : '';
  return prefix + nationalPhone(digits);
};

const WHOLE_TAX_ID = /^(?:\d{11}|[0-9A-Z]{12}\d{2})$/i;
const WHOLE_POSTAL_CODE = /^\d{8}$/;

/** A whole CPF or CNPJ with its punctuation; anything else as it is. */
export const formatTaxId: Mask = (text) => (WHOLE_TAX_ID.test(bare(text)) ? maskTaxId(text) : text);

/** A whole CEP with its hyphen; anything else as it is. */
export const formatPostalCode: Mask = (text) =>
  WHOLE_POSTAL_CODE.test(bare(text)) ? maskPostalCode(text) : text;

/** The mask of a Pix key of a type; e-mails and random keys have none. */
export function pixKeyMask(type: string | null | undefined): Mask {
  return { cpf: maskCpf, cnpj: maskCnpj, phone: maskPhone }[type ?? ''] ?? ((text) => text);
}

function nationalPhone(digits: string): string {
  const [area, rest] = [digits.slice(0, 2), digits.slice(2)];
  if (rest === '') return digits;
  const isMobile = digits.length === PHONE_LENGTH_MAX;
  return `(${area}) ${grouped(rest, [isMobile ? 5 : 4, 4], ['-'])}`;
}

function bare(text: string): string {
  return text.replaceAll(PUNCTUATION, '');
}

/** Writes each separator only when a character follows it, so that deleting is never undone. */
function grouped(text: string, lengths: readonly number[], separators: readonly string[]): string {
  let shown = '';
  let at = 0;
  for (const [index, length] of lengths.entries()) {
    const part = text.slice(at, at + length);
    if (part === '') break;
    shown += (index === 0 ? '' : separators[index - 1]) + part;
    at += length;
  }
  return shown;
}
