/** A CPF or CNPJ without punctuation, in upper case. */
export interface TaxId {
  readonly kind: 'cpf' | 'cnpj';
  readonly digits: string;
}

/** With live keys the check digits must be right; with test keys only the shape is checked. */
export interface TaxIdRules {
  readonly checkDigits: boolean;
}

const LENGTH_MAX = 40;
/** Hyphens and dashes of all kinds, and the marks of direction that copied texts bring along. */
export const COPIED_MARKS = '\\u2010-\\u2015\\u2212\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';
const PUNCTUATION = new RegExp(`[.\\-/\\s${COPIED_MARKS}]`, 'g');
const CPF = /^[0-9]{11}$/;
// Alphanumeric since July 2026 (Instrução Normativa RFB 2.229/2024); the last two stay digits.
const CNPJ = /^[0-9A-Z]{12}[0-9]{2}$/i;
const SAME_DIGIT = /^(\d)\1{10}$/;
const ZEROS = /^0+$/;
const CODE_OF_ZERO = 48;

/** Reads a CPF (11 digits) or a CNPJ (14 characters); undefined for anything else. */
export function parseTaxId(unchecked: string, rules: TaxIdRules): TaxId | undefined {
  return parseCpf(unchecked, rules) ?? parseCnpj(unchecked, rules);
}

/**
 * Reads a CPF; undefined when it doesn't fit. With `checkDigits`, eleven equal digits don't fit:
 * their check digits are right, but no such CPF exists.
 */
export function parseCpf(unchecked: string, rules: TaxIdRules): TaxId | undefined {
  const digits = withoutPunctuation(unchecked);
  if (!CPF.test(digits)) return undefined;
  const isRight = !SAME_DIGIT.test(digits) && hasCheckDigits(digits, 11);
  return rules.checkDigits && !isRight ? undefined : { kind: 'cpf', digits };
}

/**
 * Reads a CNPJ, numeric or alphanumeric; undefined when it doesn't fit. With `checkDigits`,
 * fourteen zeros don't fit, as in `parseCpf`.
 */
export function parseCnpj(unchecked: string, rules: TaxIdRules): TaxId | undefined {
  const characters = withoutPunctuation(unchecked);
  // Checked before the change to upper case, which makes an ASCII "I" of "ı".
  if (!CNPJ.test(characters)) return undefined;
  const digits = characters.toUpperCase();
  const isRight = !ZEROS.test(digits) && hasCheckDigits(digits, 9);
  return rules.checkDigits && !isRight ? undefined : { kind: 'cnpj', digits };
}

/** A CPF or CNPJ with its usual punctuation; any other text unchanged. */
export function formatTaxId(digits: string): string {
  if (CPF.test(digits)) return digits.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
  if (CNPJ.test(digits)) return digits.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
  return digits;
}

function withoutPunctuation(unchecked: string): string {
  return unchecked.length > LENGTH_MAX ? '' : unchecked.replace(PUNCTUATION, '');
}

/** Whether the last two characters are the two check digits of those before them. */
function hasCheckDigits(digits: string, weightMax: number): boolean {
  const base = digits.slice(0, -2);
  const first = checkDigit(base, weightMax);
  const second = checkDigit(base + first, weightMax);
  return digits.endsWith(`${first}${second}`);
}

/**
 * A check digit, modulo 11. Weights grow from 2 at the right and start again after `weightMax`: 9
 * for a CNPJ, 11 for a CPF, which has fewer digits. The value of a character is its ASCII code less
 * 48, for letters too.
 */
function checkDigit(base: string, weightMax: number): number {
  let sum = 0;
  let weight = 2;
  for (let index = base.length - 1; index >= 0; index -= 1) {
    sum += (base.charCodeAt(index) - CODE_OF_ZERO) * weight;
    weight = weight === weightMax ? 2 : weight + 1;
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
