import type { Outcome } from '../../outcome.ts';
import type { RecurrenceLocationAtBank, RecurringBank } from '../../recurring-bank.ts';
import { textAt, UnreadableAnswer, urlAt } from '../json-fields.ts';
import { afterFailedSearch, done, outcomeOf, outcomeOfSearch } from '../outcome-of-answer.ts';
import { type AutomaticSettings, mayBeDone } from './automatic-settings.ts';

const NOT_FOUND = 404;

type LocationsOfBank = Pick<
  RecurringBank,
  'createRecurrenceLocation' | 'releaseRecurrenceLocation'
>;

/** `/locrec` of the standard. */
export function recurrenceLocationsOf(settings: AutomaticSettings): LocationsOfBank {
  return {
    createRecurrenceLocation: () => createRecurrenceLocation(settings),
    releaseRecurrenceLocation: (id) => releaseRecurrenceLocation(settings, id),
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

/** After a refusal the bank is read: it may refuse to free what no recurrence has any more. */
async function releaseRecurrenceLocation(
  { http, pathPrefix }: AutomaticSettings,
  id: number,
): Promise<Outcome<void>> {
  const path = `${pathPrefix}/locrec/${id}`;
  const answer = await http.call({
    operation: 'free recurrence location',
    method: 'DELETE',
    path: `${path}/idRec`,
  });
  const outcome = outcomeOf(answer, () => undefined);
  const isMissing = answer.kind === 'refused' && answer.status === NOT_FOUND;
  if (!isMissing && !mayBeDone(answer)) return outcome;
  const search = await http.call({ operation: 'find recurrence location', method: 'GET', path });
  const found = outcomeOfSearch(search, (body) => {
    if (body.id !== id) throw new UnreadableAnswer('id');
    return { isFree: textAt(body, 'idRec') === undefined };
  });
  if (found.kind !== 'done') return afterFailedSearch(found);
  return found.value?.isFree ? done(undefined) : outcome;
}
