import { texts as en } from '#panel/texts/en/mails.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/mails.ts';

export const texts = inLanguage({ 'pt-BR': pt, en });
