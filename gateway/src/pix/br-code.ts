import { type Centavos, centavosToDecimal } from '#src/money/centavos.ts';
import { writeTlv } from './br-code-tlv.ts';
import { crc16 } from './crc16.ts';

/**
 * The BR Code: EMV QRCPS, merchant presented, with Pix as the merchant account (Manual de Padrões
 * para Iniciação do Pix, section 2; Manual do BR Code).
 */
export interface BrCodePayee {
  /** Reduced to ASCII and cut at 25 characters; the payer's app shows the name of the DICT. */
  readonly merchantName: string;
  /** Reduced to ASCII and cut at 15 characters. */
  readonly merchantCity: string;
  /** Centavos; more than zero, under R$ 10 billion. A dynamic code's payer ignores it. */
  readonly amount?: Centavos;
  /** 1 to 25 alphanumerics; `***` when left out. */
  readonly txid?: string;
}

export interface DynamicBrCode extends BrCodePayee {
  /** Where the bank keeps the charge: without scheme, at most 77 characters. */
  readonly url: string;
}

export interface StaticBrCode extends BrCodePayee {
  /** The key in DICT form, at most 77 characters. */
  readonly key: string;
  /** Shown to the payer; shares the 99 characters of the template with the key. */
  readonly additionalInformation?: string;
}

export const GUI = 'br.gov.bcb.pix';
const MERCHANT_NAME_LENGTH_MAX = 25;
const MERCHANT_CITY_LENGTH_MAX = 15;
const LOCATION_LENGTH_MAX = 77;
const AMOUNT_LENGTH_MAX = 13;
const NO_TXID = '***';
const TXID = /^[A-Za-z0-9]{1,25}$/;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const NOT_ASCII = /[^\x20-\x7e]/g;
const ACCENTS = /\p{Mn}/gu;

/** Writes a dynamic code: it points to the charge at the bank and may be used once. */
export function encodeDynamicBrCode(code: DynamicBrCode): string {
  const { url } = code;
  if (url.length > LOCATION_LENGTH_MAX || SCHEME.test(url)) {
    throw new RangeError('the url of a BR Code has no scheme and at most 77 characters');
  }
  const account = writeTlv('26', writeTlv('00', GUI) + writeTlv('25', url));
  return complete(`000201010212${account}`, code);
}

/** Writes a static code: it names a key and may be used any number of times. */
export function encodeStaticBrCode(code: StaticBrCode): string {
  const { key, additionalInformation } = code;
  if (key.length > LOCATION_LENGTH_MAX) throw new RangeError('a key has at most 77 characters');
  const information = additionalInformation === undefined ? '' : toAscii(additionalInformation);
  const parts = [writeTlv('00', GUI), writeTlv('01', key)];
  if (information !== '') parts.push(writeTlv('02', information));
  return complete(`000201${writeTlv('26', parts.join(''))}`, code);
}

/** Adds what every code ends with: currency, amount, payee, txid and the CRC over all of it. */
function complete(start: string, payee: BrCodePayee): string {
  const txid = payee.txid ?? NO_TXID;
  if (txid !== NO_TXID && !TXID.test(txid)) throw new RangeError('a txid is 1 to 25 alphanumerics');
  const payload =
    `${start}520400005303986${amountElement(payee.amount)}5802BR` +
    writeTlv('59', asciiWithin(payee.merchantName, MERCHANT_NAME_LENGTH_MAX, 'RECEBEDOR')) +
    writeTlv('60', asciiWithin(payee.merchantCity, MERCHANT_CITY_LENGTH_MAX, 'BRASILIA')) +
    `${writeTlv('62', writeTlv('05', txid))}6304`;
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

/** Text reduced to ASCII: accents dropped, what has no ASCII left out. Never empty. */
function asciiWithin(text: string, lengthMax: number, otherwise: string): string {
  return toAscii(text).slice(0, lengthMax).trim() || otherwise;
}

function toAscii(text: string): string {
  return text.normalize('NFD').replace(ACCENTS, '').replace(NOT_ASCII, '').trim();
}
