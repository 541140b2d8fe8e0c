const DECIMAL = /^(\d{1,10})\.(\d{2})$/;
const CENTAVOS_IN_REAL = 100n;

/** An amount as the API writes it: `1234n` is "12.34" (API Pix 2.10.0, `\d{1,10}\.\d{2}`). */
export function writeAmount(centavos: bigint): string {
  const sign = centavos < 0n ? '-' : '';
  const absolute = centavos < 0n ? -centavos : centavos;
  const rest = (absolute % CENTAVOS_IN_REAL).toString().padStart(2, '0');
  return `${sign}${absolute / CENTAVOS_IN_REAL}.${rest}`;
}

/** Centavos of an amount as the API writes it; undefined for anything else. */
export function readAmount(decimal: string): bigint | undefined {
  const [, reais, rest] = DECIMAL.exec(decimal) ?? [];
  if (reais === undefined || rest === undefined) return undefined;
  return BigInt(reais) * CENTAVOS_IN_REAL + BigInt(rest);
}
