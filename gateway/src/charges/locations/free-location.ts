import type { ReceivingBank } from '#src/bank/live-bank.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import type { Charge } from '../charge.ts';
import { lockCharges } from '../charge-refund-store.ts';
import { withTxids } from '../txids/find-by-txid.ts';
import { answerOf, bankMissing, unavailable } from './bank-answer.ts';
import type { LocationDeps } from './create-location.ts';
import { type FoundLocation, findLocation } from './find-location.ts';
import type { Location, LocationKey } from './location.ts';
import {
  freeLocationOf,
  insertLocations,
  lockLocations,
  setLocationOfTxid,
} from './location-store.ts';
import { ownLocation } from './own-location.ts';

const CHANGED_RETRY_SECONDS = 1;
const CREATING_RETRY_SECONDS = 5;

/**
 * Takes a location away from the charge that has it; the charge stays as it is. A live location is
 * freed at the bank first; after an unclear answer nothing has changed here, and a repeat does the
 * same again. Returns undefined for an unknown location. Refuses `provider_unavailable`, also while
 * the charge is being made, and `provider_refused`.
 */
export async function freeLocation(
  deps: LocationDeps,
  key: LocationKey,
): Promise<Location | undefined> {
  const found = await findLocation(deps.database, key);
  if (!found) return undefined;
  const { location, charge } = found;
  if (location.chargeId !== null && !charge) throw unavailable(CREATING_RETRY_SECONDS);
  const { bankId } = key.environment === 'live' ? await freeAtBank(deps, found) : location;
  if (!charge) return location;
  return freeHere(deps, { ...found, charge, bankId });
}

async function freeAtBank(
  { bank }: LocationDeps,
  { location, charge }: FoundLocation,
): Promise<Pick<Location, 'bankId'>> {
  if (!bank) throw bankMissing();
  const bankId = location.bankId ?? (charge ? await bankIdOf(bank, charge) : null);
  // Also a location that is free here: an earlier change may have reached the bank.
  if (bankId !== null) answerOf(await bank.freeLocation(bankId));
  return { bankId };
}

/**
 * What the bank calls the location of a charge; null when it has none any more. Refuses
 * `provider_refused` for a bank that doesn't say it.
 */
export async function bankIdOf(bank: ReceivingBank, { id, due }: Charge): Promise<number | null> {
  const kind = due ? 'due' : 'immediate';
  const found = answerOf(await bank.findCharge(txidFromId(id), kind, { mayLackCode: true }));
  if (found?.locationId != null) return found.locationId;
  if (found?.code === '') return null;
  throw new Refusal('provider_refused', { reason: 'O banco não informa o id deste location.' });
}

function freeHere(
  { database }: LocationDeps,
  { location, charge, isStored, bankId }: FoundLocation & { charge: Charge; bankId: number | null },
): Promise<Location> {
  return database.transaction(async (tx) => {
    await lockCharges(tx, [charge]);
    const locked = await lockLocations(tx, location, charge.id);
    const [name] = await withTxids(tx, [charge]);
    const { named } = name ?? {};
    const row = locked.find(({ id }) => id === location.id);
    const isSame = isStored ? row?.chargeId === charge.id : row === undefined;
    // Another request has changed it meanwhile.
    if (!isSame || !named || named.locationId !== location.id) {
      throw unavailable(CHANGED_RETRY_SECONDS);
    }
    if (isStored) freeLocationOf(tx, charge);
    const { id } = location;
    const own = isStored ? undefined : ownLocation(charge, { id, txid: named.txid, bankId });
    if (own) insertLocations(tx, [{ ...own, chargeId: null, txid: null }]);
    setLocationOfTxid(tx, named, null);
    return { ...location, bankId, chargeId: null, txid: null };
  });
}
