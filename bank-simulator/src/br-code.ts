const POLYNOMIAL = 0x1021;
const INITIAL = 0xffff;
const NAME_LENGTH_MAX = 25;
const CITY_LENGTH_MAX = 15;
const PIX_ARRANGEMENT = 'br.gov.bcb.pix';
const CHECKSUM_LENGTH = 4;
const AMOUNT = /^\d{1,10}(?:\.\d{0,2})?$/;
const FIRST_ACCOUNT = 26;
const LAST_ACCOUNT = 51;

/** The content of a code: the location of a charge (dynamic), or the key to pay to (static). */
export interface BrCode {
  readonly location?: string;
  /** The location of a recurrence (template 80). */
  readonly recurrenceLocation?: string;
  readonly key?: string;
  /** With two decimals. Payers of a dynamic code ignore it. */
  readonly amount?: string;
  /** Undefined when the code has `***`. */
  readonly txid?: string;
}

interface CodeToWrite {
  /** Undefined for a code that only authorises a recurrence. */
  readonly location?: string;
  readonly recurrenceLocation?: string;
  readonly name: string;
  readonly city: string;
}

/**
 * A dynamic BR Code for one use (Manual de Padrões para Iniciação do Pix, section 2.7): it has
 * the location of the charge, but neither amount nor txid. Template 80 has that of a recurrence.
 */
export function writeBrCode({ location, recurrenceLocation, name, city }: CodeToWrite): string {
  const payload = [
    writeElement('00', '01'),
    location === undefined ? '' : writeElement('01', '12'),
    writeElement('26', accountOf(location)),
    writeElement('52', '0000'),
    writeElement('53', '986'),
    writeElement('58', 'BR'),
    writeElement('59', asciiWithin(name, NAME_LENGTH_MAX)),
    writeElement('60', asciiWithin(city, CITY_LENGTH_MAX)),
    writeElement('62', writeElement('05', '***')),
    recurrenceLocation === undefined ? '' : writeElement('80', accountOf(recurrenceLocation)),
    '6304',
  ].join('');
  return payload + checksum(payload);
}

function accountOf(location: string | undefined): string {
  const arrangement = writeElement('00', PIX_ARRANGEMENT);
  return location === undefined ? arrangement : arrangement + writeElement('25', location);
}

/**
 * Reads a BR Code with a Pix account, as payers' apps do; undefined for other texts, for a wrong
 * checksum, for anything after it and for a structure that isn't read whole.
 */
export function readBrCode(text: string): BrCode | undefined {
  if (checksum(text.slice(0, -4)) !== text.slice(-4).toUpperCase()) return undefined;
  const elements = readElements(text);
  if (elements?.get('00') !== '01' || [...elements.keys()].at(-1) !== '63') return undefined;
  if (elements.get('63')?.length !== CHECKSUM_LENGTH) return undefined;
  for (let id = FIRST_ACCOUNT; id <= LAST_ACCOUNT; id += 1) {
    const account = readElements(elements.get(String(id)) ?? '');
    if (account?.get('00')?.toLowerCase() !== PIX_ARRANGEMENT) continue;
    const additional = readElements(elements.get('62') ?? '');
    const recurrence = readElements(elements.get('80') ?? '');
    const txid = additional?.get('05');
    const amount = elements.get('54');
    if (txid === undefined || recurrence === undefined) return undefined;
    if (amount !== undefined && !AMOUNT.test(amount)) return undefined;
    return {
      ...present('location', account.get('25')),
      ...present('recurrenceLocation', recurrence?.get('25')),
      ...present('key', account.get('01')),
      ...present('amount', amount && withTwoDecimals(amount)),
      ...present('txid', txid === '***' ? undefined : txid),
    };
  }
  return undefined;
}

/** `98`, `98.` and `98.5` as `98.00` and `98.50`. */
function withTwoDecimals(amount: string): string {
  const [reais = '', rest = ''] = amount.split('.');
  return `${reais}.${rest.padEnd(2, '0')}`;
}

function present(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value };
}

function writeElement(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}

/** The values of the elements by their ids; undefined for a rest and for an id that comes twice. */
function readElements(text: string): Map<string, string> | undefined {
  const elements = new Map<string, string>();
  for (let offset = 0; offset < text.length; ) {
    const head = text.slice(offset, offset + 4);
    const length = /^\d{4}$/.test(head) ? Number(head.slice(2)) : 0;
    const value = text.slice(offset + 4, offset + 4 + length);
    if (length === 0 || value.length !== length || elements.has(head.slice(0, 2))) return undefined;
    elements.set(head.slice(0, 2), value);
    offset += 4 + length;
  }
  return elements;
}

function asciiWithin(text: string, lengthMax: number): string {
  const ascii = text.normalize('NFD').replace(/[^\x20-\x7e]/g, '');
  return ascii.slice(0, lengthMax).trim();
}

/** CRC-16/CCITT-FALSE of everything before it, `6304` included. */
export function checksum(text: string): string {
  let crc = INITIAL;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ POLYNOMIAL;
    }
    crc &= 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
