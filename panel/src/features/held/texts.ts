import { texts as en } from '#panel/texts/en/held.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/held.ts';

export const texts = inLanguage({ 'pt-BR': pt, en });
