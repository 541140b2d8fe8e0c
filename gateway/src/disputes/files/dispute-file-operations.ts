import { Type } from 'typebox';
import { memberRules } from '#src/ground/access/member-access.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { DocumentContent } from '#src/ground/http/document-content.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { fileType, plainBytesContent } from '#src/ground/http/plain-bytes.ts';
import { sendUpload } from '#src/ground/http/send-upload.ts';
import { DOCUMENT_TYPES } from '#src/ground/images/detect-document-type.ts';
import { readAnyDispute } from '../read-disputes.ts';
import { FILE_BYTES_MAX, fileView } from './dispute-file.ts';
import {
  FILE_BODY_BYTES_MAX,
  FileBody,
  FileDetails,
  FileList,
  type limitUploads,
} from './dispute-file-schemas.ts';
import { isBase64 } from './is-base64.ts';
import { addFile, type FileDeps, listFiles, openFile, removeFile } from './manage-files.ts';

interface DisputeFileDeps extends FileDeps {
  readonly limitUpload: ReturnType<typeof limitUploads>;
}

const { operation } = operationsOf<DisputeFileDeps>('Disputes');

const params = Type.Object({ id: Type.String({ maxLength: 64 }) });
const fileParams = Type.Object({
  ...params.properties,
  file_id: Type.String({ maxLength: 64 }),
});
const ADD_CODES: readonly ProblemCode[] = [
  'dispute_not_found',
  'dispute_closed',
  'dispute_already_defended',
  'dispute_file_invalid',
  'too_many_dispute_files',
  'dispute_files_full',
];

/** The operations on the files of a dispute: add, list, read and remove them. */
export const disputeFileOperations = [
  operation({
    at: 'POST /disputes/:internal_id/files',
    program: {
      id: 'addDisputeFile',
      sdk: 'disputes.add_file',
      sdkNote:
        'Um PDF, PNG ou JPEG (`content` em base64), antes da defesa. O mesmo conteúdo fica uma ' +
        'vez.',
      scope: 'disputes:write',
      summary: 'Anexa um arquivo à defesa',
      description:
        'Um PDF, PNG ou JPEG de até 10 MB, em base64; até 10 por contestação. Só antes da ' +
        'defesa. O mesmo conteúdo é guardado uma vez: repetir devolve o mesmo arquivo.',
      lacks: ['payload_too_large'],
    },
    body: FileBody,
    bodyLimit: { bytesMax: FILE_BODY_BYTES_MAX, tooLarge: 'dispute_file_too_large' },
    answer: [201, FileDetails],
    refuses: ADD_CODES,
    beforeBody: (call) => call.deps.limitUpload(call),
    run: async ({ deps, owner: { scope, by }, params: { internal_id: id }, body }) => {
      const { name, content } = body;
      if (!isBase64(content)) throw new Refusal('dispute_file_invalid');
      const added = { name, content: Buffer.from(content, 'base64'), by };
      return fileView(await addFile(deps, { ...scope, id }, added));
    },
  }),
  operation({
    at: 'POST /disputes/:id/files',
    member: { id: 'addDisputeFileByHand', access: memberRules.charge },
    params,
    query: Type.Object({
      name: Type.String({ format: 'name', description: 'Nome do arquivo.' }),
    }),
    file: { types: DOCUMENT_TYPES, invalid: 'dispute_file_invalid' },
    bodyLimit: { bytesMax: FILE_BYTES_MAX, tooLarge: 'dispute_file_too_large' },
    answer: [201, FileDetails],
    refuses: ADD_CODES,
    beforeBody: (call) => call.deps.limitUpload(call),
    run: async ({ deps, owner: { scope, by }, params: { id }, query: { name }, file }) =>
      fileView(await addFile(deps, { ...scope, id }, { name, content: file, by })),
  }),
  operation({
    at: 'GET /disputes/:internal_id/files',
    program: {
      id: 'listDisputeFiles',
      sdk: 'disputes.list_files',
      scope: 'disputes:read',
      summary: 'Lista os arquivos de uma contestação',
    },
    member: {
      id: 'listOwnDisputeFiles',
      access: memberRules.read,
      at: 'GET /disputes/:id/files',
      params,
    },
    answer: [200, FileList],
    refuses: ['dispute_not_found'],
    run: async ({ deps, owner: { scope }, params: { internal_id: id } }) => ({
      data: (await listFiles(deps.database, { ...scope, id })).map(fileView),
    }),
  }),
  operation({
    at: 'GET /disputes/:internal_id/files/:file_id',
    program: {
      id: 'getDisputeFile',
      sdk: 'disputes.retrieve_file',
      scope: 'disputes:read',
      summary: 'Baixa um arquivo de uma contestação',
      answer: {
        ...DocumentContent,
        content: { ...DocumentContent.content, ...plainBytesContent },
      },
    },
    member: {
      id: 'getOwnDisputeFile',
      access: memberRules.read,
      at: 'GET /disputes/:id/files/:file_id',
      params: fileParams,
    },
    answer: [200, DocumentContent],
    refuses: ['dispute_file_not_found'],
    run: async ({ deps, owner, params, request, reply }) => {
      const { internal_id: disputeId, file_id: id } = params;
      const { file, content } = await openFile(deps, { ...owner.scope, disputeId, id });
      const contentType = owner.byHand
        ? file.contentType
        : fileType(request.raw, [file.contentType]);
      return sendUpload(reply, { name: file.name, contentType, content }, 'attachment');
    },
  }),
  operation({
    at: 'DELETE /disputes/:internal_id/files/:file_id',
    program: {
      id: 'removeDisputeFile',
      sdk: 'disputes.remove_file',
      sdkNote: 'Devolve os que ficaram.',
      scope: 'disputes:write',
      summary: 'Remove um arquivo antes da defesa',
    },
    member: {
      id: 'removeDisputeFileByHand',
      access: memberRules.charge,
      at: 'DELETE /disputes/:id/files/:file_id',
      params: fileParams,
    },
    answer: [200, FileList],
    refuses: [
      'dispute_not_found',
      'dispute_file_not_found',
      'dispute_closed',
      'dispute_already_defended',
    ],
    run: async ({ deps, owner, params: { internal_id: disputeId, file_id: id } }) => {
      const { merchant, scope, by } = owner;
      refuseSandbox(merchant);
      await removeFile(deps, { ...scope, disputeId, id }, by);
      return { data: (await listFiles(deps.database, { ...scope, id: disputeId })).map(fileView) };
    },
  }),
  // Operators send defences to banks that list no disputes.
  operation({
    at: 'GET /disputes/:id/files',
    operator: { id: 'listDisputeFilesOfAll', access: operatorRules.read },
    params,
    answer: [200, FileList],
    refuses: ['dispute_not_found'],
    run: async ({ deps: { database }, params: { id } }) => {
      const dispute = await readAnyDispute(database, id);
      return { data: (await listFiles(database, dispute)).map(fileView) };
    },
  }),
  operation({
    at: 'GET /disputes/:id/files/:file_id',
    operator: { id: 'getDisputeFileOfAll', access: operatorRules.read },
    params: fileParams,
    answer: [200, DocumentContent],
    refuses: ['dispute_not_found', 'dispute_file_not_found'],
    run: async ({ deps, params: { id: disputeId, file_id: id }, reply }) => {
      const { merchantId, environment } = await readAnyDispute(deps.database, disputeId);
      const { file, content } = await openFile(deps, { merchantId, environment, disputeId, id });
      return sendUpload(reply, { ...file, content }, 'attachment');
    },
  }),
];
