import type { Language } from '../../http/language.ts';
import type { Message, ProblemFacts } from '../problem-facts.ts';

/** A message with its facts, both in one language. */
export function inWords(message: Message, facts: ProblemFacts, language: Language): string {
  if (typeof message === 'string') return message;
  const { reason, roles, ...others } = facts;
  return message({
    ...others,
    reason: typeof reason === 'object' ? reason[language] : reason,
    roles: roles?.map((role) => role[language]),
  });
}
