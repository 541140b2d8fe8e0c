import type { Database, Queryable } from '#src/ground/database/database.ts';
import { MINUTE_MS, SECOND_MS } from '#src/ground/durations.ts';
import { firstIdAt } from '#src/ground/ids.ts';
import { locationOfCode } from '#src/ground/pix/location-of-code.ts';
import type { Charge } from '../charge.ts';
import { readCharges } from '../read-charges.ts';
import { instantOfLocation, type Location, type LocationKey } from './location.ts';
import { selectLocation, selectOwner } from './location-store.ts';

/**
 * The instants at which a charge may be made whose own location was made in a second: nearly always
 * at once. The clock may have been set back, and a busy gateway may wait.
 */
const WINDOWS = [
  { from: -SECOND_MS, before: 3 * SECOND_MS },
  { from: -SECOND_MS, before: MINUTE_MS + SECOND_MS },
];

/** A location, with the charge that has it. */
export interface FoundLocation {
  readonly location: Location;
  /** Undefined for a free one, and while the bank registers the charge. */
  readonly charge: Charge | undefined;
  /** Whether it has a row. The own location of a charge has none until it is released. */
  readonly isStored: boolean;
}

/**
 * Finds a location: one that was made for itself, or the one that a charge made. Both are of one
 * instant: a charge that moves meanwhile has the code of another location.
 */
export function findLocation(
  database: Database,
  key: LocationKey,
): Promise<FoundLocation | undefined> {
  const look = async (reads: Queryable): Promise<FoundLocation | undefined> => {
    const location = await selectLocation(reads, key);
    if (!location) return findOwn(reads, key);
    const charge = await chargeOf(reads, key, location.chargeId);
    return { location, charge, isStored: true };
  };
  return database.snapshot(look);
}

async function findOwn(database: Queryable, key: LocationKey): Promise<FoundLocation | undefined> {
  const at = instantOfLocation(key.id);
  for (const { from, before } of WINDOWS) {
    const range = { fromId: firstIdAt(Math.max(at + from, 0)), beforeId: firstIdAt(at + before) };
    const owner = await selectOwner(database, { ...key, ...range });
    if (!owner) continue;
    const charge = await chargeOf(database, key, owner.id);
    const url = charge && locationOfCode(charge.qrcode);
    if (!charge || url === undefined) return undefined;
    const { merchantId, environment, id } = key;
    const kind = charge.due ? 'cobv' : 'cob';
    const { txid } = owner;
    const named = { merchantId, environment, id, kind, url, bankId: null } as const;
    return { location: { ...named, chargeId: owner.id, txid }, charge, isStored: false };
  }
  return undefined;
}

async function chargeOf(
  database: Queryable,
  { merchantId, environment }: LocationKey,
  id: string | null,
): Promise<Charge | undefined> {
  if (id === null) return undefined;
  return (await readCharges(database, [{ merchantId, environment, id }]))[0];
}
