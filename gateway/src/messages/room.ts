import { problem } from '#src/ground/errors/problem.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';

const problems = {
  mail_not_configured: problem(409, 'never', {
    pt: 'Esta plataforma não envia e-mails a pagadores: o operador não configurou um servidor.',
    en: 'This platform sends no e-mails to payers: its operator has not set up a mail server.',
    cause: 'O gateway não tem servidor de e-mail (`SMTP_URL`).',
    remedy: 'Fale com o suporte da plataforma.',
  }),
};

const codes = {
  problems,
  auditActions: ['alert.silenced', 'alert.unsilenced'],
  workKinds: {},
} as const satisfies RoomCodes;

/** Alerts to operators, mails that members choose, and the panel's bell. */
export const messagesRoom: Room<typeof codes> = {
  name: 'messages',
  codes,
  api: async () => (await import('./api.ts')).messagesApi,
  operations: async () => (await import('./operations.ts')).messagesOperations,
  work: async () => (await import('./work.ts')).startMessages,
};
