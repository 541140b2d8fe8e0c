import { texts as en } from '#panel/texts/en/notices.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/notices.ts';

/** The texts of the bell. */
export const texts = inLanguage({ 'pt-BR': pt, en });
