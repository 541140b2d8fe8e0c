import { type Centavos, centavosToDecimal } from '../money/centavos.ts';
import { crc16 } from './crc16.ts';

const VALUE_LENGTH_MAX = 99;

/** The names in every code. */
interface BrCodeNames {
  /** Reduced to ASCII and cut at 25 characters; the payer's app shows the name of the DICT. */
  readonly merchantName: string;
  /** Reduced to ASCII and cut at 15 characters. */
  readonly merchantCity: string;
}

/**
 * A dynamic BR Code: EMV QRCPS, merchant presented, with Pix as the merchant account (Manual de
 * Padrões para Iniciação do Pix, section 2; Manual do BR Code).
 */
export interface DynamicBrCode extends BrCodeNames {
  /** The address of the charge at the bank: without scheme, at most 77 characters. */
  readonly url: string;
  /** Centavos; more than zero, under R$ 10 billion. The payer's app shows the bank's amount. */
  readonly amount?: Centavos;
  /**
   * The address of a recurrence of Pix Automático, which the payer's app offers beside the payment:
   * without scheme, at most 77 characters, with `/rec/` before its token.
   */
  readonly recurrenceUrl?: string;
}

/** A code that authorizes recurring charges and has nothing to pay. */
export interface RecurrenceBrCode extends BrCodeNames {
  /** As in `DynamicBrCode`. */
  readonly recurrenceUrl: string;
}

export const GUI = 'br.gov.bcb.pix';
const MERCHANT_NAME_LENGTH_MAX = 25;
const MERCHANT_CITY_LENGTH_MAX = 15;
const LOCATION_LENGTH_MAX = 77;
const AMOUNT_LENGTH_MAX = 13;
/** The txid of every dynamic code. The real one is in the bank's record. */
const NO_TXID = writeTlv('62', writeTlv('05', '***'));
const PAYABLE_ONCE = writeTlv('01', '12');
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const RECURRENCE_LOCATION = /^[!-.0-~]+\/(?:[!-.0-~]+\/)*rec\/[!-.0-~]+$/;
const NOT_ASCII = /[^\x20-\x7e]/g;
const ACCENTS = /\p{Mn}/gu;
/** Letters that are no letter with an accent, as names of shops have them. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  º: 'o',
  ª: 'a',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  '–': '-',
  '—': '-',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
};

/**
 * Writes a dynamic code: it points to the charge at the bank and may be used once. With a
 * recurrence the payer authorizes the next charges too: together with the payment of an immediate
 * charge (journey 3 of Pix Automático), or as an offer after that of a charge with a due date (4).
 * Throws a RangeError when an address or the amount doesn't fit.
 */
export function encodeDynamicBrCode(code: DynamicBrCode): string {
  const { url, amount, recurrenceUrl } = code;
  if (url.length > LOCATION_LENGTH_MAX || SCHEME.test(url)) {
    throw new RangeError('the url of a BR Code has no scheme and at most 77 characters');
  }
  const account = writeTlv('26', writeTlv('00', GUI) + writeTlv('25', url));
  return encode({
    head: `${PAYABLE_ONCE}${account}`,
    amount: amountElement(amount),
    names: code,
    tail: recurrenceUrl === undefined ? '' : recurrenceElement(recurrenceUrl),
  });
}

/**
 * Writes a code that only authorizes recurring charges (journey 2 of Pix Automático): its account
 * names no charge, and it has neither an amount nor a limit to one use. Throws a RangeError when
 * the address doesn't fit.
 */
export function encodeRecurrenceBrCode(code: RecurrenceBrCode): string {
  return encode({
    head: writeTlv('26', writeTlv('00', GUI)),
    amount: '',
    names: code,
    tail: recurrenceElement(code.recurrenceUrl),
  });
}

/** Whether a location is that of a recurrence: without scheme, and its last folder is `rec`. */
export function isRecurrenceLocation(location: string): boolean {
  return RECURRENCE_LOCATION.test(location);
}

function encode({
  head,
  amount,
  names: { merchantName, merchantCity },
  tail,
}: {
  readonly head: string;
  readonly amount: string;
  readonly names: BrCodeNames;
  readonly tail: string;
}): string {
  const payload =
    `000201${head}520400005303986${amount}5802BR` +
    writeTlv('59', asciiWithin(merchantName, MERCHANT_NAME_LENGTH_MAX, 'RECEBEDOR')) +
    writeTlv('60', asciiWithin(merchantCity, MERCHANT_CITY_LENGTH_MAX, 'BRASILIA')) +
    `${NO_TXID}${tail}6304`;
  return payload + crc16(payload);
}

/** The template of Pix Automático. Its 99 characters leave 77 for the location. */
function recurrenceElement(location: string): string {
  if (!isRecurrenceLocation(location)) {
    throw new RangeError('the address of a recurrence has no scheme, and /rec/ before its token');
  }
  return writeTlv('80', writeTlv('00', GUI) + writeTlv('25', location));
}

function amountElement(amount: Centavos | undefined): string {
  if (amount === undefined) return '';
  const decimal = centavosToDecimal(amount);
  if (amount <= 0n || decimal.length > AMOUNT_LENGTH_MAX) {
    throw new RangeError('the amount of a BR Code is positive and under R$ 10 billion');
  }
  return writeTlv('54', decimal);
}

/** Reduces a text to ASCII, or to `otherwise` when nothing of it is left. */
function asciiWithin(text: string, lengthMax: number, otherwise: string): string {
  return toAscii(text).slice(0, lengthMax).trim() || otherwise;
}

/** Drops accents and characters without an ASCII form, and keeps one blank between words. */
function toAscii(text: string): string {
  return text
    .replace(/[^\x20-\x7e]/gu, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(ACCENTS, '')
    .replace(/\s/g, ' ')
    .replace(NOT_ASCII, '')
    .replace(/ +/g, ' ')
    .trim();
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
