import { texts as en } from '#panel/texts/en/audit.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/audit.ts';
import type { Change } from './change.ts';

/** The subjects of actions: the part of an action's name before the point. */
type Noun = Change['action'] extends `${infer Name}.${string}` ? Name : never;

/** A text for every action and every subject: one without a text doesn't compile. */
interface AuditTexts {
  readonly nouns: Readonly<Record<Noun, string>>;
  readonly actions: Readonly<Record<Change['action'], string>>;
}

export const texts = inLanguage({ 'pt-BR': pt satisfies AuditTexts, en });
