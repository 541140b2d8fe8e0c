import { texts as en } from '#panel/texts/en/payment-page.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/payment-page.ts';

export const texts = inLanguage({ 'pt-BR': pt, en });
