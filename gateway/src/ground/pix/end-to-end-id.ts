const ALPHANUMERICS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 11;
const ISPB = /^[0-9A-Z]{8}$/;
const SPI_ID = /^[ED][0-9A-Z]{8}20\d{10}[0-9A-Za-z]{11}$/;

/**
 * The parts of an end-to-end id. `at` in milliseconds since 1970; `random` at least 11 bytes.
 */
export interface EndToEndIdParts {
  readonly ispb: string;
  readonly at: number;
  readonly random: Uint8Array;
}

/**
 * The identifier of a payment in the SPI: 32 characters, its time in UTC to the minute. Throws a
 * RangeError for an ISPB of another form or too few random bytes.
 */
export function createEndToEndId({ ispb, at, random }: EndToEndIdParts): string {
  if (!ISPB.test(ispb)) throw new RangeError('an ISPB has 8 characters of 0-9 and A-Z');
  if (random.length < RANDOM_LENGTH) throw new RangeError('11 random bytes are needed');
  const instant = new Date(at).toISOString();
  const day = instant.slice(0, 4) + instant.slice(5, 7) + instant.slice(8, 10);
  let suffix = '';
  for (let index = 0; index < RANDOM_LENGTH; index += 1) {
    suffix += ALPHANUMERICS[(random[index] ?? 0) % ALPHANUMERICS.length];
  }
  return `E${ispb}${day}${instant.slice(11, 13)}${instant.slice(14, 16)}${suffix}`;
}

/** Whether a text is an id of the SPI: `E` for a payment, `D` for a refund, 32 characters. */
export function isSpiId(text: string, first: 'E' | 'D'): boolean {
  return text.startsWith(first) && SPI_ID.test(text);
}
