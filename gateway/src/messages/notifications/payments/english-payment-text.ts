import { englishTime } from '#src/ground/brazilian-days.ts';
import type { MailText } from '#src/ground/mail/mailer.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import { englishMoney } from '#src/ground/money/english-money.ts';
import type { PaymentMail } from './next-mail.ts';

const LISTED_MAX = 10;
const PARAGRAPH = '\n\n';

/** The subject and the English text of a mail about payments, without data of the payers. */
export function englishPaymentText(
  mail: PaymentMail,
  { min, appUrl }: { readonly min: Centavos; readonly appUrl: string },
): MailText {
  const list = `${appUrl}/painel/transacoes?ambiente=producao`;
  const rule = `You get this notice of payments from ${englishMoney(min)} on. To change it:`;
  const footer = [rule, `${appUrl}/painel/notificacoes`];
  const text = (lines: readonly string[]) => [...lines, ...footer].join(PARAGRAPH);
  if (mail.kind === 'digest') {
    const total = englishMoney(centavos(mail.sum));
    const isOne = mail.count === 1;
    return {
      subject: isOne ? 'One more payment received' : `${mail.count} more payments received`,
      text: text([
        isOne
          ? `In the last hour one more payment arrived, of ${total}.`
          : `In the last hour ${mail.count} more payments arrived, ${total} in total.`,
        list,
      ]),
    };
  }
  const { payments } = mail;
  const [first] = payments;
  if (payments.length === 1 && first) {
    return {
      subject: `Payment of ${englishMoney(centavos(first.amount))} received`,
      text: text([
        `${lineOf(first)}.`,
        `${appUrl}/painel/transacoes/${first.chargeId}?ambiente=producao`,
      ]),
    };
  }
  const rest = payments.length - LISTED_MAX;
  const lines = payments.slice(0, LISTED_MAX).map(lineOf);
  if (rest > 0) lines.push(rest === 1 ? 'and 1 more payment' : `and ${rest} more payments`);
  const sum = payments.reduce((total, { amount }) => total + amount, 0n);
  return {
    subject: `${payments.length} payments received`,
    text: text([
      `${payments.length} payments, ${englishMoney(centavos(sum))} in total:`,
      lines.join('\n'),
      list,
    ]),
  };
}

function lineOf({
  amount,
  at,
  externalId,
}: Extract<PaymentMail, { kind: 'payments' }>['payments'][number]) {
  const reference = externalId === null ? '' : `, reference ${externalId}`;
  return `${englishMoney(centavos(amount))} on ${englishTime(at)}${reference}`;
}
