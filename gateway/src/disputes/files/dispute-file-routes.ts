import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { actorOfKey, callerOf } from '#src/ground/access/caller-of-request.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { guardedResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { DocumentContent } from '#src/ground/http/document-content.ts';
import { refuseTooLarge } from '#src/ground/http/file-body.ts';
import { sendUpload } from '#src/ground/http/send-upload.ts';
import { fileView } from './dispute-file.ts';
import {
  FILE_BODY_BYTES_MAX,
  FileBody,
  FileDetails,
  FileList,
  limitUploads,
} from './dispute-file-schemas.ts';
import { isBase64 } from './is-base64.ts';
import { addFile, type FileDeps, listFiles, openFile, removeFile } from './manage-files.ts';

const PATH = '/v1/disputes/:internal_id/files';
const tags = ['Disputes'];
const DisputeParams = Type.Object({ internal_id: Type.String() });
const FileParams = Type.Object({ ...DisputeParams.properties, file_id: Type.String() });

/** The files of a dispute, by the merchants' API: add, list, read and remove them. */
export function disputeFileRoutes(deps: FileDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [addRoute, readRoutes, removeRoute]) await app.register(routes(deps));
  };
}

function addRoute(deps: FileDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      PATH,
      {
        ...limitUploads(callerOf),
        config: { keyScope: 'disputes:write' },
        bodyLimit: FILE_BODY_BYTES_MAX,
        errorHandler: refuseTooLarge('dispute_file_too_large'),
        schema: {
          operationId: 'addDisputeFile',
          summary: 'Anexa um arquivo à defesa',
          description:
            'Um PDF, PNG ou JPEG de até 10 MB, em base64; até 10 por contestação. Só antes da ' +
            'defesa. O mesmo conteúdo é guardado uma vez: repetir devolve o mesmo arquivo.',
          tags,
          params: DisputeParams,
          body: FileBody,
          response: {
            201: FileDetails,
            ...guardedResponses([...ADD_CODES, 'invalid_json', 'unsupported_media_type']),
          },
        },
      },
      async (request, reply) => {
        const { name, content } = request.body;
        if (!isBase64(content)) throw new Refusal('dispute_file_invalid');
        const bytes = Buffer.from(content, 'base64');
        const file = await addFile(deps, disputeOf(request, request.params), {
          name,
          content: bytes,
          by: actorOfKey(request),
        });
        return reply.code(201).send(fileView(file));
      },
    );
  };
}

const ADD_CODES = [
  'invalid_request',
  'dispute_not_found',
  'dispute_closed',
  'dispute_already_defended',
  'dispute_file_invalid',
  'dispute_file_too_large',
  'too_many_dispute_files',
  'dispute_files_full',
  'sandbox_forbidden',
  'overloaded',
] as const;

function readRoutes(deps: FileDeps): FastifyPluginAsyncTypebox {
  const config = { keyScope: 'disputes:read' } as const;
  return async (app) => {
    app.get(
      PATH,
      {
        config,
        schema: {
          operationId: 'listDisputeFiles',
          summary: 'Lista os arquivos de uma contestação',
          tags,
          params: DisputeParams,
          response: { 200: FileList, ...guardedResponses(['dispute_not_found', 'overloaded']) },
        },
      },
      async (request) => {
        const files = await listFiles(deps.database, disputeOf(request, request.params));
        return { data: files.map(fileView) };
      },
    );
    app.get(
      `${PATH}/:file_id`,
      {
        config,
        schema: {
          operationId: 'getDisputeFile',
          summary: 'Baixa um arquivo de uma contestação',
          tags,
          params: FileParams,
          response: {
            200: DocumentContent,
            ...guardedResponses(['dispute_file_not_found', 'overloaded']),
          },
        },
      },
      async (request, reply) => {
        const { file, content } = await openFile(deps, fileOf(request, request.params));
        return sendUpload(reply, { ...file, content }, 'attachment');
      },
    );
  };
}

function removeRoute(deps: FileDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.delete(
      `${PATH}/:file_id`,
      {
        config: { keyScope: 'disputes:write' },
        schema: {
          operationId: 'removeDisputeFile',
          summary: 'Remove um arquivo antes da defesa',
          tags,
          params: FileParams,
          response: {
            200: FileList,
            ...guardedResponses([
              'dispute_not_found',
              'dispute_file_not_found',
              'dispute_closed',
              'dispute_already_defended',
              'sandbox_forbidden',
              'overloaded',
              'invalid_json',
              'payload_too_large',
              'unsupported_media_type',
            ]),
          },
        },
      },
      async (request) => {
        refuseSandbox(callerOf(request));
        await removeFile(deps, fileOf(request, request.params), actorOfKey(request));
        const files = await listFiles(deps.database, disputeOf(request, request.params));
        return { data: files.map(fileView) };
      },
    );
  };
}

function disputeOf(request: FastifyRequest, { internal_id: id }: { internal_id: string }) {
  const { merchantId, environment } = callerOf(request);
  return { merchantId, environment, id };
}

function fileOf(request: FastifyRequest, params: { internal_id: string; file_id: string }) {
  const { id: disputeId, ...scope } = disputeOf(request, params);
  return { ...scope, disputeId, id: params.file_id };
}
