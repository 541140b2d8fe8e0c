import { texts as en } from '#panel/texts/en/refunds.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/refunds.ts';

export const texts = inLanguage({ 'pt-BR': pt, en });
