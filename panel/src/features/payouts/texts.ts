import { texts as en } from '#panel/texts/en/payouts.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/payouts.ts';

export const texts = inLanguage({ 'pt-BR': pt, en });
