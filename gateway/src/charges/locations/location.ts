import * as f from '#src/ground/database/fields.ts';
import { SECOND_MS } from '#src/ground/durations.ts';

/** The kind of charge of a location: an immediate charge, or one with a due date. */
export type LocationKind = 'cob' | 'cobv';

/** The name of a location: unique for a merchant and environment. */
const LOCATION_KEY = { ...f.SCOPE, id: f.count };
export type LocationKey = f.RecordOf<typeof LOCATION_KEY>;

/** The address of a payload, which at most one charge has at a time. */
export const LOCATION = {
  ...LOCATION_KEY,
  kind: f.textOf<LocationKind>(),
  /** Without scheme, as codes have it. */
  url: f.text,
  /** The bank's id of it; null in the test environment, or if the bank has no name for it. */
  bankId: f.orNull(f.count),
  chargeId: f.orNull(f.uuid),
  txid: f.orNull(f.text),
};
export type Location = f.RecordOf<typeof LOCATION>;

/** The ids of locations count from here. */
const EPOCH_MS = Date.UTC(2026, 0, 1);
/** An id has a second and one of so many numbers: together 53 bits, which every program reads. */
export const LOCATION_NUMBERS = 2 ** 22;

/** The id of a location that is made at an instant, with a number that no other one has then. */
export function locationIdAt(atMs: number, number: number): number {
  const second = Math.floor((atMs - EPOCH_MS) / SECOND_MS);
  return Math.max(second, 1) * LOCATION_NUMBERS + number;
}

/** The second in which a location was made, in milliseconds since 1970. */
export function instantOfLocation(id: number): number {
  return EPOCH_MS + Math.floor(id / LOCATION_NUMBERS) * SECOND_MS;
}

/** The smallest id of a location that is made at an instant or later. */
export function firstLocationIdAt(atMs: number): number {
  const second = Math.ceil((atMs - EPOCH_MS) / SECOND_MS);
  return Math.min(Math.max(second, 0) * LOCATION_NUMBERS, Number.MAX_SAFE_INTEGER);
}

/** Reads the id of a location out of a text; undefined for a text that is none. */
export function locationIdFrom(text: string): number | undefined {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
