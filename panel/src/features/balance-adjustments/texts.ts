import { texts as en } from '#panel/texts/en/balance-adjustments.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/balance-adjustments.ts';

export const texts = inLanguage({ 'pt-BR': pt, en });
