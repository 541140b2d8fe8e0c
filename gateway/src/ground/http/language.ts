import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';

/** The languages of texts for people. Portuguese is the default and has every text. */
export type Language = 'pt-BR' | 'en';

export const LANGUAGES: readonly Language[] = ['pt-BR', 'en'];

/** The headers that decide the language of an answer, for its `Vary`. */
export const LANGUAGE_HEADERS = 'accept-language, cookie';

// The panel stores a person's choice here; it is no secret, so its script may write it.
const CHOSEN = /(?:^|;\s*)language=(pt-BR|en)\s*(?:;|$)/;
// Portuguese of other countries also gets ours.
const ACCEPTED = ['pt-BR', 'pt', 'en'];
const ENGLISH = 'en';

/**
 * The language of an answer: the one that the person chose in the panel (cookie `language`), else
 * the best of `Accept-Language` (RFC 9110, with q values), else Portuguese.
 */
export function languageOf({ headers }: { headers: IncomingHttpHeaders }): Language {
  const chosen = headers.cookie === undefined ? undefined : CHOSEN.exec(headers.cookie)?.[1];
  if (chosen !== undefined) return chosen === ENGLISH ? 'en' : 'pt-BR';
  if (headers['accept-language'] === undefined) return 'pt-BR';
  return new Negotiator({ headers }).language(ACCEPTED) === ENGLISH ? 'en' : 'pt-BR';
}
