import type { Static } from 'typebox';
import type { Charge } from '#src/charges/charge.ts';
import { amountDueAt } from '#src/charges/due/due-terms.ts';
import { isoTime } from '#src/ground/clock.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { dueWords } from './due-mail-texts.ts';
import type { PayerMailWishes } from './payer-mail-plan.ts';
import type {
  ChargeMailsAnswer,
  PayerMailSettingsAnswer,
  SubscriptionMailsAnswer,
} from './payer-mail-schemas.ts';
import type { PayerMailRow } from './payer-mail-store.ts';
import type { ChargeMails, ShownMails } from './read-charge-mails.ts';

/** The settings as answers show them. */
export function settingsView(
  { daysBefore, isOnDueDay, daysAfter, wantsReceipts }: PayerMailWishes,
  hasMailServer: boolean,
): Static<typeof PayerMailSettingsAnswer> {
  return {
    days_before: daysBefore,
    on_due_day: isOnDueDay,
    days_after: daysAfter,
    receipts: wantsReceipts,
    is_mail_configured: hasMailServer,
  };
}

/** The mails of a charge as answers show them. */
export function chargeMailsView(
  { charge, now, ...shown }: ChargeMails,
  { merchantName, baseUrl }: { readonly merchantName: string; readonly baseUrl: string },
): Static<typeof ChargeMailsAnswer> {
  const { id, status, due } = charge;
  const about = aboutCharge(charge, merchantName, now);
  const words = `Olá! ${about} Para pagar com Pix: ${baseUrl}/pagar/${id}`;
  // The payer's bank pays the cycle of a subscription.
  const isPayable = status === 'pending' && !due?.cycle;
  return {
    ...mailsView(shown),
    whatsapp_url: isPayable ? `https://wa.me/?text=${encodeURIComponent(words)}` : null,
  };
}

/** Mails to one payer as answers show them. */
export function mailsView({ mails, stop }: ShownMails): Static<typeof SubscriptionMailsAnswer> {
  return {
    data: mails.map(mailView),
    address_stop: stop ? { reason: stop.reason, reply: stop.reply } : null,
  };
}

function aboutCharge({ amount, due }: Charge, merchantName: string, now: number): string {
  if (due === null) return `Esta é a cobrança de ${brazilianMoney(amount)} de ${merchantName}.`;
  const today = brazilianMoney(amountDueAt(due, now).amount);
  return `Esta é a cobrança de ${merchantName} que ${dueWords(due, now)}. Hoje custa ${today}.`;
}

/** A mail to a payer as answers show it. */
export function mailView({ kind, status, reason, reply, plannedFor, endedAt }: PayerMailRow) {
  const sentAt = status === 'sent' && endedAt !== null ? isoTime(endedAt) : null;
  return { kind, status, reason, reply, planned_for: isoTime(plannedFor), sent_at: sentAt };
}
