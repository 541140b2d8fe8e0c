import { createRequire } from 'node:module';

interface EmvReader {
  readonly Merchant: {
    readonly Parser: { toEMVQR(code: string): { generatePayload(): string } };
  };
}

// The package is CommonJS and has no types.
const { Merchant } = createRequire(import.meta.url)('steplix-emv-qrcps') as EmvReader;

/**
 * Whether a reader of EMV merchant codes, written by others, takes the code apart and writes the
 * same code again from the parts, its checksum included.
 */
export function isReadByEmvReader(code: string): boolean {
  return Merchant.Parser.toEMVQR(code).generatePayload() === code;
}
