import { parseAmount as readAmount } from '../../gateway/src/ground/money/parse-amount.ts';
import { Failure } from './failure.ts';

/**
 * Reads an amount as people write it, "10", "10,50", "10.50" or "1.234,56", as centavos. Throws a
 * Failure for anything else, also for "1.500", which can be 1500 or 1.5.
 */
export function parseAmount(text: string): number {
  const centavos = readAmount(text) ?? 0;
  if (centavos >= 1) return centavos;
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
