import { brazilianTime } from '#src/ground/brazilian-days.ts';
import type { MailText, Message } from '#src/ground/mail/mailer.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import { englishPaymentText } from './english-payment-text.ts';
import type { PaymentMail } from './next-mail.ts';

const LISTED_MAX = 10;
const PARAGRAPH = '\n\n';

interface Context {
  readonly min: Centavos;
  readonly appUrl: string;
}

/** The subject and the text of a mail about payments, without data of the payers. */
export function paymentMailText(mail: PaymentMail, context: Context): Message {
  return { ...portugueseText(mail, context), en: englishPaymentText(mail, context) };
}

function portugueseText(mail: PaymentMail, { min, appUrl }: Context): MailText {
  const list = `${appUrl}/painel/transacoes?ambiente=producao`;
  const least = brazilianMoney(min);
  const rule = `Você recebe este aviso de pagamentos a partir de ${least}. Para mudar:`;
  const footer = [rule, `${appUrl}/painel/notificacoes`];
  const text = (lines: readonly string[]) => [...lines, ...footer].join(PARAGRAPH);
  if (mail.kind === 'digest') {
    const total = brazilianMoney(centavos(mail.sum));
    const isOne = mail.count === 1;
    return {
      subject: isOne ? 'Mais um pagamento recebido' : `Mais ${mail.count} pagamentos recebidos`,
      text: text([
        isOne
          ? `Na última hora chegou mais um pagamento, de ${total}.`
          : `Na última hora chegaram mais ${mail.count} pagamentos, no total de ${total}.`,
        list,
      ]),
    };
  }
  const { payments } = mail;
  const [first] = payments;
  if (payments.length === 1 && first) {
    const amount = brazilianMoney(centavos(first.amount));
    return {
      subject: `Pagamento de ${amount} recebido`,
      text: text([
        `${lineOf(first)}.`,
        `${appUrl}/painel/transacoes/${first.chargeId}?ambiente=producao`,
      ]),
    };
  }
  const rest = payments.length - LISTED_MAX;
  const lines = payments.slice(0, LISTED_MAX).map(lineOf);
  if (rest > 0) lines.push(rest === 1 ? 'e mais 1 pagamento' : `e mais ${rest} pagamentos`);
  const sum = payments.reduce((total, { amount }) => total + amount, 0n);
  return {
    subject: `${payments.length} pagamentos recebidos`,
    text: text([
      `${payments.length} pagamentos, no total de ${brazilianMoney(centavos(sum))}:`,
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
  const reference = externalId === null ? '' : `, referência ${externalId}`;
  return `${brazilianMoney(centavos(amount))} em ${brazilianTime(at)}${reference}`;
}
