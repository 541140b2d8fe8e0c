import type { Transaction } from '#src/ground/database/database.ts';
import { locationOfCode } from '#src/ground/pix/location-of-code.ts';
import type { Charge } from '../charge.ts';
import type { ChargeRequest } from '../plan-charges.ts';
import { insertLocations, type NewLocation } from './location-store.ts';

/** The location that a charge made itself, as a row; undefined for a code without a location. */
export function ownLocation(
  { merchantId, environment, id: chargeId, qrcode, due }: Charge,
  { id, txid, bankId }: { id: number; txid: string; bankId: number | null },
): NewLocation | undefined {
  const url = locationOfCode(qrcode);
  if (url === undefined) return undefined;
  const token = environment === 'test' ? chargeId : null;
  return {
    merchantId,
    environment,
    id,
    kind: due ? 'cobv' : 'cob',
    url,
    token,
    bankId,
    chargeId,
    txid,
  };
}

/**
 * Stores the own locations of charges that live in the time of a test clock: their ids don't lie in
 * the second in which the location was made, by which it is found otherwise.
 */
export function insertOwnLocations(
  tx: Transaction,
  created: readonly { readonly charge: Charge; readonly request: ChargeRequest }[],
): void {
  const rows = created.flatMap(({ charge, request: { standard } }) => {
    if (!standard?.locationId || standard.location) return [];
    const { locationId: id, txid } = standard;
    return ownLocation(charge, { id, txid, bankId: null }) ?? [];
  });
  insertLocations(tx, rows);
}
