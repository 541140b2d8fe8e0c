import type { Outcome } from '../../outcome.ts';
import type { RecurrenceLocationAtBank, RecurringBank } from '../../recurring-bank.ts';
import { UnreadableAnswer, urlAt } from '../json-fields.ts';
import { outcomeOf } from '../outcome-of-answer.ts';
import type { AutomaticSettings } from './automatic-settings.ts';

type LocationsOfBank = Pick<RecurringBank, 'createRecurrenceLocation' | 'freeRecurrenceLocation'>;

/** `/locrec` of the standard. */
export function recurrenceLocationsOf(settings: AutomaticSettings): LocationsOfBank {
  return {
    createRecurrenceLocation: () => createRecurrenceLocation(settings),
    freeRecurrenceLocation: (id) => freeRecurrenceLocation(settings, id),
  };
}

/** Makes a location that no recurrence has. */
export async function createRecurrenceLocation({
  http,
  pathPrefix,
}: AutomaticSettings): Promise<Outcome<RecurrenceLocationAtBank>> {
  const answer = await http.call({
    operation: 'create recurrence location',
    method: 'POST',
    path: `${pathPrefix}/locrec`,
  });
  return outcomeOf(answer, (body) => {
    const { id } = body;
    const url = urlAt(body, 'location');
    if (!Number.isSafeInteger(id)) throw new UnreadableAnswer('id');
    if (url === undefined) throw new UnreadableAnswer('location');
    return { id: id as number, url };
  });
}

async function freeRecurrenceLocation(
  { http, pathPrefix }: AutomaticSettings,
  id: number,
): Promise<Outcome<void>> {
  const answer = await http.call({
    operation: 'free recurrence location',
    method: 'DELETE',
    path: `${pathPrefix}/locrec/${id}/idRec`,
  });
  return outcomeOf(answer, () => undefined);
}
