import type { Language } from '../http/language.ts';
import { chargeBatchProblems } from './charge-batch-problems.ts';
import { chargeProblems } from './charge-problems.ts';
import { closingProblems } from './closing-problems.ts';
import { customerProblems } from './customer-problems.ts';
import { dueProblems } from './due-problems.ts';
import { linkProblems } from './link-problems.ts';
import { operatorProblems } from './operator-problems.ts';
import { panelProblems } from './panel-problems.ts';
import { payoutProblems } from './payout-problems.ts';
import type { Problem, ProblemFacts } from './problem.ts';
import { requestProblems } from './request-problems.ts';
import { standardProblems } from './standard-problems.ts';
import { subscriptionProblems } from './subscription-problems.ts';
import { testClockProblems } from './test-clock-problems.ts';
import { webhookProblems } from './webhook-problems.ts';

export type { LimitOfField, ProblemFacts, ProblemField } from './problem.ts';

/**
 * Every refusal the gateway knows, by its stable code. A code is a promise to integrators: new
 * codes may come, but no code is renamed.
 */
export const problems = {
  ...requestProblems,
  ...chargeProblems,
  ...chargeBatchProblems,
  ...dueProblems,
  ...payoutProblems,
  ...closingProblems,
  ...customerProblems,
  ...linkProblems,
  ...subscriptionProblems,
  ...webhookProblems,
  ...standardProblems,
  ...testClockProblems,
  ...panelProblems,
  ...operatorProblems,
};

export type ProblemCode = keyof typeof problems;

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

  /** What it says to people, in their language; `message` is Portuguese. */
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
