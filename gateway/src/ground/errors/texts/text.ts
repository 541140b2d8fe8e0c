import type { Language } from '../../http/language.ts';

/** A text for people, in every language. */
export type Text = Readonly<Record<Language, string>>;
