import { texts as en } from '#panel/texts/en/live.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/live.ts';

export const texts = inLanguage({ 'pt-BR': pt, en });
