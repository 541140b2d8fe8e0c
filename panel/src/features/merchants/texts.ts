import { texts as en } from '#panel/texts/en/merchants.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/merchants.ts';

export const texts = inLanguage({ 'pt-BR': pt, en });
