import { Type } from 'typebox';
import { memberRules } from '#src/ground/access/member-access.ts';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { CursorQuery } from '#src/ground/schemas/panel-schemas.ts';
import type { ToldIncident } from './incident.ts';
import {
  IncidentDetail,
  IncidentView,
  incidentDetail,
  incidentView,
  NewIncidentBody,
  OpenIncident,
  openIncidentViews,
  UpdateBody,
} from './incident-schemas.ts';
import { listIncidents, readIncident } from './read-incidents.ts';
import { openIncident, updateIncident } from './write-incidents.ts';

interface IncidentsDeps extends DatabaseAndClock {
  readonly readOpen: () => Promise<readonly ToldIncident[]>;
  /** Called after a change, so that merchants see it at once. */
  readonly onChange: () => void;
}

const { operation, listOf } = operationsOf<IncidentsDeps>();
const params = Type.Object({ id: Type.String({ maxLength: 64 }) });

/** The incidents that operators write for merchants, and the open ones for the panel's banner. */
export const incidentOperations = [
  operation({
    at: 'GET /incidents',
    member: { id: 'listOpenIncidents', access: memberRules.read, environment: 'none' },
    answer: [200, Type.Object({ data: Type.Array(OpenIncident) })],
    run: async ({ deps }) => ({ data: openIncidentViews(await deps.readOpen()) }),
  }),
  // Every operator may tell merchants of an incident, so that it needs no second person at night.
  listOf({
    at: 'GET /incidents',
    operator: { id: 'listIncidents', access: operatorRules.read },
    query: CursorQuery,
    page: Type.Object({
      data: Type.Array(IncidentView),
      next_cursor: Type.Union([Type.String(), Type.Null()]),
    }),
    select: ({ deps }, place) => listIncidents(deps.database, place),
    view: incidentView,
  }),
  operation({
    at: 'GET /incidents/:id',
    operator: { id: 'getIncident', access: operatorRules.read },
    params,
    answer: [200, IncidentDetail],
    refuses: ['incident_not_found'],
    run: async ({ deps, params: { id } }) => incidentDetail(await readIncident(deps.database, id)),
  }),
  operation({
    at: 'POST /incidents',
    operator: { id: 'openIncident', access: operatorRules.read },
    body: NewIncidentBody,
    answer: [201, IncidentDetail],
    run: async ({ deps, by, body }) => {
      const { title, title_en: titleEn, parts, impact, ...texts } = body;
      const incident = {
        title: title.trim(),
        titleEn: textOrNull(titleEn),
        parts,
        impact,
        ...announcementOf(texts),
      };
      const id = await openIncident(deps, incident, by);
      deps.onChange();
      return incidentDetail(await readIncident(deps.database, id));
    },
  }),
  operation({
    at: 'POST /incidents/:id/updates',
    operator: { id: 'updateIncident', access: operatorRules.read },
    params,
    body: UpdateBody,
    answer: [201, IncidentDetail],
    refuses: ['incident_not_found', 'incident_resolved'],
    run: async ({ deps, by, params: { id }, body }) => {
      const { stage, impact, ...texts } = body;
      const update = { id, stage, impact, ...announcementOf(texts) };
      await updateIncident(deps, update, by);
      deps.onChange();
      return incidentDetail(await readIncident(deps.database, id));
    },
  }),
];

function announcementOf(texts: { message: string; message_en?: string | null }) {
  return { message: texts.message.trim(), messageEn: textOrNull(texts.message_en) };
}

function textOrNull(text: string | null | undefined): string | null {
  return text?.trim() || null;
}
