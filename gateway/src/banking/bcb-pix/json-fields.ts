import { type Centavos, centavos } from '#src/money/centavos.ts';
import type { JsonObject } from '../bank-http/classify-result.ts';

/**
 * Narrow readers of a bank's JSON. What isn't asked for is not looked at, for the standard bids
 * clients to bear new fields and values (API Pix 2.9.0, versioning).
 */

/** An answer that lacks what it must have, or has it in no form we know. Tells where. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';

  constructor(field: string) {
    super(`A resposta do banco não se entende: ${field}.`);
  }
}

const AMOUNT = /^\d{1,10}\.\d{2}$/;
const BALANCE = /^-?\d{1,16}\.\d{2}$/;
/** RFC 3339, with a zone: a local time could be any. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/i;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text under a name; undefined when there is none, or an empty one. */
export function textAt(body: JsonObject | undefined, name: string): string | undefined {
  const value = body?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function objectAt(body: JsonObject | undefined, name: string): JsonObject | undefined {
  const value = body?.[name];
  return isObject(value) ? value : undefined;
}

/** The objects of a list; one object counts as a list of one, as an example of the standard has. */
export function objectsAt(body: JsonObject, name: string): readonly JsonObject[] {
  const value = body[name];
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? value : [value];
  if (!list.every(isObject)) throw new UnreadableAnswer(name);
  return list;
}

/** Throws UnreadableAnswer, as all that begin with `require`, when it isn't there. */
export function requireText(body: JsonObject | undefined, name: string): string {
  const text = textAt(body, name);
  if (text === undefined) throw new UnreadableAnswer(name);
  return text;
}

/** An amount in centavos, from the standard's `"12.34"`. */
export function requireAmount(body: JsonObject | undefined, name: string): Centavos {
  return decimalOf(body?.[name], AMOUNT, name);
}

/** A balance in centavos; it may be negative, and longer than an amount. */
export function requireBalance(body: JsonObject | undefined, name: string): Centavos {
  return decimalOf(body?.[name], BALANCE, name);
}

/** An instant in milliseconds since 1970. */
export function requireInstant(body: JsonObject | undefined, name: string): number {
  const at = instantAt(body, name);
  if (at === null) throw new UnreadableAnswer(name);
  return at;
}

/** An instant in milliseconds since 1970; null for none, or one in no form that we know. */
export function instantAt(body: JsonObject | undefined, name: string): number | null {
  const text = textAt(body, name) ?? '';
  const at = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

function decimalOf(value: unknown, form: RegExp, name: string): Centavos {
  if (typeof value !== 'string' || !form.test(value)) throw new UnreadableAnswer(name);
  return centavos(BigInt(value.replace('.', '')));
}

/** A bank's word as it may stand in our log: a name, short, without control characters. */
export function shortName(text: string): string {
  return text.replace(/[^\w.-]/g, '?').slice(0, 60);
}
