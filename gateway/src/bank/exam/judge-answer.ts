import { type BankAnswer, classifyResult } from '../bank-http/classify-result.ts';
import type {
  Coping,
  Deviation,
  ExamAnswer,
  Expectation,
  Facts,
  ProfilePart,
  Step,
} from './exam.ts';
import { valueAt } from './expectations.ts';
import type { Shorten } from './shorten.ts';

/** What an answer shows. */
export interface Verdict {
  readonly expectations: number;
  readonly deviations: readonly Deviation[];
  readonly notes: readonly Deviation[];
  readonly profile: readonly ProfilePart[];
}

interface Judging {
  readonly facts: Facts;
  readonly shorten: Shorten;
}

interface Judged {
  readonly answer: ExamAnswer;
  /** Whether a profile of the bank says how the answer differs. */
  readonly hasProfile: boolean;
}

/** Compares an answer with what its step expects. */
export function judgeAnswer(step: Step, answer: ExamAnswer, judging: Judging): Verdict {
  const { facts } = judging;
  const all = step.expects.map((expectation) => ({
    expectation,
    isMet: expectation.isMet(answer, facts),
  }));
  // After an answer of another kind the single fields say nothing.
  const end = all.findIndex(({ expectation, isMet }) => !isMet && expectation.isFirst);
  const judged = end === -1 ? all : all.slice(0, end + 1);
  const missed = judged.filter(({ isMet }) => !isMet).map(({ expectation }) => expectation);
  const told = judged.filter(({ expectation, isMet }) => !isMet || expectation.isNote);
  const profile = told.flatMap((one) => one.expectation.profile?.(answer, facts) ?? []);
  const hasProfile = missed.some((one) => one.profile?.(answer, facts) !== undefined);
  const describeOf = (isNote: boolean) =>
    missed
      .filter((expectation) => (expectation.isNote ?? false) === isNote)
      .map((expectation) => describe(step, expectation, { ...judging, answer, hasProfile }));
  return {
    expectations: judged.length,
    deviations: describeOf(false),
    notes: describeOf(true),
    profile,
  };
}

function describe(
  step: Step,
  expectation: Expectation,
  { answer, facts, shorten, hasProfile }: Judging & Judged,
): Deviation {
  const { name, text, section = name } = expectation;
  const found = expectation.found ?? (({ body }: ExamAnswer) => valueAt(body, name));
  return {
    code: `${step.id}.${name}`,
    level: step.level,
    place: `${step.place}, ${section}`,
    expected: text,
    found: shorten(found(answer), name.split('.').at(-1)),
    status: answer.status,
    answer: shorten(answer.body ?? answer.text),
    copes: copingOf(step, expectation, { answer, facts, hasProfile }),
  };
}

/** What our adapter makes of the answer by its readers, unless the expectation knows better. */
function copingOf(
  { adapter }: Step,
  { copes }: Expectation,
  { answer, facts, hasProfile }: Judged & Pick<Judging, 'facts'>,
): Coping {
  if (copes !== undefined) return typeof copes === 'function' ? copes(answer) : copes;
  if (adapter === undefined || adapter(asBankAnswer(answer, facts), facts)) return 'yes';
  return hasProfile ? 'profile' : 'no';
}

function asBankAnswer({ status, text }: ExamAnswer, { now }: Facts): BankAnswer {
  if (status === 0) return { kind: 'unknown', reason: text };
  const result = { kind: 'answered', status, retryAfter: undefined, body: text } as const;
  return classifyResult(result, { isRead: true, now: now() });
}
