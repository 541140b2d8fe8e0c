import { texts as en } from '#panel/texts/en/transfers.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/transfers.ts';

export const texts = inLanguage({ 'pt-BR': pt, en });
