import type { Charge } from '#src/charges/charge.ts';
import { type AmountDue, lastPayableDay } from '#src/charges/due/amount-due.ts';
import { amountDueAt, type DueTerms } from '#src/charges/due/due-terms.ts';
import {
  addDays,
  brazilianDate,
  brazilianDayOf,
  startOfKnownDay,
} from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';

/** The facts of a reminder of a charge with a due date, besides the charge. */
interface DueMailFacts {
  readonly merchantName: string;
  /** The address of the payment page. */
  readonly pageUrl: string;
  /** By the test clock of the charge, if it has one. */
  readonly now: number;
}

/** The words of a mail, without what all mails have. */
export interface MailWords {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

/** The paragraph about a charge's description; none without one. */
export function descriptionOf({ description }: Charge): string[] {
  return description === null ? [] : [`Descrição: ${description}`];
}

/**
 * The words of a reminder of a charge with a due date. The day decides what they say, not the kind
 * of the reminder, because a mail may be sent later than it was planned.
 */
export function dueReminder(charge: Charge, due: DueTerms, facts: DueMailFacts): MailWords {
  const { now } = facts;
  if (charge.status === 'expired' || charge.expiresAt <= now) return ended(charge, due, facts);
  if (brazilianDayOf(now) > lastDayOnTime(due)) return overdue(charge, due, facts);
  return beforeDue(charge, due, facts);
}

/** How an amount came about, in one line; none if it is the original amount. */
export function amountParts({ original, rebate, discount, fine, interest, amount }: AmountDue) {
  const parts = [
    ...(rebate > 0n ? [`− abatimento ${brazilianMoney(rebate)}`] : []),
    ...(discount > 0n ? [`− desconto ${brazilianMoney(discount)}`] : []),
    ...(fine > 0n ? [`+ multa ${brazilianMoney(fine)}`] : []),
    ...(interest > 0n ? [`+ juros ${brazilianMoney(interest)}`] : []),
  ];
  if (parts.length === 0) return [];
  const sum = [`valor original ${brazilianMoney(original)}`, ...parts].join(' ');
  return [`Como se chega ao valor: ${sum} = ${brazilianMoney(amount)}.`];
}

/** The day on which a charge must be paid: its due date, or the next business day. */
function lastDayOnTime({ rules, local }: DueTerms): string {
  return businessDayFrom(rules.dueDate, local);
}

/** When a charge is due, for a person: `vence em …`. */
export function dueWords(due: DueTerms, now: number): string {
  const { dueDate } = due.rules;
  const today = brazilianDayOf(now);
  const last = lastDayOnTime(due);
  if (today === dueDate || today === last) return 'vence hoje';
  if (today < last) return `vence em ${brazilianDate(today < dueDate ? dueDate : last)}`;
  return addDays(dueDate, 1) === today ? 'venceu ontem' : `venceu em ${brazilianDate(dueDate)}`;
}

function beforeDue(charge: Charge, due: DueTerms, facts: DueMailFacts): MailWords {
  const { merchantName: name, now } = facts;
  const { dueDate } = due.rules;
  const onTime = amountDueAt(due, startOfKnownDay(dueDate)).amount;
  const today = amountDueAt(due, now);
  const moved = lastDayOnTime(due);
  const what = `cobrança de ${brazilianMoney(onTime)} ${dueWords(due, now)}`;
  return {
    subject: `${name}: sua ${what}`,
    paragraphs: [
      `Lembrete de ${name}: a ${what}.`,
      ...(today.amount === onTime ? [] : [`${todayText(now)} custa ${moneyOf(today)}.`]),
      ...amountParts(today),
      ...(moved === dueDate
        ? []
        : [
            `O vencimento, ${brazilianDate(dueDate)}, não é dia útil: até ` +
              `${brazilianDate(moved)} o valor é o do vencimento.`,
          ]),
      ...descriptionOf(charge),
      ...howToPay(facts),
    ],
  };
}

function overdue(charge: Charge, due: DueTerms, facts: DueMailFacts): MailWords {
  const { merchantName: name, now } = facts;
  const today = amountDueAt(due, now);
  const when = dueWords(due, now);
  const last = brazilianDate(lastPayableDay(due.rules, due.local));
  return {
    subject: `${name}: sua cobrança ${when}: hoje custa ${moneyOf(today)}`,
    paragraphs: [
      `A cobrança de ${name} ${when}, e o pagamento não foi recebido. ` +
        `${todayText(now)} custa ${moneyOf(today)}.`,
      ...amountParts(today),
      `Ela pode ser paga até ${last}. O valor pode mudar a cada dia: o do dia está na página.`,
      ...descriptionOf(charge),
      ...howToPay(facts),
    ],
  };
}

function ended(charge: Charge, due: DueTerms, { merchantName: name }: DueMailFacts): MailWords {
  const day = brazilianDate(due.rules.dueDate);
  const last = brazilianDate(lastPayableDay(due.rules, due.local));
  const amount = brazilianMoney(due.rules.amount);
  return {
    subject: `${name}: sua cobrança de ${amount} venceu em ${day}`,
    paragraphs: [
      `A cobrança de ${amount} de ${name} venceu em ${day} e podia ser paga até ${last}. O ` +
        'pagamento não foi recebido.',
      ...descriptionOf(charge),
      `O código Pix desta cobrança não vale mais. Para pagar, peça um novo a ${name}.`,
      'Se você já pagou, desconsidere este e-mail.',
    ],
  };
}

/** A mail may be read on another day than it was written for. */
function todayText(now: number): string {
  return `Hoje, ${brazilianDate(brazilianDayOf(now))},`;
}

function moneyOf({ amount }: AmountDue): string {
  return brazilianMoney(amount);
}

function howToPay({ pageUrl }: DueMailFacts): string[] {
  return [
    'Para pagar com Pix, abra a página da cobrança:',
    pageUrl,
    'Se você já pagou, desconsidere este e-mail. Antes de pagar, confira no aplicativo do seu ' +
      'banco o valor e quem recebe.',
  ];
}
