import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import type { JsonObject } from '../bank-http/classify-result.ts';

/**
 * Readers of single fields of a bank's JSON. Unknown fields are ignored, as the standard requires
 * of clients (API Pix 2.10.0, versioning).
 */

/** A field of an answer is missing or has an unknown form. The message names the field. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';

  constructor(field: string) {
    super(`A resposta do banco tem um campo ausente ou desconhecido: ${field}.`);
  }
}

/** End-to-end ids, txids and the ids of refunds, payouts and disputes. */
const ID = /^[\w.:-]{1,64}$/;
const AMOUNT = /^\d{1,10}\.\d{2}$/;
const BALANCE = /^-?\d{1,16}\.\d{2}$/;
const LOCATION_LENGTH_MAX = 77;
const SCHEME = /^https?:\/\//i;
const WHOLE = /^\d{1,16}$/;
/** RFC 3339 with a zone, because a local time is ambiguous. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/i;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The text of a field; undefined when it is missing or empty, or when the database can't store it:
 * with a NUL, or half of a surrogate pair.
 */
export function textAt(body: JsonObject | undefined, name: string): string | undefined {
  const value = body?.[name];
  if (typeof value !== 'string' || value === '') return undefined;
  return value.includes('\0') || !value.isWellFormed() ? undefined : value;
}

/** A whole number, which some banks write as a text; undefined when it is missing. */
export function numberAt(body: JsonObject | undefined, name: string): number | undefined {
  const value = body?.[name];
  const isText = typeof value === 'string' && WHOLE.test(value);
  const number = isText ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

/** An address without its scheme; undefined when it is missing or too long for a code. */
export function urlAt(body: JsonObject | undefined, name: string): string | undefined {
  const url = textAt(body, name)?.replace(SCHEME, '');
  return url === undefined || url.length > LOCATION_LENGTH_MAX ? undefined : url;
}

/** An id of a bank's record; undefined when it is missing or has characters that no id has. */
export function idAt(body: JsonObject | undefined, name: string): string | undefined {
  const id = textAt(body, name);
  return id !== undefined && ID.test(id) ? id : undefined;
}

/** An id of a bank's record. Throws UnreadableAnswer. */
export function requireId(body: JsonObject | undefined, name: string): string {
  const id = idAt(body, name);
  if (id === undefined) throw new UnreadableAnswer(name);
  return id;
}

export function objectAt(body: JsonObject | undefined, name: string): JsonObject | undefined {
  const value = body?.[name];
  return isObject(value) ? value : undefined;
}

/**
 * The objects of a list. A single object counts as a list of one, as in an example of the standard.
 * Throws UnreadableAnswer.
 */
export function objectsAt(body: JsonObject, name: string): readonly JsonObject[] {
  const value = body[name];
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? value : [value];
  if (!list.every(isObject)) throw new UnreadableAnswer(name);
  return list;
}

/** The text of a field. Throws UnreadableAnswer when it is missing or empty. */
export function requireText(body: JsonObject | undefined, name: string): string {
  const text = textAt(body, name);
  if (text === undefined) throw new UnreadableAnswer(name);
  return text;
}

/** An amount in centavos, from the standard's `"12.34"`. Throws UnreadableAnswer. */
export function requireAmount(body: JsonObject | undefined, name: string): Centavos {
  return decimalOf(body?.[name], AMOUNT, name);
}

/** A balance in centavos; it may be negative. Throws UnreadableAnswer. */
export function requireBalance(body: JsonObject | undefined, name: string): Centavos {
  return decimalOf(body?.[name], BALANCE, name);
}

/** An instant in milliseconds since 1970. Throws UnreadableAnswer. */
export function requireInstant(body: JsonObject | undefined, name: string): number {
  const at = instantAt(body, name);
  if (at === null) throw new UnreadableAnswer(name);
  return at;
}

/** An instant in milliseconds since 1970; null when it is missing or has an unknown form. */
export function instantAt(body: JsonObject | undefined, name: string): number | null {
  const text = textAt(body, name) ?? '';
  const at = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

function decimalOf(value: unknown, form: RegExp, name: string): Centavos {
  if (typeof value !== 'string' || !form.test(value)) throw new UnreadableAnswer(name);
  return centavos(BigInt(value.replace('.', '')));
}

/** Shortens a bank's text for the log and replaces its special characters. */
export function shortName(text: string): string {
  return text.replace(/[^\w.-]/g, '?').slice(0, 60);
}
