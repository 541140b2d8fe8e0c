import { COPIED_MARKS, parseCnpj, parseCpf, parseTaxId, type TaxIdRules } from './tax-id.ts';

/** A Pix key in the form of the DICT: without punctuation, phones with +55. */
export type PixKey = string & { readonly isPixKey: true };

export const pixKeyTypes = ['cpf', 'cnpj', 'email', 'phone', 'random'] as const;

export type PixKeyType = (typeof pixKeyTypes)[number];

/** The types that a caller may send: `evp` is the DICT's word for `random`. */
export const pixKeyTypeNames = [...pixKeyTypes, 'evp'] as const;

export type PixKeyTypeName = (typeof pixKeyTypeNames)[number];

const EMAIL_LENGTH_MAX = 77;
const TEXT_LENGTH_MAX = 200;
// DICT API 2.12.1, tag "Vínculo/Chave".
const LOCAL_PART = "[a-z0-9.!#$'*+/=?^_`{|}~-]+";
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const EMAIL = new RegExp(`^${LOCAL_PART}@${LABEL}(?:\\.${LABEL})*$`);
// A UUID of any version: the examples of the Central Bank are not version 4.
const RANDOM = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const PHONE_MASK = new RegExp(`[\\s().\\-${COPIED_MARKS}]`, 'g');
// A number of eight digits that begins with 9 is a mobile one that lost a digit.
const NUMBER = '([0-9]{9}|[0-8][0-9]{7})';
const PHONE = new RegExp(`^(?:\\+?55)?([1-9][0-9])${NUMBER}$`);
const NATIONAL_PHONE = new RegExp(`^([1-9][0-9])${NUMBER}$`);

/**
 * Reads a Pix key of a type and returns its DICT form; undefined when it doesn't fit. The type is
 * not guessed, because eleven digits may be a CPF or a phone.
 */
export function parsePixKey(
  unchecked: string,
  type: PixKeyType,
  rules: TaxIdRules,
): PixKey | undefined {
  const text = unchecked.trim();
  if (text.length > TEXT_LENGTH_MAX) return undefined;
  return keyOf(text, type, rules) as PixKey | undefined;
}

/** The Pix key type of a name; `evp` is another name of `random`. */
export function pixKeyTypeOf(name: PixKeyTypeName): PixKeyType {
  return name === 'evp' ? 'random' : name;
}

function keyOf(text: string, type: PixKeyType, rules: TaxIdRules): string | undefined {
  switch (type) {
    case 'cpf':
      return parseCpf(text, rules)?.digits;
    case 'cnpj':
      return parseCnpj(text, rules)?.digits;
    case 'email':
      return matching(text.toLowerCase(), EMAIL, EMAIL_LENGTH_MAX);
    case 'random':
      return matching(text.toLowerCase(), RANDOM, TEXT_LENGTH_MAX);
    case 'phone':
      return phoneOf(text.replace(PHONE_MASK, ''));
  }
}

/**
 * A Pix key of any type in the form of the DICT, as far as its form tells the type: a random key
 * and an e-mail in lower case, a document and a phone with `+55` without punctuation.
 */
export function pixKeyInDictForm(unchecked: string): string {
  const text = unchecked.trim();
  const lower = text.toLowerCase();
  if (text.includes('@') || RANDOM.test(lower)) return lower;
  const digits = parseTaxId(text, { checkDigits: false })?.digits;
  return digits ?? (text.startsWith('+') ? text.replace(PHONE_MASK, '') : text);
}

function matching(text: string, form: RegExp, lengthMax: number): string | undefined {
  return text.length <= lengthMax && form.test(text) ? text : undefined;
}

// Without "+", ten or eleven digits are a national number: 55 is also the area code of Santa Maria.
function phoneOf(text: string): string | undefined {
  const [, area, number] = NATIONAL_PHONE.exec(text) ?? PHONE.exec(text) ?? [];
  return area && number ? `+55${area}${number}` : undefined;
}
