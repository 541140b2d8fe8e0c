import { type ProblemCode, problems } from '#src/rooms.ts';
import type { Language } from '../http/language.ts';
import type { Problem, ProblemFacts } from './problem.ts';

export type { LimitOfField, ProblemFacts, ProblemField } from './problem.ts';
export { type ProblemCode, problems };

/**
 * An expected refusal, thrown or returned. The API answers it with status and text of the table.
 */
export class Refusal extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly facts: ProblemFacts;

  constructor(code: ProblemCode, facts: ProblemFacts = {}) {
    const problem = problems[code];
    super(messageOf(problem, facts, 'pt-BR'));
    this.name = 'Refusal';
    this.code = code;
    this.status = problem.status;
    this.facts = facts;
  }

  /** The text for people, in their language; `message` is Portuguese. */
  messageIn(language: Language): string {
    if (language === 'pt-BR') return this.message;
    return messageOf(problems[this.code], this.facts, language);
  }
}

/** The message of an error with its facts, both in one language. */
function messageOf({ pt, en }: Problem, facts: ProblemFacts, language: Language): string {
  const message = language === 'pt-BR' ? pt : en;
  if (typeof message === 'string') return message;
  const { reason, roles, ...others } = facts;
  return message({
    ...others,
    reason: typeof reason === 'object' ? reason[language] : reason,
    roles: roles?.map((role) => role[language]),
  });
}
