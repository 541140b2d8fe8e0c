import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { ID_MAX, isId } from '#src/ground/ids.ts';
import type { Incident, ToldIncident } from './incident.ts';
import {
  selectIncident,
  selectIncidents,
  selectOpen,
  selectResolved,
  selectUpdates,
} from './incident-store.ts';

const UPDATES_MAX = 50;
const OPEN_MAX = 20;
const RESOLVED_MAX = 10;
const RESOLVED_WITHIN_MS = 90 * DAY_MS;

/** The incidents that merchants see. */
export interface ShownIncidents {
  /** At most 20, newest first. */
  readonly open: readonly ToldIncident[];
  /** The last 10 that were resolved in the last 90 days. */
  readonly resolved: readonly ToldIncident[];
}

/** Reads the incidents that merchants see, at an instant in milliseconds. */
export async function readShownIncidents(
  database: Queryable,
  now: number,
): Promise<ShownIncidents> {
  const [open, resolved] = await Promise.all([
    selectOpen(database, { limit: OPEN_MAX }),
    selectResolved(database, { since: now - RESOLVED_WITHIN_MS, limit: RESOLVED_MAX }),
  ]);
  const told = await withUpdates(database, [...open, ...resolved]);
  return { open: told.slice(0, open.length), resolved: told.slice(open.length) };
}

/** One page of all incidents, newest first. */
export function listIncidents(
  database: Queryable,
  { cursor = ID_MAX, limit }: { readonly cursor: string | undefined; readonly limit: number },
): Promise<Page<Incident>> {
  return readPage(
    limit,
    (rowsMax) => selectIncidents(database, { beforeId: cursor, limit: rowsMax }),
    ({ id }) => id,
  );
}

/** An incident with its updates. Refuses `incident_not_found`. */
export async function readIncident(database: Queryable, id: string): Promise<ToldIncident> {
  const incident = isId(id) ? await selectIncident(database, { id }) : undefined;
  const [told] = await withUpdates(database, incident ? [incident] : []);
  if (!told) throw new Refusal('incident_not_found');
  return told;
}

async function withUpdates(
  database: Queryable,
  incidents: readonly Incident[],
): Promise<ToldIncident[]> {
  const ids = incidents.map(({ id }) => id);
  const updates = await selectUpdates(database, ids, UPDATES_MAX);
  return incidents.map((incident) => ({ ...incident, updates: updates.get(incident.id) ?? [] }));
}
