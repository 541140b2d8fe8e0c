import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf } from '#src/ground/access/member-of-request.ts';
import { operatorChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { CursorQuery } from '#src/ground/schemas/panel-schemas.ts';
import {
  IncidentDetail,
  IncidentView,
  incidentDetail,
  incidentView,
  NewIncidentBody,
  UpdateBody,
} from './incident-schemas.ts';
import { listIncidents, readIncident } from './read-incidents.ts';
import { type IncidentDeps, openIncident, updateIncident } from './write-incidents.ts';

const PATH = '/api/operator/incidents';
const LIMIT_DEFAULT = 20;
const Params = Type.Object({ id: Type.String({ maxLength: 64 }) });

export interface IncidentRoutesDeps extends IncidentDeps {
  /** Called after a change, so that merchants see it at once. */
  readonly onChange: () => void;
}

/** The incidents that operators write for merchants. */
export function incidentOperatorRoutes(deps: IncidentRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(readRoutes(deps));
    await app.register(writeRoutes(deps));
  };
}

function readRoutes({ database }: IncidentRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'listIncidents',
          querystring: CursorQuery,
          response: {
            200: Type.Object({
              data: Type.Array(IncidentView),
              next_cursor: Type.Union([Type.String(), Type.Null()]),
            }),
            ...panelReadResponses(['invalid_request']),
          },
        },
      },
      async (request) => {
        const { cursor, limit = LIMIT_DEFAULT } = request.query;
        const page = { cursor: idOfCursor(cursor), limit };
        const { rows, next } = await listIncidents(database, page);
        return { data: rows.map(incidentView), next_cursor: cursorOf(next) };
      },
    );
    app.get(
      `${PATH}/:id`,
      {
        schema: {
          operationId: 'getIncident',
          params: Params,
          response: { 200: IncidentDetail, ...panelReadResponses(['incident_not_found']) },
        },
      },
      async (request) => incidentDetail(await readIncident(database, request.params.id)),
    );
  };
}

function writeRoutes(deps: IncidentRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      PATH,
      {
        schema: {
          operationId: 'openIncident',
          body: NewIncidentBody,
          response: { 201: IncidentDetail, ...operatorChangeResponses() },
        },
      },
      async (request, reply) => {
        const { title, title_en: titleEn, parts, impact, ...texts } = request.body;
        const incident = {
          title: title.trim(),
          titleEn: textOrNull(titleEn),
          parts,
          impact,
          ...announcementOf(texts),
        };
        const id = await openIncident(deps, incident, actorOf(request));
        deps.onChange();
        return reply.code(201).send(incidentDetail(await readIncident(deps.database, id)));
      },
    );
    app.post(
      `${PATH}/:id/updates`,
      {
        schema: {
          operationId: 'updateIncident',
          params: Params,
          body: UpdateBody,
          response: {
            201: IncidentDetail,
            ...operatorChangeResponses(['incident_not_found', 'incident_resolved']),
          },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        const { stage, impact, ...texts } = request.body;
        const update = { id, stage, impact, ...announcementOf(texts) };
        await updateIncident(deps, update, actorOf(request));
        deps.onChange();
        return reply.code(201).send(incidentDetail(await readIncident(deps.database, id)));
      },
    );
  };
}

function announcementOf(texts: { message: string; message_en?: string | null }) {
  return { message: texts.message.trim(), messageEn: textOrNull(texts.message_en) };
}

function textOrNull(text: string | null | undefined): string | null {
  return text?.trim() || null;
}
