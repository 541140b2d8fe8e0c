import { GUI } from '#src/ground/pix/br-code.ts';
import { crc16 } from '#src/ground/pix/crc16.ts';

/** One element of an EMV code: two digits of id, two of length, and the value. */
interface TlvElement {
  readonly id: string;
  readonly value: string;
}

/** The values of every valid code. `amount` is the decimal text of the code. */
export interface BrCodeFacts {
  readonly merchantName: string;
  readonly merchantCity: string;
  readonly amount: string | undefined;
  readonly txid: string;
  /** Where the recurrence of Pix Automático is kept, when the code carries one. */
  readonly recurrenceUrl: string | undefined;
  /** The elements that this reader doesn't know, as they stand in the code. */
  readonly others: readonly TlvElement[];
}

export type ParsedBrCode =
  | { readonly kind: 'invalid'; readonly reason: InvalidReason }
  | ({ readonly kind: 'static'; readonly key: string } & BrCodeFacts)
  | ({ readonly kind: 'dynamic'; readonly url: string } & BrCodeFacts)
  | ({ readonly kind: 'recurrence' } & BrCodeFacts);

export type InvalidReason =
  | 'wrong_structure'
  | 'wrong_crc'
  | 'not_pix'
  | 'missing_element'
  | 'wrong_value';

const ID_LENGTH = 2;
const HEAD_LENGTH = 4;
const CRC_ELEMENT = '6304';
const CRC_LENGTH = 4;
const CODE_LENGTH_MAX = 512;
const KNOWN_IDS = new Set(['00', '01', '52', '53', '54', '58', '59', '60', '62', '63']);
const AMOUNT = /^\d{1,10}(\.\d{1,2})?$/;

/**
 * Reads a BR Code of anybody's making. Never throws. Other arrangements beside Pix, a recurrence
 * and unknown elements are allowed; wrong lengths, a wrong CRC and a missing element are not.
 */
export function parseBrCode(text: string): ParsedBrCode {
  if (text.length > CODE_LENGTH_MAX) return invalid('wrong_structure');
  const elements = readTlv(text);
  if (!elements || !text.startsWith('000201')) return invalid('wrong_structure');
  if (text.slice(-CRC_LENGTH - CRC_ELEMENT.length, -CRC_LENGTH) !== CRC_ELEMENT) {
    return invalid('wrong_structure');
  }
  if (crc16(text.slice(0, -CRC_LENGTH)) !== text.slice(-CRC_LENGTH).toUpperCase()) {
    return invalid('wrong_crc');
  }
  return read(elements);
}

function read(elements: readonly TlvElement[]): ParsedBrCode {
  const byId = new Map(elements.map((element) => [element.id, element.value]));
  const account = pixTemplate(elements, 26, 51);
  const recurrenceUrl = pixTemplate(elements, 80, 99)?.get('25');
  if (!account) return invalid('not_pix');
  const merchantName = byId.get('59');
  const merchantCity = byId.get('60');
  const txid = templateOf(byId.get('62'))?.get('05');
  const amount = byId.get('54');
  if (!merchantName || !merchantCity || !txid) return invalid('missing_element');
  if (byId.get('53') !== '986' || byId.get('58') !== 'BR') return invalid('wrong_value');
  if (!/^\d{4}$/.test(byId.get('52') ?? '')) return invalid('wrong_value');
  if (amount !== undefined && !AMOUNT.test(amount)) return invalid('wrong_value');
  const others = elements.filter((element) => !isKnown(element));
  const facts = { merchantName, merchantCity, amount, txid, recurrenceUrl, others };
  const url = account.get('25');
  const key = account.get('01');
  if (url !== undefined && key === undefined) return { kind: 'dynamic', url, ...facts };
  if (key !== undefined && url === undefined) return { kind: 'static', key, ...facts };
  if (url !== undefined || recurrenceUrl === undefined) return invalid('wrong_value');
  return { kind: 'recurrence', ...facts };
}

function isKnown({ id, value }: TlvElement): boolean {
  const isPix = templateOf(value)?.get('00')?.toLowerCase() === GUI;
  const isTemplate = Number(id) >= 26 && (Number(id) <= 51 || Number(id) >= 80);
  return KNOWN_IDS.has(id) || (isTemplate && isPix);
}

/** The template of Pix among the ids of a range: its GUI may be written in any case. */
function pixTemplate(
  elements: readonly TlvElement[],
  idFrom: number,
  idTo: number,
): ReadonlyMap<string, string> | undefined {
  return elements
    .filter(({ id }) => Number(id) >= idFrom && Number(id) <= idTo)
    .map(({ value }) => templateOf(value))
    .find((template) => template?.get('00')?.toLowerCase() === GUI);
}

function templateOf(value: string | undefined): ReadonlyMap<string, string> | undefined {
  const elements = value === undefined ? undefined : readTlv(value);
  return elements && new Map(elements.map((element) => [element.id, element.value]));
}

function invalid(reason: InvalidReason): ParsedBrCode {
  return { kind: 'invalid', reason };
}

/** Reads elements in order; undefined when the lengths don't add up or an id comes twice. */
function readTlv(text: string): readonly TlvElement[] | undefined {
  const elements: TlvElement[] = [];
  const ids = new Set<string>();
  let offset = 0;
  while (offset < text.length) {
    const head = text.slice(offset, offset + HEAD_LENGTH);
    if (!/^\d{4}$/.test(head)) return undefined;
    const id = head.slice(0, ID_LENGTH);
    const length = Number(head.slice(ID_LENGTH));
    const value = text.slice(offset + HEAD_LENGTH, offset + HEAD_LENGTH + length);
    if (length === 0 || value.length !== length || ids.has(id)) return undefined;
    ids.add(id);
    elements.push({ id, value });
    offset += HEAD_LENGTH + length;
  }
  return elements;
}
