import { writeBrCode } from '../br-code.ts';
import { createIdentifier } from '../identifiers.ts';
import { accountOf } from '../state/bank-state.ts';
import type { Location } from '../state/records.ts';
import { type Bank, now } from './bank.ts';
import { BankRefusal, type RefusalKind, refuseField } from './refusal.ts';

/** An unreachable host, so that no real app can pay a code of the simulator. */
export const UNREACHABLE_HOST = 'pix.simulador.example';

export type LocationKind = Location['kind'];

/** The path of a payload on its host. */
export function payloadPath(kind: LocationKind, token: string): string {
  return kind === 'cobv' ? `/qr/v2/cobv/${token}` : `/qr/v2/${token}`;
}

/** `POST /loc`, and the location of a charge that names none. */
export function createLocation(bank: Bank, kind: LocationKind, txid?: string): Location {
  const account = accountOf(bank.state);
  const id = account.nextLocationId;
  const host = bank.locationHost ?? UNREACHABLE_HOST;
  const location: Location = {
    id,
    kind,
    url: host + payloadPath(kind, createIdentifier()),
    createdAt: now(bank),
    ...(txid === undefined ? {} : { txid }),
  };
  bank.state.account.put({ ...account, nextLocationId: id + 1 });
  bank.state.locations.put(location);
  return location;
}

export function findLocation(bank: Bank, id: string): Location {
  const location = bank.state.locations.get(id);
  if (location !== undefined) return location;
  throw new BankRefusal('locationNotFound', 'Nenhum location encontrado para o id informado');
}

/** `DELETE /loc/{id}/txid`: the charge stays as it is, but its code leads to nothing. */
export function freeLocation(bank: Bank, id: string): Location {
  const { txid: _, ...free } = findLocation(bank, id);
  bank.state.locations.put(free);
  return free;
}

/** A charge that wants a location. */
export interface LocationWish {
  readonly kind: LocationKind;
  readonly txid: string;
  /** Undefined for a new location. */
  readonly id: number | undefined;
  /** The refusal, and the charge's name in it: `cob` or `cobv`. */
  readonly invalid: RefusalKind;
}

/** Checks that a charge can have the location that it names. Throws BankRefusal. */
export function checkLocation(bank: Bank, { kind, txid, id, invalid }: LocationWish): void {
  if (id === undefined) return;
  const field = `${kind}.loc.id`;
  const location = bank.state.locations.get(String(id));
  if (location === undefined) {
    throw refuseField(invalid, field, 'O location referenciado por loc.id inexiste');
  }
  if (location.kind !== kind) {
    const reason = `O location referenciado por loc.id apresenta tipo "${location.kind}"`;
    throw refuseField(invalid, field, `${reason} (deveria ser "${kind}")`);
  }
  if (location.txid !== undefined && location.txid !== txid) {
    const reason = 'O location referenciado por loc.id já está sendo utilizado por outra cobrança';
    throw refuseField(invalid, field, reason);
  }
}

/** Gives a charge its location, and frees the one that it had. */
export function takeLocation(bank: Bank, wish: LocationWish, ownId?: number): Location {
  if (wish.id === undefined) return createLocation(bank, wish.kind, wish.txid);
  const taken = { ...findLocation(bank, String(wish.id)), txid: wish.txid };
  bank.state.locations.put(taken);
  const own = ownId === undefined ? undefined : bank.state.locations.get(String(ownId));
  if (own !== undefined && own.id !== taken.id && own.txid === wish.txid) {
    freeLocation(bank, String(own.id));
  }
  return taken;
}

/** The location that shows a charge; undefined after it was freed. */
export function locationOf(
  bank: Bank,
  { txid, locationId }: { readonly txid: string; readonly locationId: number },
): Location | undefined {
  const location = bank.state.locations.get(String(locationId));
  return location?.txid === txid ? location : undefined;
}

export function codeOf(bank: Bank, { url }: Location): string {
  const { accountName: name, accountCity: city } = bank.settings;
  return writeBrCode({ location: url, name, city });
}
