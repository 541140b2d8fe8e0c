import type { Charge } from '../charge.ts';
import { lockCharges } from '../charge-refund-store.ts';
import { answerOf, bankMissing, unavailable } from '../live/bank-answer.ts';
import { withTxids } from '../txids/find-by-txid.ts';
import type { LocationDeps } from './create-location.ts';
import { type FoundLocation, findLocation } from './find-location.ts';
import type { Location, LocationKey } from './location.ts';
import {
  insertLocations,
  lockLocations,
  releaseLocationOf,
  setLocationOfTxid,
} from './location-store.ts';
import { kindOfCharge, ownLocation } from './own-location.ts';
import { storeOwnLocation } from './store-own-location.ts';

const CHANGED_RETRY_SECONDS = 1;
const CREATING_RETRY_SECONDS = 5;

/**
 * Takes a location away from the charge that has it; the charge stays as it is. A live location is
 * released at the bank first; after an unclear answer nothing has changed here, and a repeat does
 * the same again. Returns undefined for an unknown location. Refuses `provider_unavailable`, also
 * while the charge is being made, and `provider_refused`.
 * @param chargeId the charge that is to lose it; `provider_unavailable` when another one, or none,
 * has it meanwhile
 */
export async function releaseLocation(
  deps: LocationDeps,
  key: LocationKey,
  chargeId?: string,
): Promise<Location | undefined> {
  const found = await findLocation(deps.database, key);
  if (!found) return undefined;
  const { location, charge } = found;
  const isOfAnother = chargeId !== undefined && location.chargeId !== chargeId;
  if (isOfAnother) throw unavailable(CHANGED_RETRY_SECONDS);
  if (location.chargeId !== null && !charge) throw unavailable(CREATING_RETRY_SECONDS);
  if (key.environment === 'live') return releaseLive(deps, found);
  return charge ? releaseHere(deps, { ...found, charge }) : location;
}

async function releaseLive(
  deps: LocationDeps,
  { location, charge, isStored }: FoundLocation,
): Promise<Location> {
  const { bank, database } = deps;
  if (!bank) throw bankMissing();
  const own = !isStored && charge;
  const stored = own ? await storeOwnLocation({ database, bank }, own, location.id) : location;
  // Also a location that is free here: an earlier change may have reached the bank.
  if (stored.bankId !== null) answerOf(await bank.releaseLocation(stored.bankId));
  return charge ? releaseHere(deps, { location: stored, charge, isStored: true }) : stored;
}

function releaseHere(
  { database }: LocationDeps,
  { location, charge, isStored }: FoundLocation & { readonly charge: Charge },
): Promise<Location> {
  return database.transaction(async (tx) => {
    await lockCharges(tx, { keys: [charge] });
    const locked = await lockLocations(tx, { ...location, chargeId: charge.id });
    const [name] = await withTxids(tx, [charge]);
    const { named } = name ?? {};
    const row = locked.find(({ id }) => id === location.id);
    const isSame = isStored ? row?.chargeId === charge.id : row === undefined;
    // Another request has changed it meanwhile.
    if (!isSame || !named || named.locationId !== location.id) {
      throw unavailable(CHANGED_RETRY_SECONDS);
    }
    if (isStored) releaseLocationOf(tx, charge);
    const { id } = location;
    const bankId = null;
    const own = isStored
      ? undefined
      : ownLocation(charge, { id, kind: kindOfCharge(charge), txid: named.txid, bankId });
    if (own) insertLocations(tx, [{ ...own, chargeId: null, txid: null }]);
    setLocationOfTxid(tx, named, null);
    return { ...location, chargeId: null, txid: null };
  });
}
