import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, memberOf, memberScope } from '#src/ground/access/member-of-request.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { DocumentContent } from '#src/ground/http/document-content.ts';
import { acceptOnlyFiles, refuseTooLarge } from '#src/ground/http/file-body.ts';
import { sendUpload } from '#src/ground/http/send-upload.ts';
import { DOCUMENT_TYPES } from '#src/ground/images/detect-document-type.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { readAnyDispute } from '../read-disputes.ts';
import { FILE_BYTES_MAX, fileView } from './dispute-file.ts';
import { FileDetails, FileList, limitUploads } from './dispute-file-schemas.ts';
import { addFile, type FileDeps, listFiles, openFile, removeFile } from './manage-files.ts';

const PATH = '/api/panel/:environment/disputes/:id/files';
const OPERATOR_PATH = '/api/operator/disputes/:id/files';
const IdParams = Type.Object({ id: Type.String({ maxLength: 64 }) });
const Params = Type.Object({ ...EnvironmentParams.properties, ...IdParams.properties });
const FileId = { file_id: Type.String({ maxLength: 64 }) };

/** The panel's routes for the files of a dispute: list, add, read and remove them. */
export function disputeFilePanelRoutes(deps: FileDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [readRoutes, addRoute, removeRoute]) await app.register(routes(deps));
  };
}

function readRoutes(deps: FileDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'listOwnDisputeFiles',
          params: Params,
          response: { 200: FileList, ...panelReadResponses(['dispute_not_found']) },
        },
      },
      async (request) => {
        const key = { ...memberScope(request), id: request.params.id };
        return { data: (await listFiles(deps.database, key)).map(fileView) };
      },
    );
    app.get(
      `${PATH}/:file_id`,
      {
        schema: {
          operationId: 'getOwnDisputeFile',
          params: Type.Object({ ...Params.properties, ...FileId }),
          response: { 200: DocumentContent, ...panelReadResponses(['dispute_file_not_found']) },
        },
      },
      async (request, reply) => {
        const { id: disputeId, file_id: id } = request.params;
        const opened = await openFile(deps, { ...memberScope(request), disputeId, id });
        return sendUpload(reply, { ...opened.file, content: opened.content }, 'attachment');
      },
    );
  };
}

function addRoute(deps: FileDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    acceptOnlyFiles(app, DOCUMENT_TYPES, 'dispute_file_invalid');
    app.post(
      PATH,
      {
        ...limitUploads((request) => memberOf(request).merchant),
        bodyLimit: FILE_BYTES_MAX,
        errorHandler: refuseTooLarge('dispute_file_too_large'),
        schema: {
          operationId: 'addDisputeFileByHand',
          params: Params,
          querystring: Type.Object({
            name: Type.String({ format: 'name', description: 'Nome do arquivo.' }),
          }),
          response: {
            201: FileDetails,
            ...panelChangeResponses([
              'dispute_not_found',
              'dispute_closed',
              'dispute_already_defended',
              'dispute_file_invalid',
              'dispute_file_too_large',
              'too_many_dispute_files',
              'dispute_files_full',
            ]),
          },
        },
      },
      async (request, reply) => {
        const { body: content, query } = request;
        if (!Buffer.isBuffer(content)) throw new Refusal('dispute_file_invalid');
        const key = { ...memberScope(request), id: request.params.id };
        const file = await addFile(deps, key, {
          name: query.name,
          content,
          by: actorOf(request),
        });
        return reply.code(201).send(fileView(file));
      },
    );
  };
}

function removeRoute(deps: FileDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.delete(
      `${PATH}/:file_id`,
      {
        schema: {
          operationId: 'removeDisputeFileByHand',
          params: Type.Object({ ...Params.properties, ...FileId }),
          response: {
            200: FileList,
            ...panelChangeResponses([
              'dispute_not_found',
              'dispute_file_not_found',
              'dispute_closed',
              'dispute_already_defended',
            ]),
          },
        },
      },
      async (request) => {
        const { id: disputeId, file_id: id } = request.params;
        const scope = memberScope(request);
        await removeFile(deps, { ...scope, disputeId, id }, actorOf(request));
        const files = await listFiles(deps.database, { ...scope, id: disputeId });
        return { data: files.map(fileView) };
      },
    );
  };
}

/** The files of a dispute for operators, who send defences to banks that list no disputes. */
export function disputeFileOperatorRoutes(deps: FileDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      OPERATOR_PATH,
      {
        schema: {
          operationId: 'listDisputeFilesOfAll',
          params: IdParams,
          response: { 200: FileList, ...panelReadResponses(['dispute_not_found']) },
        },
      },
      async (request) => {
        const dispute = await readAnyDispute(deps.database, request.params.id);
        return { data: (await listFiles(deps.database, dispute)).map(fileView) };
      },
    );
    app.get(
      `${OPERATOR_PATH}/:file_id`,
      {
        schema: {
          operationId: 'getDisputeFileOfAll',
          params: Type.Object({ ...IdParams.properties, ...FileId }),
          response: {
            200: DocumentContent,
            ...panelReadResponses(['dispute_not_found', 'dispute_file_not_found']),
          },
        },
      },
      async (request, reply) => {
        const { id: disputeId, file_id: id } = request.params;
        const { merchantId, environment } = await readAnyDispute(deps.database, disputeId);
        const opened = await openFile(deps, { merchantId, environment, disputeId, id });
        return sendUpload(reply, { ...opened.file, content: opened.content }, 'attachment');
      },
    );
  };
}
