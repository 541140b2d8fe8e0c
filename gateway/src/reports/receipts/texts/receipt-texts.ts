import type { Language } from '#src/ground/http/language.ts';
import { texts as en } from './en.ts';
import { texts as pt, type ReceiptTexts } from './pt-BR.ts';

/** The texts of receipts, and of the page that verifies them, in each language. */
export const textsIn: Readonly<Record<Language, ReceiptTexts>> = { 'pt-BR': pt, en };
