import { locationOfCode } from '#src/ground/pix/location-of-code.ts';
import type { Charge, TransactionKey } from '../charge.ts';
import type { LocationKind } from './location.ts';
import type { NewLocation } from './location-store.ts';

interface OwnLocation {
  readonly id: number;
  readonly kind: LocationKind;
  readonly txid: string;
  readonly bankId: number | null;
}

/** The location that a charge made itself, as a row; undefined for a code without a location. */
export function ownLocation(
  { merchantId, environment, id: chargeId, qrcode }: TransactionKey & Pick<Charge, 'qrcode'>,
  { id, kind, txid, bankId }: OwnLocation,
): NewLocation | undefined {
  const url = locationOfCode(qrcode);
  if (url === undefined) return undefined;
  const token = environment === 'test' ? chargeId : null;
  return {
    merchantId,
    environment,
    id,
    kind,
    url,
    token,
    bankId,
    chargeId,
    txid,
  };
}

/** In which list of the Central Bank's API the location of a charge is. */
export function kindOfCharge({ due }: Pick<Charge, 'due'>): LocationKind {
  return due ? 'cobv' : 'cob';
}
