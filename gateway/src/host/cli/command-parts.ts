import type { CommandParts } from '#src/room.ts';

/** The functions of higher rooms that commands use. */
export const COMMAND_PARTS: CommandParts = {
  tellPayers: async () =>
    (await import('#src/messages/payer-mails/plan-subscription-mails.ts')).planSubscriptionMails,
  volumeReads: () => import('#src/charges/daily-totals/read-volumes.ts'),
  correctionCommands: async () =>
    (await import('#src/money-out/commands/correction-commands.ts')).addCorrectionCommands,
  liveKeyCheck: async () => (await import('#src/webhooks/exams/create-exam.ts')).liveKeyCheck,
};
