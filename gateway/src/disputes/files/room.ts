import { problem } from '#src/ground/errors/problem.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';

const problems = {
  dispute_file_not_found: problem(404, 'never', {
    pt: 'Arquivo não encontrado nesta contestação.',
    en: 'The dispute has no such file.',
    cause: 'A contestação não tem arquivo com este identificador, ou ele foi removido.',
    remedy: 'Liste com `GET /v1/disputes/:internal_id/files`.',
  }),
  dispute_file_invalid: problem(422, 'after_change', {
    pt: 'O arquivo não é um PDF, PNG ou JPEG, ou está corrompido.',
    en: 'The file is not a PDF, PNG or JPEG, or it is damaged.',
    cause: 'O conteúdo não é PDF, PNG ou JPEG, ainda que o nome diga, ou o base64 está errado.',
    remedy: 'Exporte o arquivo em um desses formatos e envie o conteúdo em base64, sem prefixo.',
  }),
  dispute_file_too_large: problem(413, 'after_change', {
    pt: 'O arquivo tem mais de 10 MB. Envie um arquivo menor.',
    en: 'The file has more than 10 MB. Send a smaller file.',
    cause: 'O arquivo tem mais de 10 MB.',
    remedy: 'Diminua a foto ou gere um PDF menor.',
  }),
  too_many_dispute_files: problem(422, 'never', {
    pt: 'Uma contestação aceita no máximo 10 arquivos.',
    en: 'A dispute accepts at most 10 files.',
    cause: 'A contestação já tem 10 arquivos.',
    remedy: 'Junte páginas em um só PDF, ou remova um arquivo.',
  }),
  dispute_files_full: problem(422, 'never', {
    pt: 'Os arquivos das contestações chegaram a 1 GB, o máximo. Remova algum ou envie um menor.',
    en: 'The files of your disputes reached 1 GB, the maximum. Remove one or send a smaller one.',
    cause:
      'Os arquivos de todas as contestações da conta, no ambiente, chegaram a 1 GB ou a 5.000.',
    remedy: 'Remova arquivos de contestações abertas ou fale com a plataforma.',
  }),
};

const codes = {
  problems,
  auditActions: ['dispute_file.added', 'dispute_file.removed'],
  workKinds: {},
} as const satisfies RoomCodes;

/** Files of contested payments. */
export const disputeFilesRoom: Room<typeof codes> = {
  name: 'disputes/files',
  codes,
  api: async () => (await import('./api.ts')).disputeFilesApi,
  operations: async () => (await import('./dispute-file-operations.ts')).disputeFileOperations,
  work: async () => (await import('./work.ts')).startDisputeFiles,
  defenseFiles: async () => (await import('./send-files.ts')).filesOfDefenses,
};
