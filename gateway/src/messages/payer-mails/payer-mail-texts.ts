import type { Charge } from '#src/charges/charge.ts';
import { brazilianDate, brazilianDayOf, clockTime } from '#src/ground/brazilian-days.ts';
import type { Message } from '#src/ground/mail/mailer.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { amountParts, descriptionOf, dueReminder, type MailWords } from './due-mail-texts.ts';
import type { PayerMailKind } from './payer-mail-plan.ts';

const PARAGRAPH = '\n\n';
const MINUTES_LENGTH = 5;

/** The facts of all mails to payers. */
export interface MailFrame {
  readonly merchantName: string;
  readonly unsubscribeUrl: string;
  /** The merchant's contact for help, as its payment page shows it. */
  readonly supportContact: string | null;
}

/** The facts of a mail to a payer, besides the charge. */
export interface PayerMailFacts extends MailFrame {
  /** The address of the payment page. */
  readonly pageUrl: string;
  /** The page that verifies the receipt; null for reminders. */
  readonly receiptUrl: string | null;
  /** Whether the payer of an expired charge can get a new code at its page. */
  readonly isRenewable: boolean;
  /** By the test clock of the charge, if it has one. */
  readonly now: number;
}

/** The subject and the text of a mail, without the payer's name and document. */
export function payerMailText(kind: PayerMailKind, charge: Charge, facts: PayerMailFacts): Message {
  const words = wordsOf(kind, charge, facts);
  return framed(words, { ...facts, isTest: charge.environment === 'test', about: 'cobrança' });
}

/** The words of a mail with what all mails to payers have. */
export function framed(
  { subject, paragraphs }: MailWords,
  frame: MailFrame & { readonly isTest: boolean; readonly about: 'cobrança' | 'assinatura' },
): Message {
  const { merchantName: name, supportContact: contact, unsubscribeUrl, isTest, about } = frame;
  return {
    subject: isTest ? `[TESTE] ${subject}` : subject,
    text: [
      ...(isTest ? ['Este é um teste: nenhum dinheiro foi pedido nem recebido.'] : []),
      ...paragraphs,
      ...(contact === null ? [] : [`Dúvidas sobre esta ${about}? Fale com ${name}: ${contact}`]),
      `Você recebeu este e-mail porque ${name} tem o seu endereço nesta ${about}. Para não ` +
        `receber mais e-mails de ${name}: ${unsubscribeUrl}`,
    ].join(PARAGRAPH),
  };
}

function wordsOf(kind: PayerMailKind, charge: Charge, facts: PayerMailFacts): MailWords {
  if (kind === 'receipt') return receipt(charge, facts);
  if (charge.due !== null) return dueReminder(charge, charge.due, facts);
  return kind === 'after' ? afterEnd(charge, facts) : beforeEnd(charge, facts);
}

function beforeEnd(charge: Charge, { merchantName: name, pageUrl, now }: PayerMailFacts) {
  const amount = brazilianMoney(charge.amount);
  const day = brazilianDayOf(charge.expiresAt);
  const isToday = day === brazilianDayOf(now);
  const when = isToday ? 'vence hoje' : `vence em ${brazilianDate(day)}`;
  return {
    subject: `${name}: sua cobrança de ${amount} ${when}`,
    paragraphs: [
      `Lembrete de ${name}: a cobrança de ${amount} ${when}, às ${timeOf(charge.expiresAt)} ` +
        '(horário de Brasília).',
      ...descriptionOf(charge),
      'Para pagar com Pix, abra a página da cobrança:',
      pageUrl,
      'Se você já pagou, desconsidere este e-mail. Antes de pagar, confira no aplicativo do seu ' +
        'banco o valor e quem recebe.',
    ],
  };
}

function afterEnd(charge: Charge, { merchantName: name, pageUrl, isRenewable }: PayerMailFacts) {
  const amount = brazilianMoney(charge.amount);
  const day = brazilianDate(brazilianDayOf(charge.expiresAt));
  return {
    subject: `${name}: sua cobrança de ${amount} venceu em ${day}`,
    paragraphs: [
      `A cobrança de ${amount} de ${name} venceu em ${day}, e o pagamento não foi recebido.`,
      ...descriptionOf(charge),
      ...(isRenewable
        ? ['Para pagar agora, gere um novo código na página da cobrança:', pageUrl]
        : [`O código Pix desta cobrança não vale mais. Para pagar, peça um novo a ${name}.`]),
      'Se você já pagou, desconsidere este e-mail.',
    ],
  };
}

function receipt(charge: Charge, { merchantName: name, receiptUrl, pageUrl }: PayerMailFacts) {
  const amount = brazilianMoney(charge.amount);
  const at = charge.paidAt ?? charge.createdAt;
  const when = `${brazilianDate(brazilianDayOf(at))}, às ${timeOf(at)}`;
  return {
    subject: `${name}: comprovante do pagamento de ${amount}`,
    paragraphs: [
      `${name} recebeu o seu pagamento de ${amount} em ${when} (horário de Brasília).`,
      ...dueOf(charge),
      ...descriptionOf(charge),
      'Nesta página qualquer pessoa confirma que o comprovante é verdadeiro. Ela não mostra o ' +
        'seu nome nem o seu documento por inteiro:',
      receiptUrl ?? pageUrl,
      `O comprovante em PDF: ${pageUrl}/comprovante.pdf`,
    ],
  };
}

/** The due date of a paid charge and how the paid amount came about; nothing without one. */
function dueOf({ due }: Charge): string[] {
  if (due === null) return [];
  return [
    `Vencimento: ${brazilianDate(due.rules.dueDate)}`,
    ...(due.paid === null ? [] : amountParts(due.paid)),
  ];
}

function timeOf(at: number): string {
  return clockTime(at).slice(0, MINUTES_LENGTH);
}
