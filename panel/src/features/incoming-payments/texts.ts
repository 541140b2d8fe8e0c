import { texts as en } from '#panel/texts/en/incoming-payments.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/incoming-payments.ts';

export const texts = inLanguage({ 'pt-BR': pt, en });
