import {
  instantOfLocation,
  type Location,
  type LocationKind,
} from '#src/charges/locations/location.ts';
import type { TxidOfCharge } from '#src/charges/standard-charge.ts';
import { isoTime } from '#src/ground/clock.ts';
import { locationOfCode } from '#src/ground/pix/location-of-code.ts';

/** The fields of a charge from which its location is shown. */
export interface PlacedCharge {
  readonly txid: string;
  readonly kind: LocationKind;
  readonly qrcode: string;
  /** Undefined for a charge that was made by another door: its location has no id. */
  readonly named: Pick<TxidOfCharge, 'locationId' | 'hasLocation'> | undefined;
  readonly isActive: boolean;
}

interface Place {
  readonly loc?: ReturnType<typeof wholeLocation>;
  readonly location?: string;
  readonly pixCopiaECola?: string;
}

/** The location of a charge and its code; nothing after the location was taken away. */
export function placeOfCharge({ txid, kind, qrcode, named, isActive }: PlacedCharge): Place {
  const location = locationOfCode(qrcode);
  if (location === undefined || named?.hasLocation === false) return {};
  const id = named?.locationId;
  return {
    ...(id != null && { loc: wholeLocation({ id, url: location, kind, txid }) }),
    location,
    ...(isActive && { pixCopiaECola: qrcode }),
  };
}

type ShownLocation = Pick<Location, 'id' | 'url' | 'kind'>;

/** A location without its charge (`PayloadLocation`). */
export function shownLocation({ id, url, kind }: ShownLocation) {
  const criacao = isoTime(instantOfLocation(id));
  return { id, location: url, tipoCob: kind, criacao };
}

/** A location with the txid of its charge (`PayloadLocationCompleta`). */
export function wholeLocation({ txid, ...location }: ShownLocation & Pick<Location, 'txid'>) {
  return { ...shownLocation(location), ...(txid !== null && { txid }) };
}
