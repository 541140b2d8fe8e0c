import { texts as en } from '#panel/texts/en/revenue.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/revenue.ts';

export const texts = inLanguage({ 'pt-BR': pt, en });
