import { Refusal } from '#src/ground/errors/problems.ts';
import type { ChargeOwner, FinishedCharge } from '../charge-owner.ts';
import { claimLocations, insertLocations, releaseLocationOf } from './location-store.ts';
import { ownLocation } from './own-location.ts';

/**
 * A location shows one charge. Refuses `location_taken`. Only charges that live in the time of a
 * test clock store their own locations: their ids don't lie in the second in which the location was
 * made, by which it is found otherwise.
 */
export const locationOwner: ChargeOwner = {
  name: 'locations',
  async claim(tx, charges) {
    const wanted = charges.flatMap(({ id: chargeId, request: { caller, standard } }) => {
      const { merchantId, environment } = caller;
      if (!standard?.location) return [];
      const { txid, location } = standard;
      return [{ merchantId, environment, id: location.id, chargeId, txid }];
    });
    if (wanted.length === 0) return new Map();
    const taken = await claimLocations(tx, wanted);
    const lost = wanted.filter(({ chargeId }) => !taken.has(chargeId));
    return new Map(lost.map(({ chargeId }) => [chargeId, new Refusal('location_taken')]));
  },
  released(tx, charges) {
    for (const charge of charges) if (charge.hasChosenLocation) releaseLocationOf(tx, charge);
  },
  finished(tx, charges) {
    if (tx.testTime) insertLocations(tx, charges.flatMap(ownLocationOf));
  },
};

function ownLocationOf({ ownLocationId: id, txid, hasDueDate, ...charge }: FinishedCharge) {
  if (id === undefined || txid === undefined) return [];
  const kind = hasDueDate ? 'cobv' : 'cob';
  return ownLocation(charge, { id, kind, txid, bankId: null }) ?? [];
}
