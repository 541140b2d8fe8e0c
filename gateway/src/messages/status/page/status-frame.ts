import type { Language } from '#src/ground/http/language.ts';
import { texts as en } from './texts/en.ts';
import { texts as pt, type StatusTexts } from './texts/pt-BR.ts';

/** The texts of the status page in each language. */
export const statusTexts: Readonly<Record<Language, StatusTexts>> = { 'pt-BR': pt, en };

/** Data of every page of the status. */
export interface StatusFrame {
  readonly language: Language;
  /** The platform's name. */
  readonly productName: string;
  readonly supportUrl: string | undefined;
  readonly hasBank: boolean;
}
