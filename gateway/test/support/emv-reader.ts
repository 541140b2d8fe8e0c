import { createRequire } from 'node:module';

interface EmvReader {
  readonly Merchant: {
    readonly Parser: { toEMVQR(code: string): { generatePayload(): string } };
  };
}

// The package is CommonJS and has no types.
const { Merchant } = createRequire(import.meta.url)('steplix-emv-qrcps') as EmvReader;

/**
 * Whether an independent library for EMV merchant codes parses the code and writes the same code
 * from the parts again, with its checksum.
 */
export function isReadByEmvReader(code: string): boolean {
  return Merchant.Parser.toEMVQR(code).generatePayload() === code;
}
