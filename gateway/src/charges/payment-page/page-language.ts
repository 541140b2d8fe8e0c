import type { FastifyRequest } from 'fastify';
import { LANGUAGES, type Language, languageOf } from '#src/ground/http/language.ts';
import { type PageTexts, textsIn } from './page-texts.ts';

/** The language and the texts of a page. Amounts are in Brazilian notation in both languages. */
export interface Wording {
  readonly language: Language;
  readonly texts: PageTexts;
}

/** The language that the address names (`?lang=en`), or that of the browser. */
export function wordingOf(request: FastifyRequest, named: string | undefined): Wording {
  const language = LANGUAGES.find((candidate) => candidate === named) ?? languageOf(request);
  return { language, texts: textsIn[language] };
}
