import { type Centavos, centavosToDecimal } from '../money/centavos.ts';
import { crc16 } from './crc16.ts';

const VALUE_LENGTH_MAX = 99;

/**
 * A dynamic BR Code: EMV QRCPS, merchant presented, with Pix as the merchant account (Manual de
 * Padrões para Iniciação do Pix, section 2; Manual do BR Code).
 */
export interface DynamicBrCode {
  /** The address of the charge at the bank: without scheme, at most 77 characters. */
  readonly url: string;
  /** Reduced to ASCII and cut at 25 characters; the payer's app shows the name of the DICT. */
  readonly merchantName: string;
  /** Reduced to ASCII and cut at 15 characters. */
  readonly merchantCity: string;
  /** Centavos; more than zero, under R$ 10 billion. The payer's app shows the bank's amount. */
  readonly amount?: Centavos;
}

export const GUI = 'br.gov.bcb.pix';
const MERCHANT_NAME_LENGTH_MAX = 25;
const MERCHANT_CITY_LENGTH_MAX = 15;
const LOCATION_LENGTH_MAX = 77;
const AMOUNT_LENGTH_MAX = 13;
/** The txid of every dynamic code. The real one is in the bank's record. */
const NO_TXID = writeTlv('62', writeTlv('05', '***'));
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const NOT_ASCII = /[^\x20-\x7e]/g;
const ACCENTS = /\p{Mn}/gu;

/**
 * Writes a dynamic code: it points to the charge at the bank and may be used once. Throws a
 * RangeError when the url or the amount doesn't fit.
 */
export function encodeDynamicBrCode(code: DynamicBrCode): string {
  const { url, amount, merchantName, merchantCity } = code;
  if (url.length > LOCATION_LENGTH_MAX || SCHEME.test(url)) {
    throw new RangeError('the url of a BR Code has no scheme and at most 77 characters');
  }
  const account = writeTlv('26', writeTlv('00', GUI) + writeTlv('25', url));
  const payload =
    `000201010212${account}520400005303986${amountElement(amount)}5802BR` +
    writeTlv('59', asciiWithin(merchantName, MERCHANT_NAME_LENGTH_MAX, 'RECEBEDOR')) +
    writeTlv('60', asciiWithin(merchantCity, MERCHANT_CITY_LENGTH_MAX, 'BRASILIA')) +
    `${NO_TXID}6304`;
  return payload + crc16(payload);
}

function amountElement(amount: Centavos | undefined): string {
  if (amount === undefined) return '';
  const decimal = centavosToDecimal(amount);
  if (amount <= 0n || decimal.length > AMOUNT_LENGTH_MAX) {
    throw new RangeError('the amount of a BR Code is positive and under R$ 10 billion');
  }
  return writeTlv('54', decimal);
}

/** Reduces a text to ASCII: drops accents and characters without an ASCII form. Never empty. */
function asciiWithin(text: string, lengthMax: number, otherwise: string): string {
  return toAscii(text).slice(0, lengthMax).trim() || otherwise;
}

function toAscii(text: string): string {
  return text.normalize('NFD').replace(ACCENTS, '').replace(NOT_ASCII, '').trim();
}

/**
 * Writes one element of an EMV code: two digits of id, two of length, and the value. Throws a
 * RangeError when the value does not have 1 to 99 characters.
 */
function writeTlv(id: string, value: string): string {
  const { length } = value;
  if (length < 1 || length > VALUE_LENGTH_MAX) {
    throw new RangeError(`the value of element ${id} must have 1 to 99 characters`);
  }
  return `${id}${length < 10 ? '0' : ''}${length}${value}`;
}
