import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, param, paramsOf, send, sql, valuesOf } from '#src/ground/database/sql.ts';
import { INCIDENT, INCIDENT_UPDATE, type IncidentUpdate } from './incident.ts';

const { resolvedAt, ...NEW_INCIDENT } = INCIDENT;
const UPDATE = { incidentId: f.uuid, ...INCIDENT_UPDATE };

const $ = paramsOf({ ...INCIDENT, beforeId: f.uuid, since: f.instant, limit: f.count });
const COLUMNS = 'id, title, title_en, parts, impact, opened_at, resolved_at';
const BY_ID = sql`select ${COLUMNS} from incidents where id = ${$.id}`;

/** Sends a new incident, which is open. */
export const insertIncident = send(
  'incident_insert',
  sql`insert into incidents (${f.columnsOf(NEW_INCIDENT)})
    values (${valuesOf(NEW_INCIDENT)})`,
);

/** Locks an incident until the transaction ends; undefined for an unknown id. */
export const lockIncident = maybeOne('incident_lock', INCIDENT, sql`${BY_ID} for update`);

/** Sends the impact of an incident, and when it was resolved. */
export const changeIncident = send(
  'incident_change',
  sql`update incidents set impact = ${$.impact}, resolved_at = ${$.resolvedAt}
    where id = ${$.id}`,
);

/** Sends an update of an incident. */
export const insertUpdate = send(
  'incident_update_insert',
  sql`insert into incident_updates
      (${f.columnsOf(UPDATE)})
    values (${valuesOf(UPDATE)})`,
);

/** The incident of an id. */
export const selectIncident = maybeOne('incident_read', INCIDENT, BY_ID);

/** The incidents before an id, newest first. */
export const selectIncidents = many(
  'incidents_list',
  INCIDENT,
  sql`select ${COLUMNS} from incidents
    where id < ${$.beforeId} order by id desc limit ${$.limit}`,
);

/** The open incidents, newest first. */
export const selectOpen = many(
  'incidents_open',
  INCIDENT,
  sql`select ${COLUMNS} from incidents
    where resolved_at is null order by id desc limit ${$.limit}`,
);

/** The incidents that were resolved since an instant (milliseconds), the last resolved first. */
export const selectResolved = many(
  'incidents_resolved',
  INCIDENT,
  sql`select ${COLUMNS} from incidents where resolved_at >= ${$.since}
    order by resolved_at desc limit ${$.limit}`,
);

const listUpdates = many(
  'incident_updates_list',
  UPDATE,
  sql`select ${f.columnsOf(UPDATE, 'u')}
    from unnest(${param('ids', f.listOf(f.uuid))}::uuid[]) as wanted (id)
    cross join lateral (
      select * from incident_updates where incident_id = wanted.id order by id desc
      limit ${$.limit}
    ) u`,
);

/** The updates of incidents by the incident's id, newest first; up to `limit` of each. */
export async function selectUpdates(
  database: Queryable,
  ids: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, readonly IncidentUpdate[]>> {
  if (ids.length === 0) return new Map();
  const updates = await listUpdates(database, { ids, limit });
  updates.sort((left, right) => (left.id < right.id ? 1 : -1));
  return Map.groupBy(updates, ({ incidentId }) => incidentId);
}
