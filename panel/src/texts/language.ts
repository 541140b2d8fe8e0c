/** The languages of the panel. Portuguese is the default. */
export type Language = 'pt-BR' | 'en';

/**
 * The language of the page. The server chose it, by the cookie of `chooseLanguage` or by the
 * browser's `Accept-Language`, and answered with the page of that language.
 */
export const language: Language =
  globalThis.document?.documentElement.lang === 'en' ? 'en' : 'pt-BR';
