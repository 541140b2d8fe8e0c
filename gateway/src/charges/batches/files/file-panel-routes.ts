import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, callerOfMember, memberScope } from '#src/ground/access/member-of-request.ts';
import { addDays, brazilianDate, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { CSV_BEGINNING, csvLine } from '#src/ground/csv.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { refuseTooLarge } from '#src/ground/http/file-body.ts';
import { languageOf } from '#src/ground/http/language.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { ID_MAX, isId } from '#src/ground/ids.ts';
import { CursorQuery, EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import type { BatchRoutesDeps } from '../batch-routes.ts';
import { lineOfCursor, readBatch, readBatches, readLines } from '../read-batch.ts';
import { FILE_BYTES_MAX } from './charge-file.ts';
import {
  ConfirmBody,
  CorrectionBody,
  FileBody,
  PanelBatch,
  PanelBatchParams,
  PanelLine,
  panelBatch,
  panelLine,
} from './file-panel-schemas.ts';
import { resultOf } from './file-result.ts';
import { fileTexts } from './file-texts.ts';
import { checkFile, confirmFile, correctLine, discardFile } from './manage-files.ts';

const PATH = '/api/panel/:environment/charge-batches';
const LIMIT_DEFAULT = 20;
const LINES_DEFAULT = 50;
/** When the charges of the template are due: a date in the past would be refused. */
const TEMPLATE_DAYS = 30;
/** The file in base64 and JSON. */
const BODY_BYTES_MAX = 2 * FILE_BYTES_MAX + 1_024;
const Nullable = Type.Union([Type.String(), Type.Null()]);
const Done = Type.Object({ status: Type.Literal('ok') });
/** A text in the document of the API; the handler returns a stream. */
const CsvFile = Type.Unsafe<Readable>({ type: 'string' });

export interface FilePanelDeps extends BatchRoutesDeps {
  /** A small part of the connections, for exports. */
  readonly exportDatabase: Queryable;
  /** The address of the gateway, for the links of payment pages. */
  readonly baseUrl: string;
}

/** Batches of charges from files, in the panel. */
export function chargeFilePanelRoutes(deps: FilePanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of ROUTES) {
      await app.register(routes(deps));
    }
  };
}

function idOf(id: string): string {
  if (!isId(id)) throw new Refusal('charge_batch_not_found');
  return id;
}

function checkRoute(deps: FilePanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      PATH,
      {
        bodyLimit: BODY_BYTES_MAX,
        errorHandler: refuseTooLarge('charge_file_too_large'),
        schema: {
          operationId: 'checkChargeBatch',
          params: EnvironmentParams,
          body: FileBody,
          response: {
            201: PanelBatch,
            ...panelChangeResponses([
              'charge_file_invalid',
              'charge_file_too_large',
              'too_many_charge_batches',
              'charge_batch_daily_limit',
            ]),
          },
        },
      },
      async (request, reply) => {
        const caller = callerOfMember(request);
        const { file_name: name, content, replaces } = request.body;
        const file = {
          caller,
          by: actorOf(request),
          name,
          content: Buffer.from(content, 'base64'),
          replaces: replaces !== undefined && isId(replaces) ? replaces : undefined,
        };
        const batch = await deps.limitCheck(caller.merchantId, () => checkFile(deps, file));
        return reply.code(201).send(panelBatch(batch));
      },
    );
  };
}

function correctRoute(deps: FilePanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/:id/lines/:line`,
      {
        schema: {
          operationId: 'correctChargeBatch',
          params: Type.Object({
            ...PanelBatchParams.properties,
            line: Type.String({ maxLength: 8, pattern: '^[0-9]+$' }),
          }),
          body: CorrectionBody,
          response: {
            200: Type.Object({ batch: PanelBatch, lines: Type.Array(PanelLine) }),
            ...panelChangeResponses([
              'charge_batch_not_found',
              'charge_batch_not_correctable',
              'charge_file_too_large',
            ]),
          },
        },
      },
      async (request) => {
        const id = idOf(request.params.id);
        const line = Number(request.params.line);
        const sender = { caller: callerOfMember(request), by: actorOf(request) };
        await correctLine(deps, { ...sender, id, line, change: trimmed(request.body) });
        const key = { ...memberScope(request), id };
        const page = { after: { line, part: 0 }, limit: 1, status: undefined };
        const { lines } = await readLines(deps.database, key, page);
        const language = languageOf(request);
        return {
          batch: panelBatch(await readBatch(deps.database, key)),
          lines: lines.map((one) => panelLine(one, language)),
        };
      },
    );
  };
}

/** The cells that were sent, without spaces around them, as the reader of files leaves them. */
function trimmed<Cells extends Readonly<Record<string, string>>>(cells: Cells): Cells {
  return Object.fromEntries(
    Object.entries(cells).map(([name, text]) => [name, text.trim()]),
  ) as Cells;
}

function readRoutes({ database }: FilePanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'listOwnChargeBatches',
          params: EnvironmentParams,
          querystring: CursorQuery,
          response: {
            200: Type.Object({ data: Type.Array(PanelBatch), next_cursor: Nullable }),
            ...panelReadResponses(['invalid_request']),
          },
        },
      },
      async (request) => {
        const { cursor, limit = LIMIT_DEFAULT } = request.query;
        const page = { beforeId: idOfCursor(cursor) ?? ID_MAX, limit };
        const { rows, next } = await readBatches(database, memberScope(request), page);
        return { data: rows.map(panelBatch), next_cursor: cursorOf(next) };
      },
    );
    app.get(
      `${PATH}/:id`,
      {
        schema: {
          operationId: 'getOwnChargeBatch',
          params: PanelBatchParams,
          response: { 200: PanelBatch, ...panelReadResponses(['charge_batch_not_found']) },
        },
      },
      async (request) => {
        const key = { ...memberScope(request), id: idOf(request.params.id) };
        return panelBatch(await readBatch(database, key));
      },
    );
  };
}

function linesRoute({ database }: FilePanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      `${PATH}/:id/lines`,
      {
        schema: {
          operationId: 'listOwnChargeBatchLines',
          params: PanelBatchParams,
          querystring: Type.Object({
            ...CursorQuery.properties,
            status: Type.Optional(oneOf(['open', 'created', 'refused'])),
          }),
          response: {
            200: Type.Object({ data: Type.Array(PanelLine), next_cursor: Nullable }),
            ...panelReadResponses(['invalid_request', 'charge_batch_not_found']),
          },
        },
      },
      async (request) => {
        const key = { ...memberScope(request), id: idOf(request.params.id) };
        await readBatch(database, key);
        const { cursor, limit = LINES_DEFAULT, status } = request.query;
        const page = { after: lineOfCursor(cursor), limit, status };
        const { lines, next } = await readLines(database, key, page);
        const language = languageOf(request);
        return { data: lines.map((line) => panelLine(line, language)), next_cursor: next };
      },
    );
  };
}

function confirmRoutes(deps: FilePanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      `${PATH}/:id/confirm`,
      {
        schema: {
          operationId: 'confirmChargeBatch',
          params: PanelBatchParams,
          body: ConfirmBody,
          response: {
            200: PanelBatch,
            ...panelChangeResponses([
              'charge_batch_not_found',
              'charge_batch_has_errors',
              'too_many_charge_batches',
            ]),
          },
        },
      },
      async (request) => {
        const id = idOf(request.params.id);
        const sender = { caller: callerOfMember(request), by: actorOf(request) };
        const isOnlyValid = request.body.only_valid ?? false;
        await confirmFile(deps, { ...sender, id, isOnlyValid });
        return panelBatch(await readBatch(deps.database, { ...memberScope(request), id }));
      },
    );
    app.post(
      `${PATH}/:id/discard`,
      {
        schema: {
          operationId: 'discardChargeBatch',
          params: PanelBatchParams,
          response: { 200: Done, ...panelChangeResponses(['charge_batch_not_found']) },
        },
      },
      async (request) => {
        const key = { ...memberScope(request), id: idOf(request.params.id) };
        await readBatch(deps.database, key);
        await discardFile(deps, key);
        return { status: 'ok' } as const;
      },
    );
  };
}

function csvRoutes({ exportDatabase, baseUrl, clock }: FilePanelDeps): FastifyPluginAsyncTypebox {
  const csv = { content: { 'text/csv': { schema: CsvFile } } };
  return async (app) => {
    app.get(
      '/api/panel/:environment/charge-batch-template.csv',
      {
        schema: {
          operationId: 'getChargeBatchTemplate',
          params: EnvironmentParams,
          response: { 200: csv, ...panelReadResponses() },
        },
      },
      async (request, reply) => {
        const language = languageOf(request);
        const { columns, template, templateName } = fileTexts[language];
        const day = addDays(brazilianDayOf(clock.now()), TEMPLATE_DAYS);
        const dueDate = language === 'en' ? day : brazilianDate(day);
        const rows = [columns, ...template(dueDate)].map((cells) => csvLine(cells, language));
        reply.header('content-disposition', `attachment; filename="${templateName}.csv"`);
        reply.type('text/csv; charset=utf-8');
        return reply.send(Readable.from([CSV_BEGINNING + rows.join('')]));
      },
    );
    app.get(
      `${PATH}/:id/resultado.csv`,
      {
        exposeHeadRoute: false,
        schema: {
          operationId: 'exportChargeBatch',
          params: PanelBatchParams,
          response: { 200: csv, ...panelReadResponses(['charge_batch_not_found']) },
        },
      },
      async (request, reply) => {
        const id = idOf(request.params.id);
        const key = { ...memberScope(request), id };
        await readBatch(exportDatabase, key);
        const language = languageOf(request);
        const { resultName } = fileTexts[language];
        reply.header('content-disposition', `attachment; filename="${resultName}-${id}.csv"`);
        reply.type('text/csv; charset=utf-8');
        return reply.send(Readable.from(resultOf(exportDatabase, key, { language, baseUrl })));
      },
    );
  };
}

const ROUTES = [checkRoute, correctRoute, readRoutes, linesRoute, confirmRoutes, csvRoutes];
