import { problem } from '#src/ground/errors/problem.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';

const problems = {
  closing_recipient_not_found: problem(404, 'never', {
    pt: 'Este endereço não recebe os fechamentos.',
    en: 'This address doesn’t get the closings.',
    cause: 'O endereço foi removido, cancelou o recebimento ou, ao reenviar o link, já confirmou.',
    remedy: 'Abra **Fechamentos** de novo e confira a lista.',
  }),
  closing_recipient_exists: problem(409, 'never', {
    pt: 'Este endereço já está na lista.',
    en: 'This address is already in the list.',
    cause: 'O endereço já recebe os fechamentos ou ainda não confirmou.',
    remedy: 'Mude os envios dele na lista ou reenvie o link de confirmação.',
  }),
  too_many_closing_recipients: problem(422, 'after_change', {
    pt: 'Os fechamentos vão para no máximo 10 endereços. Remova um antes de incluir outro.',
    en: 'Closings go to at most 10 addresses. Remove one before you add another.',
    cause: 'A lista já tem 10 endereços.',
    remedy: 'Remova um endereço que não precisa mais dos fechamentos.',
  }),
};

const codes = {
  problems,
  auditActions: [
    'closing.address_asked',
    'closing.address_changed',
    'closing.address_confirmed',
    'closing.address_named',
    'closing.address_removed',
    'closing.address_stopped',
    'closing.files_chosen',
  ],
  workKinds: {},
} as const satisfies RoomCodes;

/** Closings that are sent by mail. */
export const closingMailsRoom: Room<typeof codes> = {
  name: 'reports/closing-mails',
  codes,
  api: async () => (await import('./api.ts')).closingMailsApi,
  operations: async () => (await import('./closing-mail-operations.ts')).closingMailOperations,
  work: async () => (await import('./work.ts')).startClosingMails,
  mailParts: async () => {
    const { closingFilesOf } = await import('./work.ts');
    return (context) => ({ makeFiles: closingFilesOf(context) });
  },
};
