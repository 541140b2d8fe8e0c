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
};

const codes = {
  problems,
  auditActions: ['charge.address_refused', 'customer.email_released', 'payer_mails.changed'],
  workKinds: {},
} as const satisfies RoomCodes;

/** Mails to payers. */
export const payerMailsRoom: Room<typeof codes> = {
  name: 'messages/payer-mails',
  codes,
  api: async () => (await import('./api.ts')).payerMailsApi,
  operations: async () => (await import('./payer-mail-operations.ts')).payerMailOperations,
  work: async () => (await import('./work.ts')).startPayerMails,
  clockKinds: async () => (await import('./write-mails-in-clock.ts')).mailsInClock,
  mailParts: async () => {
    const { payerMailHooks } = await import('./send-payer-mails.ts');
    return (context, { payerMails }) => ({
      payerMailHooks: payerMailHooks({ ...context, ...payerMails }),
    });
  },
  tellPayers: async () => (await import('./plan-subscription-mails.ts')).planSubscriptionMails,
  chargeOwners: async () => [(await import('./plan-reminders.ts')).reminderOwner],
  commands: [['mails', async () => (await import('./mail-commands.ts')).addMailCommands]],
};
