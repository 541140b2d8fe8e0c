import type { Language } from '#src/ground/http/language.ts';
import { texts as en } from './en.ts';
import { type PageTexts, texts as pt } from './pt-BR.ts';

/** The texts of the payment page in each language. */
export const textsIn: Readonly<Record<Language, PageTexts>> = { 'pt-BR': pt, en };
