import { brazilianDate, englishDate } from '#src/ground/brazilian-days.ts';
import type { Logger } from '#src/ground/log.ts';
import type { MailText } from '#src/ground/mail/mailer.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { englishMoney } from '#src/ground/money/english-money.ts';
import type { NotificationMailDeps } from '#src/messages/notifications/payments/write-payment-mails.ts';
import { lastSummaryDay } from '#src/messages/notifications/summary-day.ts';
import {
  type CountedSum,
  type DaySummary,
  isQuietDay,
  readDaySummary,
} from './read-day-summary.ts';
import { claimSummary, type DueSummary, selectDueSummaries } from './summary-store.ts';

const PARAGRAPH = '\n\n';
const SUMMARIES_MAX = 50;

export interface SummaryMailDeps extends NotificationMailDeps {
  readonly logger: Logger;
}

/**
 * Writes the due summaries of the last day. Each is claimed in the transaction of its mail, so that
 * it is written once. A day without movements has no mail. When a merchant's day can't be read, the
 * error is logged and the next round retries it; other merchants are not affected.
 * @returns whether there may be more.
 */
export async function writeSummaryMails(deps: SummaryMailDeps): Promise<boolean> {
  const day = lastSummaryDay(deps.clock.now());
  const due = await selectDueSummaries(deps.database, { day, limit: SUMMARIES_MAX });
  const byMerchant = Map.groupBy(due, ({ merchantId }) => merchantId);
  let written = 0;
  for (const [merchantId, members] of byMerchant) {
    try {
      const summary = await readDaySummary(deps.database, merchantId, day);
      for (const member of members) await writeMailOf(deps, member, summary);
      written += 1;
    } catch (error) {
      deps.logger.error({ err: error, merchant: merchantId }, 'a daily summary was not written');
    }
  }
  return due.length === SUMMARIES_MAX && written > 0;
}

function writeMailOf(
  { database, clock, mailer }: NotificationMailDeps,
  member: DueSummary,
  summary: DaySummary,
): Promise<void> {
  return database.transaction(async (tx) => {
    const { merchantId, email, isConfirmed } = member;
    const isMine = (await claimSummary(tx, { ...member, day: summary.day })) === 1;
    if (!isMine || !isConfirmed || isQuietDay(summary)) return;
    const en = englishSummary(summary, mailer.appUrl);
    const message = { ...summaryMail(summary, mailer.appUrl), en };
    await mailer.tell(tx, { email, merchantId }, message, clock.now());
  });
}

/** The subject and the text of the mail with the summary of a day. */
function summaryMail(
  { day, received, refunds, payouts, fees, closing }: DaySummary,
  appUrl: string,
): MailText {
  const date = brazilianDate(day);
  const lines = [
    `Recebido: ${counted(received, 'pagamento', 'pagamentos')}`,
    `Devolvido: ${counted(refunds, 'devolução', 'devoluções')}`,
    `Saques pagos: ${counted(payouts, 'saque', 'saques')}`,
    `Tarifas: ${brazilianMoney(fees)}`,
    `Saldo disponível no fim do dia: ${brazilianMoney(closing)}`,
  ];
  return {
    subject: `Resumo de ${date}`,
    text: [
      `O dia ${date} em produção, no horário de Brasília:`,
      lines.join('\n'),
      `${appUrl}/painel/extrato?ambiente=producao`,
      'Para deixar de receber o resumo:',
      `${appUrl}/painel/notificacoes`,
    ].join(PARAGRAPH),
  };
}

function englishSummary(
  { day, received, refunds, payouts, fees, closing }: DaySummary,
  appUrl: string,
): MailText {
  const date = englishDate(day);
  const counted = ({ count, amount }: CountedSum, singular: string) =>
    `${englishMoney(amount)} (${count} ${count === 1 ? singular : `${singular}s`})`;
  const lines = [
    `Received: ${counted(received, 'payment')}`,
    `Refunded: ${counted(refunds, 'refund')}`,
    `Payouts made: ${counted(payouts, 'payout')}`,
    `Fees: ${englishMoney(fees)}`,
    `Available balance at the end of the day: ${englishMoney(closing)}`,
  ];
  return {
    subject: `Summary of ${date}`,
    text: [
      `${date} in production, in the time of Brasília:`,
      lines.join('\n'),
      `${appUrl}/painel/extrato?ambiente=producao`,
      'To stop the summary:',
      `${appUrl}/painel/notificacoes`,
    ].join(PARAGRAPH),
  };
}

function counted({ count, amount }: CountedSum, singular: string, plural: string): string {
  return `${brazilianMoney(amount)} (${count} ${count === 1 ? singular : plural})`;
}
