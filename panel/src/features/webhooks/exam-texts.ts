import { texts as en } from '#panel/texts/en/webhook-exams.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/webhook-exams.ts';

export const examTexts = inLanguage({ 'pt-BR': pt, en });
