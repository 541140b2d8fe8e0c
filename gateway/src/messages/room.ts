import { problem } from '#src/ground/errors/problem.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';

const problems = {
  address_not_refused: problem(409, 'never', {
    pt: 'Este endereço não está bloqueado por recusa do servidor de e-mail.',
    en: 'This address is not blocked by a refusal of the mail server.',
    cause:
      'O endereço do cliente recebe e-mails normalmente, alguém já o liberou, ou a própria ' +
      'pessoa pediu para não receber.',
    remedy: 'Se a pessoa cancelou o recebimento, só ela decide: combine por outro meio.',
  }),
  mail_not_configured: problem(409, 'never', {
    pt: 'Esta plataforma não envia e-mails a pagadores: o operador não configurou um servidor.',
    en: 'This platform sends no e-mails to payers: its operator has not set up a mail server.',
    cause: 'O gateway não tem servidor de e-mail (`SMTP_URL`).',
    remedy: 'Fale com o suporte da plataforma.',
  }),
  incident_not_found: problem(404, 'never', {
    pt: 'Não há incidente com este identificador.',
    en: 'There is no incident with this id.',
    cause: 'O identificador do incidente está errado.',
    remedy: 'Abra o incidente pela lista em **Incidentes**.',
  }),
  incident_resolved: problem(409, 'never', {
    pt: 'Este incidente já foi encerrado. Se o problema voltou, abra outro.',
    en: 'This incident is resolved already. If the problem is back, open another one.',
    cause: 'Outra pessoa já encerrou o incidente.',
    remedy: 'Se o problema voltou, abra outro incidente.',
  }),
};

const codes = {
  problems,
  auditActions: [
    'alert.silenced',
    'alert.unsilenced',
    'charge.address_refused',
    'customer.email_released',
    'incident.opened',
    'incident.resolved',
    'incident.updated',
    'payer_mails.changed',
  ],
  workKinds: {},
} as const satisfies RoomCodes;

/** Alerts to operators, mails that members choose, and the panel's bell. */
export const messagesRoom: Room<typeof codes> = {
  name: 'messages',
  codes,
  api: async () => (await import('./api.ts')).messagesApi,
  operations: async () => (await import('./operations.ts')).messagesOperations,
  work: async () => (await import('./work.ts')).startMessages,
  commands: [['mails', async () => (await import('./commands/mail-commands.ts')).addMailCommands]],
};
