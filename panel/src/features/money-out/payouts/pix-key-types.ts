// The gateway's rules, so that the review never shows a key that the gateway refuses.
import {
  type PixKeyType,
  parsePixKey,
  pixKeyTypes,
} from '../../../../../gateway/src/ground/pix/pix-key.ts';
import { parseTaxId } from '../../../../../gateway/src/ground/pix/tax-id.ts';

export { type PixKeyType, pixKeyTypes } from '../../../../../gateway/src/ground/pix/pix-key.ts';

const FORMATTED_PHONE = /^\+|[()]/;
const FORMATTED_CPF = /\./;

/** Check digits are checked for live keys only, as at the gateway. */
const rulesOf = (environment: 'test' | 'live') => ({ checkDigits: environment === 'live' });

/** The normalised key, or undefined if it is invalid for its type. */
export function readPixKey(
  text: string,
  type: PixKeyType,
  environment: 'test' | 'live',
): string | undefined {
  return parsePixKey(text, type, rulesOf(environment));
}

/** Whether a text is a CPF or CNPJ. */
export function isTaxId(text: string, environment: 'test' | 'live'): boolean {
  return parseTaxId(text, rulesOf(environment)) !== undefined;
}

/** The possible types of a key by its form: none, one, or CPF and phone for eleven digits. */
export function likelyKeyTypes(text: string): PixKeyType[] {
  const fitting = pixKeyTypes.filter((type) => parsePixKey(text, type, { checkDigits: true }));
  if (fitting.length < 2) return fitting;
  if (FORMATTED_PHONE.test(text)) return ['phone'];
  return FORMATTED_CPF.test(text) ? ['cpf'] : fitting;
}
