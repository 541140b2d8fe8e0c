import { brazilianDayOf, englishDate } from '#src/ground/brazilian-days.ts';
import type { MailText } from '#src/ground/mail/mailer.ts';
import { englishMoney } from '#src/ground/money/english-money.ts';
import type { Dispute, DisputeReason } from './dispute.ts';

const PARAGRAPH = '\n\n';

const REASONS: Readonly<Record<DisputeReason, string>> = {
  fraud: 'fraud',
  operational_failure: 'operational failure',
  automatic_pix: 'Pix Automático',
};
const OUTCOMES = {
  accepted: 'accepted: the amount returns to the payer',
  rejected: 'rejected: the blocked amount was released',
  canceled: 'canceled: the blocked amount was released',
} as const;

/** The mail to members about an opened dispute, in English. `page` is its page in the panel. */
export function englishOpening(dispute: Dispute, page: string): MailText {
  const { defenseDueAt: dueAt, reason } = dispute;
  const due = dueAt === null ? '' : ` by ${englishDate(brazilianDayOf(dueAt))}`;
  return {
    subject: 'A payment of yours is disputed',
    text: [
      `The payer's bank contests a payment (MED): ${factsOf(dispute)}. Reason: ${REASONS[reason]}.`,
      `The amount is blocked in your balance. Write your defence${due}, in Portuguese:`,
      page,
    ].join(PARAGRAPH),
  };
}

/** The mail to members about a closed dispute, in English. */
export function englishClosing(dispute: Dispute, page: string): MailText {
  const outcome = OUTCOMES[dispute.status as keyof typeof OUTCOMES];
  const text = `The dispute of ${factsOf(dispute)} was ${outcome}.`;
  return { subject: 'A dispute was closed', text: [text, page].join(PARAGRAPH) };
}

function factsOf({ amount, endToEndId }: Dispute): string {
  return `${englishMoney(amount)}, payment ${endToEndId}`;
}
