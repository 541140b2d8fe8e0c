import { brazilianTime, englishTime } from '#src/ground/brazilian-days.ts';
import type { Language } from '#src/ground/http/language.ts';
import type { MailText, Message } from '#src/ground/mail/mailer.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { englishMoney } from '#src/ground/money/english-money.ts';
import type { PaymentMail } from './next-mail.ts';

const LISTED_MAX = 10;
const PARAGRAPH = '\n\n';

interface Context {
  readonly min: Centavos;
  readonly appUrl: string;
}

interface Texts {
  readonly money: (amount: bigint) => string;
  readonly rule: (min: string) => string;
  readonly digestSubject: (count: number) => string;
  readonly digest: (count: number, total: string) => string;
  readonly subjectOfOne: (amount: string) => string;
  readonly subject: (count: number) => string;
  readonly total: (count: number, sum: string) => string;
  readonly rest: (count: number) => string;
  readonly line: (amount: string, at: number, externalId: string | null) => string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  'pt-BR': {
    money: brazilianMoney,
    rule: (min) => `Você recebe este aviso de pagamentos a partir de ${min}. Para mudar:`,
    digestSubject: (count) =>
      count === 1 ? 'Mais um pagamento recebido' : `Mais ${count} pagamentos recebidos`,
    digest: (count, total) =>
      count === 1
        ? `Na última hora chegou mais um pagamento, de ${total}.`
        : `Na última hora chegaram mais ${count} pagamentos, no total de ${total}.`,
    subjectOfOne: (amount) => `Pagamento de ${amount} recebido`,
    subject: (count) => `${count} pagamentos recebidos`,
    total: (count, sum) => `${count} pagamentos, no total de ${sum}:`,
    rest: (count) => (count === 1 ? 'e mais 1 pagamento' : `e mais ${count} pagamentos`),
    line: (amount, at, externalId) => {
      const reference = externalId === null ? '' : `, referência ${externalId}`;
      return `${amount} em ${brazilianTime(at)}${reference}`;
    },
  },
  en: {
    money: englishMoney,
    rule: (min) => `You get this notice of payments from ${min} on. To change it:`,
    digestSubject: (count) =>
      count === 1 ? 'One more payment received' : `${count} more payments received`,
    digest: (count, total) =>
      count === 1
        ? `In the last hour one more payment arrived, of ${total}.`
        : `In the last hour ${count} more payments arrived, ${total} in total.`,
    subjectOfOne: (amount) => `Payment of ${amount} received`,
    subject: (count) => `${count} payments received`,
    total: (count, sum) => `${count} payments, ${sum} in total:`,
    rest: (count) => (count === 1 ? 'and 1 more payment' : `and ${count} more payments`),
    line: (amount, at, externalId) => {
      const reference = externalId === null ? '' : `, reference ${externalId}`;
      return `${amount} on ${englishTime(at)}${reference}`;
    },
  },
};

/** The subject and the text of a mail about payments, without data of the payers. */
export function paymentMailText(mail: PaymentMail, context: Context): Message {
  return { ...textIn(TEXTS['pt-BR'], mail, context), en: textIn(TEXTS.en, mail, context) };
}

function textIn(texts: Texts, mail: PaymentMail, { min, appUrl }: Context): MailText {
  const { money } = texts;
  const list = `${appUrl}/painel/transacoes?ambiente=producao`;
  const footer = [texts.rule(money(min)), `${appUrl}/painel/notificacoes`];
  const text = (lines: readonly string[]) => [...lines, ...footer].join(PARAGRAPH);
  if (mail.kind === 'digest') {
    return {
      subject: texts.digestSubject(mail.count),
      text: text([texts.digest(mail.count, money(mail.sum)), list]),
    };
  }
  const { payments } = mail;
  const lines = payments
    .slice(0, LISTED_MAX)
    .map(({ amount, at, externalId }) => texts.line(money(amount), at, externalId));
  const [first] = payments;
  if (payments.length === 1 && first) {
    return {
      subject: texts.subjectOfOne(money(first.amount)),
      text: text([
        `${lines[0]}.`,
        `${appUrl}/painel/transacoes/${first.chargeId}?ambiente=producao`,
      ]),
    };
  }
  const rest = payments.length - LISTED_MAX;
  if (rest > 0) lines.push(texts.rest(rest));
  const sum = payments.reduce((total, { amount }) => total + amount, 0n);
  return {
    subject: texts.subject(payments.length),
    text: text([texts.total(payments.length, money(sum)), lines.join('\n'), list]),
  };
}
