import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#src/accounts/auth/password-length.ts';
import { parseInstant } from '#src/ground/clock.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import type { Text } from '#src/ground/errors/texts/text.ts';
import { parseAddressRange } from '#src/ground/http/address-range.ts';
import { EMAIL_LENGTH_MAX, isMailAddress } from '#src/ground/mail/mail-address.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import { isVisibleText } from '#src/ground/visible-text.ts';

const URL_LENGTH_MAX = 2048;
const ADDRESS_LENGTH_MAX = 60;

const LINE_BREAKS = /[\n\r\t]/g;

interface TextFormat {
  readonly test: (text: string) => boolean;
  /** The message for a text that doesn't match. */
  readonly message: Text;
}

/** The formats of the API's texts. Lengths count characters after trimming. */
export const textFormats = {
  name: { test: textOf(1, 200), message: visible(1, 200) },
  reference: { test: textOf(1, 128), message: visible(1, 128) },
  'short-note': { test: textOf(0, 140), message: visible(0, 140) },
  note: { test: textOf(0, 255), message: visible(0, 255) },
  paragraphs: {
    test: (text) => textOf(1, 1_000)(text.replace(LINE_BREAKS, ' ')),
    message: visible(1, 1000),
  },
  'email-address': {
    test: (text) => isMailAddress(text.trim()),
    message: fieldText(({ email }) => email),
  },
  'new-password': {
    test: hasPasswordLength,
    message: fieldText(({ length }) => length(PASSWORD_LENGTH_MIN, PASSWORD_LENGTH_MAX)),
  },
  'second-factor-code': {
    test: (text) => /^\d{6}$/.test(text),
    message: fieldText(({ secondFactorCode }) => secondFactorCode),
  },
  'tax-id': {
    test: (text) => parseTaxId(text, { checkDigits: false }) !== undefined,
    message: fieldText(({ taxId }) => taxId),
  },
  'web-address': {
    test: isWebAddress,
    message: fieldText(({ webAddress }) => webAddress(URL_LENGTH_MAX)),
  },
  'network-address': {
    test: (text) => text.length <= ADDRESS_LENGTH_MAX && parseAddressRange(text) !== undefined,
    message: fieldText(({ networkAddress }) => networkAddress),
  },
  instant: {
    test: (text) => parseInstant(text) !== undefined,
    message: fieldText(({ dayOrInstant }) => dayOrInstant),
  },
} as const satisfies Record<string, TextFormat>;

function visible(min: number, max: number): Text {
  return fieldText((texts) => texts.visible(min, max));
}

function textOf(lengthMin: number, lengthMax: number): (text: string) => boolean {
  return (text) => {
    const trimmed = text.trim();
    if (trimmed.length > lengthMax * 2 || !isVisibleText(trimmed)) return false;
    const length = trimmed.length > lengthMax ? [...trimmed].length : trimmed.length;
    return length >= lengthMin && length <= lengthMax;
  };
}

// Characters, not UTF-16 units: an emoji is one.
function hasPasswordLength(text: string): boolean {
  const length = text.length > PASSWORD_LENGTH_MAX * 2 ? text.length : [...text].length;
  return length >= PASSWORD_LENGTH_MIN && length <= PASSWORD_LENGTH_MAX;
}

function isWebAddress(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length > URL_LENGTH_MAX || !isVisibleText(trimmed)) return false;
  return /^https?:\/\//i.test(trimmed) && URL.canParse(trimmed);
}

// The characters that `isVisibleText` refuses, for a character class of ECMA-262 with Unicode.
const HIDDEN = [
  '\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}',
  '\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u2065\\u2800\\u3164',
  '\\uFE00-\\uFE0F\\uFFA0\\uFFF0-\\uFFF8\\u{E0000}-\\u{E0FFF}',
].join('');
// The control characters among them, as every language writes them: Go, Java and Python too.
const CONTROL = '\\x00-\\x1F\\x7F-\\x9F';
const OCTET = '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const IPV4 = `${OCTET}([.]${OCTET}){3}(/(3[0-2]|[12]?[0-9]))?`;
// Only addresses that end in zeros or are written in full: the gateway accepts every form.
const IPV6_PREFIX = '(/(12[0-8]|1[01][0-9]|[1-9]?[0-9]))?';
const IPV6 = `([0-9a-f]{1,4}(:[0-9a-f]{1,4}){7}|([0-9a-f]{1,4}:){1,6}:)${IPV6_PREFIX}`;
const MASK = '[.\\-/\\s]*';
const CPF = `([0-9]${MASK}){11}`;
const CNPJ = `([0-9A-Za-z]${MASK}){12}([0-9]${MASK}){2}`;

/**
 * The keywords of texts without some characters: `pattern` for any language, which refuses only
 * control characters, and `x-pattern` with the whole rule, for ECMA-262 with Unicode.
 */
function patterns(patternWithout: (hidden: string) => string) {
  return { pattern: patternWithout(CONTROL), 'x-pattern': patternWithout(HIDDEN) };
}

const LINE = patterns((hidden) => `^[^${hidden}]*$`);
const FILLED_LINE = patterns((hidden) => `^[^${hidden}]*[^\\s${hidden}][^${hidden}]*$`);
const FILLED_LINES = patterns((hidden) => {
  const several = `([^${hidden}]|[\\n\\r\\t])*`;
  return `^${several}[^\\s${hidden}]${several}$`;
});

/**
 * Each format in keywords of JSON Schema, for the OpenAPI documents. A test checks that a format
 * accepts what its keywords allow, with `x-pattern` for `pattern`.
 */
export const TEXT_LIMITS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  name: { minLength: 1, maxLength: 200, ...FILLED_LINE },
  reference: { minLength: 1, maxLength: 128, ...FILLED_LINE },
  'short-note': { maxLength: 140, ...LINE },
  note: { maxLength: 255, ...LINE },
  paragraphs: { minLength: 1, maxLength: 1_000, ...FILLED_LINES },
  'email-address': { format: 'email', maxLength: EMAIL_LENGTH_MAX },
  'new-password': { minLength: PASSWORD_LENGTH_MIN, maxLength: PASSWORD_LENGTH_MAX },
  'second-factor-code': { pattern: '^[0-9]{6}$' },
  'tax-id': { maxLength: 40, pattern: `^${MASK}(${CPF}|${CNPJ})$` },
  'web-address': {
    format: 'uri',
    maxLength: URL_LENGTH_MAX,
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[A-Za-z0-9]',
  },
  'network-address': { maxLength: ADDRESS_LENGTH_MAX, pattern: `^(${IPV4}|${IPV6})$` },
  // A day alone is accepted too. Alternatives of formats are no type in most languages.
  instant: { format: 'date-time' },
};
