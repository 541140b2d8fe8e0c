import { texts as en } from '#panel/texts/en/payment-links.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/payment-links.ts';

export const texts = inLanguage({ 'pt-BR': pt, en });
