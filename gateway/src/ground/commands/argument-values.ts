import type { Environment } from '../access/ledger-scope.ts';
import { startOfBrazilianDay } from '../brazilian-days.ts';
import { parseInstant } from '../clock.ts';
import { isId } from '../ids.ts';
import { isMailAddress } from '../mail/mail-address.ts';
import { AMOUNT_CENTAVOS_MAX, type Centavos, centavos } from '../money/centavos.ts';
import { isVisibleText } from '../visible-text.ts';
import { UsageError } from './usage-error.ts';

/** How many rows a list shows without `--limit`. */
export const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;
const TEXT_LENGTH_MAX = 200;

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

/** Reads an e-mail. Throws UsageError. */
export function emailOf(text: string): string {
  if (isMailAddress(text)) return text;
  throw new UsageError(`"${text}" não é um e-mail`);
}

/** Reads a list separated by commas; null for `all`. */
export function listOrAll(text: string): readonly string[] | null {
  return text.trim() === 'all' ? null : text.split(',').map((item) => item.trim());
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

/** An instant with a time zone, in milliseconds since 1970. */
export function instantOf(text: string): number {
  const at = text.includes('T') ? parseInstant(text) : undefined;
  if (at !== undefined) return at;
  throw new UsageError(
    `"${text}" não é um instante; use data, hora e fuso, como 2026-11-22T10:30:00-03:00`,
  );
}

/** Reads an amount in centavos, greater than zero. Throws UsageError. */
export function amountOf(text: string): Centavos {
  const amount = centavos(integerOf(text));
  if (amount > 0n && amount <= AMOUNT_CENTAVOS_MAX) return amount;
  throw new UsageError(`o valor vai de 1 a ${AMOUNT_CENTAVOS_MAX} centavos`);
}

/** Reads a signed amount in centavos, other than zero. Throws UsageError. */
export function signedAmountOf(text: string): Centavos {
  const amount = amountOf(text.replace(/^[+-]/, ''));
  return text.startsWith('-') ? centavos(-amount) : amount;
}

/** Reads an id. Throws UsageError. */
export function idOf(text: string): string {
  if (isId(text)) return text;
  throw new UsageError(`"${text}" não é um identificador`);
}

/** Reads a text of 1 to 200 visible characters. Throws UsageError. */
export function textOf(text: string): string {
  const trimmed = text.trim();
  const isText = trimmed !== '' && trimmed.length <= TEXT_LENGTH_MAX && isVisibleText(trimmed);
  if (isText) return trimmed;
  throw new UsageError(`esperado um texto de 1 a ${TEXT_LENGTH_MAX} caracteres, todos visíveis`);
}
