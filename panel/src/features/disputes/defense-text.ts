import { texts } from '#texts/defense-text.ts';
import type { Dispute } from './dispute-types.ts';

/** A question that a defence answers. */
export type Question = keyof typeof texts.headings;

/** What the merchant has written for each question; empty where nothing is written. */
export type Answers = Readonly<Record<Question, string>>;

/** The questions for each reason of a dispute, as banks decide about it. */
export const QUESTIONS: Readonly<Record<Dispute['reason'], readonly Question[]>> = {
  fraud: ['identification', 'delivery', 'conversation', 'other'],
  operational_failure: ['correctness', 'delivery', 'conversation', 'other'],
  automatic_pix: ['authorization', 'service', 'conversation', 'other'],
};

export const NO_ANSWERS: Answers = {
  identification: '',
  delivery: '',
  conversation: '',
  correctness: '',
  authorization: '',
  service: '',
  other: '',
};

/** The facts of the charge that a defence names. */
export interface DefendedCharge {
  readonly amount: number;
  readonly payer: { readonly name: string };
  readonly external_id: string | null;
  readonly description?: string | null;
  readonly paid_at: string | null;
}

const CENTAVOS_PER_REAL = 100;
// In the language of the bank, not of the panel.
const money = new Intl.NumberFormat(texts.language, { style: 'currency', currency: 'BRL' });
const instant = new Intl.DateTimeFormat(texts.language, {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

/** The questions with an answer. The facts of the payment alone are none. */
export function answeredQuestions(
  dispute: Dispute,
  charge: DefendedCharge | undefined,
  answers: Answers,
): Question[] {
  const facts = factsOf(dispute, charge);
  return QUESTIONS[dispute.reason].filter((question) => {
    const answer = answers[question].trim();
    return answer !== '' && answer !== facts;
  });
}

/** The text for the bank: the facts of the payment, then each answer below its heading. */
export function defenseText(
  dispute: Dispute,
  charge: DefendedCharge | undefined,
  answers: Answers,
): string {
  const answered = answeredQuestions(dispute, charge, answers);
  const parts = answered.map(
    (question) =>
      `${texts.headings[question].toLocaleUpperCase(texts.language)}\n${answers[question].trim()}`,
  );
  // A draft of an older panel has the facts, with this line of the gateway's.
  const hasFacts =
    answered.includes('other') && linesOf(answers.other).includes(paymentLine(dispute));
  return [...(hasFacts ? [] : [factsOf(dispute, charge)]), ...parts].join('\n\n');
}

function paymentLine({ amount, end_to_end_id: endToEndId }: Dispute): string {
  return texts.id(endToEndId, reais(amount));
}

function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trim());
}

function factsOf(dispute: Dispute, charge: DefendedCharge | undefined): string {
  const id = paymentLine(dispute);
  if (charge === undefined) return id;
  const { amount: received, payer, external_id: order, description, paid_at: paidAt } = charge;
  const day = paidAt === null ? null : instant.format(new Date(paidAt));
  return [
    texts.intro(reais(received), payer.name, day),
    ...(order === null ? [] : [texts.order(order)]),
    ...(description ? [texts.description(description)] : []),
    id,
  ].join('\n');
}

/** The draft that a browser keeps of answers; null when nothing is written. */
export function draftOf(answers: Answers): string | null {
  const written = Object.entries(answers).filter(([, text]) => text.trim() !== '');
  return written.length === 0 ? null : JSON.stringify(Object.fromEntries(written));
}

/**
 * The answers of a draft. A draft of an older panel is one text, which answers `other`, without the
 * lines of its template that were not completed.
 */
export function answersOfDraft(draft: string | null): Answers {
  if (draft === null) return NO_ANSWERS;
  const stored = storedAnswers(draft);
  if (stored === undefined) return { ...NO_ANSWERS, other: withoutEmptyLines(draft) };
  const text = (question: Question) => String(stored[question] ?? '');
  const questions = Object.keys(NO_ANSWERS) as Question[];
  return Object.fromEntries(questions.map((name) => [name, text(name)])) as Answers;
}

function withoutEmptyLines(text: string): string {
  const isEmpty = (line: string) => texts.oldTemplate.includes(line.trim());
  return text
    .split('\n')
    .filter((line) => !isEmpty(line))
    .join('\n');
}

function storedAnswers(draft: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const stored: unknown = JSON.parse(draft);
    return typeof stored === 'object' && stored !== null && !Array.isArray(stored)
      ? { ...stored }
      : undefined;
  } catch {
    return undefined;
  }
}

/** The name of a file that answers a question: the bank sees what each file proves. */
export function fileNameFor(question: Question, name: string): string {
  return question === 'other' ? name : `${prefixOf(question)}${name}`;
}

/** The question that a file answers, by its name; files without one are of `other`. */
export function questionOfFile(name: string, questions: readonly Question[]): Question {
  return (
    questions.find((question) => question !== 'other' && name.startsWith(prefixOf(question))) ??
    'other'
  );
}

function prefixOf(question: Question): string {
  return `${texts.headings[question]} - `;
}

function reais(centavos: number): string {
  return money.format(centavos / CENTAVOS_PER_REAL);
}
