import { texts as en } from '#panel/texts/en/overview.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/overview.ts';

export const texts = inLanguage({ 'pt-BR': pt, en });
