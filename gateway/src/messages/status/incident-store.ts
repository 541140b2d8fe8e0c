import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type {
  Incident,
  IncidentImpact,
  IncidentStage,
  IncidentUpdate,
  StatusPart,
} from './incident.ts';

const COLUMNS = 'id, title, title_en, parts, impact, opened_at, resolved_at';

const INSERT = {
  name: 'incident_insert',
  text: `insert into incidents (id, title, title_en, parts, impact, opened_at)
    values ($1, $2, $3, $4, $5, $6)`,
};
const LOCK = {
  name: 'incident_lock',
  text: `select ${COLUMNS} from incidents where id = $1 for update`,
};
const CHANGE = {
  name: 'incident_change',
  text: 'update incidents set impact = $2, resolved_at = $3 where id = $1',
};
const INSERT_UPDATE = {
  name: 'incident_update_insert',
  text: `insert into incident_updates
      (incident_id, id, stage, message, message_en, author_name, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
};
const READ = { name: 'incident_read', text: `select ${COLUMNS} from incidents where id = $1` };
const LIST = {
  name: 'incidents_list',
  text: `select ${COLUMNS} from incidents where id < $1 order by id desc limit $2`,
};
const OPEN = {
  name: 'incidents_open',
  text: `select ${COLUMNS} from incidents where resolved_at is null order by id desc limit $1`,
};
const RESOLVED = {
  name: 'incidents_resolved',
  text: `select ${COLUMNS} from incidents where resolved_at >= $1
    order by resolved_at desc limit $2`,
};
const UPDATES = {
  name: 'incident_updates_list',
  text: `select u.incident_id, u.id, u.stage, u.message, u.message_en, u.author_name, u.created_at
    from unnest($1::uuid[]) as wanted (id)
    cross join lateral (
      select * from incident_updates where incident_id = wanted.id order by id desc limit $2
    ) u`,
};

interface IncidentRow extends Record<string, unknown> {
  readonly id: string;
  readonly title: string;
  readonly title_en: string | null;
  readonly parts: StatusPart[];
  readonly impact: IncidentImpact;
  readonly opened_at: number;
  readonly resolved_at: number | null;
}

interface UpdateRow extends Record<string, unknown> {
  readonly incident_id: string;
  readonly id: string;
  readonly stage: IncidentStage;
  readonly message: string;
  readonly message_en: string | null;
  readonly author_name: string;
  readonly created_at: number;
}

/** Sends a new incident, which is open. */
export function insertIncident(tx: Transaction, incident: Omit<Incident, 'resolvedAt'>): void {
  const { id, title, titleEn, parts, impact, openedAt } = incident;
  tx.send(INSERT, [id, title, titleEn, parts, impact, new Date(openedAt)]);
}

/** Locks an incident until the transaction ends; undefined for an unknown id. */
export async function lockIncident(tx: Transaction, id: string): Promise<Incident | undefined> {
  return (await tx.query<IncidentRow>(LOCK, [id])).map(incidentOf)[0];
}

/** Sends the impact of an incident, and when it was resolved. */
export function changeIncident(
  tx: Transaction,
  { id, impact, resolvedAt }: Pick<Incident, 'id' | 'impact' | 'resolvedAt'>,
): void {
  tx.send(CHANGE, [id, impact, resolvedAt === null ? null : new Date(resolvedAt)]);
}

/** Sends an update of an incident. */
export function insertUpdate(tx: Transaction, incidentId: string, update: IncidentUpdate): void {
  const { id, stage, message, messageEn, authorName, createdAt } = update;
  const values = [incidentId, id, stage, message, messageEn, authorName, new Date(createdAt)];
  tx.send(INSERT_UPDATE, values);
}

/** The incident of an id. */
export async function selectIncident(
  database: Queryable,
  id: string,
): Promise<Incident | undefined> {
  return (await database.query<IncidentRow>(READ, [id])).map(incidentOf)[0];
}

/** The incidents before an id, newest first. */
export async function selectIncidents(
  database: Queryable,
  { beforeId, limit }: { readonly beforeId: string; readonly limit: number },
): Promise<Incident[]> {
  return (await database.query<IncidentRow>(LIST, [beforeId, limit])).map(incidentOf);
}

/** The open incidents, newest first. */
export async function selectOpen(database: Queryable, limit: number): Promise<Incident[]> {
  return (await database.query<IncidentRow>(OPEN, [limit])).map(incidentOf);
}

/** The incidents that were resolved since an instant (milliseconds), the last resolved first. */
export async function selectResolved(
  database: Queryable,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<Incident[]> {
  return (await database.query<IncidentRow>(RESOLVED, [new Date(since), limit])).map(incidentOf);
}

/** The updates of incidents by the incident's id, newest first; up to `limit` of each. */
export async function selectUpdates(
  database: Queryable,
  ids: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, readonly IncidentUpdate[]>> {
  if (ids.length === 0) return new Map();
  const rows = await database.query<UpdateRow>(UPDATES, [ids, limit]);
  const updates = rows.map((row) => [row.incident_id, updateOf(row)] as const);
  const byIncident = Map.groupBy(updates, ([id]) => id);
  return new Map(
    [...byIncident].map(([id, found]) => [
      id,
      found.map(([, update]) => update).sort((left, right) => (left.id < right.id ? 1 : -1)),
    ]),
  );
}

function incidentOf(row: IncidentRow): Incident {
  return {
    id: row.id,
    title: row.title,
    titleEn: row.title_en,
    parts: row.parts,
    impact: row.impact,
    openedAt: row.opened_at,
    resolvedAt: row.resolved_at,
  };
}

function updateOf(row: UpdateRow): IncidentUpdate {
  return {
    id: row.id,
    stage: row.stage,
    message: row.message,
    messageEn: row.message_en,
    authorName: row.author_name,
    createdAt: row.created_at,
  };
}
