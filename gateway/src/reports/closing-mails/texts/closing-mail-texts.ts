import type { Language } from '#src/ground/http/language.ts';
import { en } from './en.ts';
import { type ClosingMailTexts, pt } from './pt-BR.ts';

/** The texts of mails with closings, in each language. */
export const closingMailTexts: Readonly<Record<Language, ClosingMailTexts>> = { 'pt-BR': pt, en };
