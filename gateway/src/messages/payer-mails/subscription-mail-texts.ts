import { addDays, brazilianDate, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Message } from '#src/ground/mail/mailer.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { daysToRetry } from '#src/subscriptions/plan-cycles.ts';
import { kindOfCycle, reasonView } from '#src/subscriptions/reason-view.ts';
import {
  type Cycle,
  isOpen,
  NEVER_AT_BANK,
  NO_BALANCE,
  numberedAttempts,
  openAttempt,
  type SubscriptionState,
} from '#src/subscriptions/subscription.ts';
import type { MailWords } from './due-mail-texts.ts';
import type { CycleSubject, SubscriptionSubject } from './mail-subject.ts';
import { numberOfAttempt, type PayerMailKind } from './payer-mail-plan.ts';
import { framed, type MailFrame } from './payer-mail-texts.ts';

/** The facts of a mail to the payer of a subscription, besides the subscription. */
export interface SubscriptionMailFacts extends MailFrame {
  /** The address of the payer's page. */
  readonly pageUrl: string;
  /** By the test clock of the subscription, if it has one. */
  readonly now: number;
}

/** The subject and the text of a mail, without the payer's name and document. */
export function subscriptionMailText(
  kind: PayerMailKind,
  subject: CycleSubject | SubscriptionSubject,
  facts: SubscriptionMailFacts,
): Message {
  const { environment } = subject.state.subscription;
  const words = wordsOf(kind, subject, facts);
  return framed(words, { ...facts, isTest: environment === 'test', about: 'assinatura' });
}

function wordsOf(
  kind: PayerMailKind,
  subject: CycleSubject | SubscriptionSubject,
  facts: SubscriptionMailFacts,
): MailWords {
  if (subject.kind === 'subscription') return canceled(subject.state, facts);
  return kind === 'before'
    ? announced(subject, facts)
    : failed(subject, { facts, number: numberOfAttempt(kind) });
}

function announced({ state, cycle }: CycleSubject, facts: SubscriptionMailFacts): MailWords {
  const { merchantName: name } = facts;
  const amount = brazilianMoney(cycle.amount);
  const day = brazilianDate(cycle.dueOn);
  const eve = brazilianDate(addDays(cycle.dueOn, -1));
  return {
    subject: `${name}: débito de ${amount} em ${day}`,
    paragraphs: [
      `Em ${day} o seu banco debita ${amount} para ${name}, pelo Pix Automático que você ` +
        'autorizou. Deixe saldo na conta nesse dia. Você não precisa fazer mais nada.',
      ...descriptionOf(state),
      `Não quer este débito? Cancele até as 22h de ${eve}: no aplicativo do seu banco, abra Pix ` +
        `Automático, escolha ${name} e cancele, ou peça a ${name}.`,
      ...pageOf(facts),
    ],
  };
}

function failed(
  { state, cycle }: CycleSubject,
  { facts, number }: { readonly facts: SubscriptionMailFacts; readonly number: number },
): MailWords {
  const { merchantName: name } = facts;
  const amount = brazilianMoney(cycle.amount);
  const attempt = numberedAttempts(cycle)[number - 1];
  if (!attempt) throw new Error(`the cycle ${cycle.day} has no attempt ${number}`);
  const day = brazilianDate(attempt.on);
  const isAhead = attempt.on > brazilianDayOf(facts.now);
  const end = isAhead ? 'não será feito' : 'não foi feito';
  return {
    subject: `${name}: o débito de ${amount} ${end}`,
    paragraphs: [
      `O débito de ${amount} para ${name}, ${isAhead ? 'previsto para' : 'de'} ${day}, ${end}.`,
      `Motivo: ${reasonOf(attempt.code)}`,
      ...descriptionOf(state),
      nextOf({ state, cycle }, facts),
      ...pageOf(facts),
    ],
  };
}

/** Why an attempt failed, in words for its payer. */
function reasonOf(code: string | null): string {
  if (code === NO_BALANCE) return 'Não havia saldo na conta nesse dia.';
  if (code !== null && NEVER_AT_BANK.includes(code)) {
    return 'O débito não pôde ser agendado no banco.';
  }
  return (
    reasonView(kindOfCycle('failed'), code, 'pt-BR')?.message ?? 'O banco não informou o motivo.'
  );
}

/** Whether and when a failed cycle is tried again. */
function nextOf(
  { state: { subscription }, cycle }: { readonly state: SubscriptionState; readonly cycle: Cycle },
  { merchantName: name, now }: SubscriptionMailFacts,
): string {
  const open = openAttempt(cycle);
  if (open) {
    return `Há uma nova tentativa em ${brazilianDate(open.on)}. Tenha saldo na conta nesse dia.`;
  }
  const days = daysToRetry(subscription, cycle, now);
  if (days) {
    return (
      `${name} pode pedir uma nova tentativa até ${brazilianDate(days.until)}. Nenhuma foi ` +
      'marcada ainda.'
    );
  }
  return `Este débito não será tentado de novo. Para pagar, fale com ${name}.`;
}

const ENDERS = {
  merchant: (name: string) => `por ${name}`,
  payer: () => 'no seu banco',
  gateway: () => 'pelo fim do prazo',
} as const;

function canceled(
  { subscription, cycles }: SubscriptionState,
  facts: SubscriptionMailFacts,
): MailWords {
  const { merchantName: name, now } = facts;
  const by = ENDERS[subscription.endedBy ?? 'gateway'](name);
  const day = brazilianDate(brazilianDayOf(subscription.endedAt ?? now));
  return {
    subject: `${name}: sua assinatura foi cancelada`,
    paragraphs: [
      `A sua assinatura (Pix Automático) com ${name} foi cancelada ${by} em ${day}. Nenhum ` +
        'débito novo será agendado.',
      ...descriptionOf({ subscription }),
      ...cycles.filter(isOpen).map(remaining),
      ...pageOf(facts),
    ],
  };
}

/** A debit that the cancellation could not stop any more. */
function remaining(cycle: Cycle): string {
  const day = brazilianDate(openAttempt(cycle)?.on ?? cycle.dueOn);
  return `Um débito já estava agendado e será feito: ${brazilianMoney(cycle.amount)} em ${day}.`;
}

function descriptionOf({
  subscription: { description },
}: Pick<SubscriptionState, 'subscription'>): string[] {
  return description === '' ? [] : [`Assinatura: ${description}`];
}

function pageOf({ pageUrl }: SubscriptionMailFacts): string[] {
  return ['Os dados da assinatura:', pageUrl];
}
