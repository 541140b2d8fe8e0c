import { createIdentifier } from '../../identifiers.ts';
import { accountOf } from '../../state/bank-state.ts';
import type { Recurrence, RecurrenceLocation } from '../../state/records.ts';
import { type Bank, now } from '../bank.ts';
import { UNREACHABLE_HOST } from '../locations.ts';
import { BankRefusal, refuseField } from '../refusal.ts';

/** The path of a recurrence's payload on its host. */
export function recurrencePayloadPath(token: string): string {
  return `/qr/v2/rec/${token}`;
}

/** `POST /locrec`. */
export function createRecurrenceLocation(bank: Bank): RecurrenceLocation {
  const account = accountOf(bank.state);
  const location: RecurrenceLocation = {
    id: account.nextLocationId,
    url: (bank.locationHost ?? UNREACHABLE_HOST) + recurrencePayloadPath(createIdentifier()),
    createdAt: now(bank),
  };
  bank.state.account.put({ ...account, nextLocationId: location.id + 1 });
  bank.state.recurrenceLocations.put(location);
  return location;
}

export function findRecurrenceLocation(bank: Bank, id: string): RecurrenceLocation {
  const location = bank.state.recurrenceLocations.get(id);
  if (location !== undefined) return location;
  const message = 'Nenhum location encontrado para o id informado';
  throw new BankRefusal('recurrenceLocationNotFound', message);
}

/** `DELETE /locrec/{id}/idRec`: the recurrence stays, but its code leads to nothing. */
export function freeRecurrenceLocation(bank: Bank, id: string): RecurrenceLocation {
  const { recurrenceId: _, ...free } = findRecurrenceLocation(bank, id);
  bank.state.recurrenceLocations.put(free);
  return free;
}

/** Checks that a recurrence can have the location. Throws BankRefusal. */
export function checkRecurrenceLocation(
  bank: Bank,
  { id, recurrenceId }: { readonly id: number | undefined; readonly recurrenceId?: string },
): void {
  if (id === undefined) return;
  const location = bank.state.recurrenceLocations.get(String(id));
  if (location === undefined) {
    const reason = 'O location referenciado por rec.loc inexiste';
    throw refuseField('recurrenceInvalid', 'rec.loc', reason);
  }
  if (location.recurrenceId !== undefined && location.recurrenceId !== recurrenceId) {
    const reason = 'O location referenciado por rec.loc já está sendo utilizado por outra';
    throw refuseField('recurrenceInvalid', 'rec.loc', `${reason} recorrência`);
  }
}

/** Gives a recurrence a location, and frees the one that it had. */
export function takeRecurrenceLocation(
  bank: Bank,
  { id: recurrenceId, locationId }: Pick<Recurrence, 'id' | 'locationId'>,
  earlierId?: number,
): void {
  if (locationId === undefined) return;
  const location = findRecurrenceLocation(bank, String(locationId));
  bank.state.recurrenceLocations.put({ ...location, recurrenceId });
  if (earlierId === undefined || earlierId === locationId) return;
  const earlier = bank.state.recurrenceLocations.get(String(earlierId));
  if (earlier?.recurrenceId === recurrenceId) freeRecurrenceLocation(bank, String(earlierId));
}

/** The location that shows a recurrence; undefined for none, or after it was freed. */
export function locationOfRecurrence(
  { state }: Bank,
  { id, locationId }: Pick<Recurrence, 'id' | 'locationId'>,
): RecurrenceLocation | undefined {
  if (locationId === undefined) return undefined;
  const location = state.recurrenceLocations.get(String(locationId));
  return location?.recurrenceId === id ? location : undefined;
}
