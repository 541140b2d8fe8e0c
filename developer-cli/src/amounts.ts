import { Failure } from './failure.ts';

const AMOUNT = /^(?:R\$\s*)?(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/;
const WITH_POINT = /^(?:R\$\s*)?(\d+)\.(\d{1,2})$/;
const CENTAVOS_MAX = 999_999_999_999;

/**
 * Reads an amount as people write it, "10", "10,50", "10.50" or "1.234,56", as centavos. Throws a
 * Failure for anything else.
 */
export function parseAmount(text: string): number {
  const [, whole, fraction = ''] = AMOUNT.exec(text) ?? WITH_POINT.exec(text) ?? [];
  const digits = `${whole?.replaceAll('.', '') ?? ''}${fraction.padEnd(2, '0')}`;
  const centavos = whole === undefined ? 0 : Number(digits);
  if (centavos >= 1 && centavos <= CENTAVOS_MAX) return centavos;
  throw new Failure('usage', `"${text}" não é um valor: escreva 10, 10,50 ou 1.234,56`);
}

/** Centavos as people read them: "R$ 1.234,56". */
export function formatAmount(centavos: number): string {
  const sign = centavos < 0 ? '-' : '';
  const digits = String(Math.abs(centavos)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.');
  return `${sign}R$ ${whole},${digits.slice(-2)}`;
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Reads a duration such as "30s", "15m", "1h" or "2d" as seconds. Throws a Failure for others. */
export function parseDuration(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})(s|m|h|d)$/.exec(text) ?? [];
  const seconds = Number(count) * (UNITS[unit] ?? 0);
  if (seconds > 0) return seconds;
  throw new Failure('usage', `"${text}" não é uma duração: escreva 30s, 15m, 1h ou 2d`);
}
