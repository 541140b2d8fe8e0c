import type { Environment } from '#src/access/ledger-scope.ts';
import { startOfBrazilianDay } from '#src/platform/brazilian-days.ts';
import { UsageError } from './usage-error.ts';

/** How many rows a list shows without `--limit`. */
export const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;

/** Reads a whole number. Throws UsageError. */
export function integerOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`"${text}" não é um inteiro`);
  return Number(text);
}

/** Reads the size of a list. Throws UsageError. */
export function limitOf(text: string): number {
  const limit = integerOf(text);
  if (limit >= 1 && limit <= LIMIT_MAX) return limit;
  throw new UsageError(`--limit vai de 1 a ${LIMIT_MAX}`);
}

/** Reads a list separated by commas; null for `all`. */
export function listOrAll(text: string): readonly string[] | null {
  return text.trim() === 'all' ? null : text.split(',').map((one) => one.trim());
}

/** Reads an environment. Throws UsageError. */
export function environmentOf(text: string): Environment {
  if (text === 'test' || text === 'live') return text;
  throw new UsageError(`"${text}" não é um ambiente: use test ou live`);
}

/** Reads a day in Brasília, as `2026-11-20`. Throws UsageError. */
export function dayOf(text: string): string {
  if (startOfBrazilianDay(text) !== undefined) return text;
  throw new UsageError(`"${text}" não é um dia, como 2026-11-20`);
}
