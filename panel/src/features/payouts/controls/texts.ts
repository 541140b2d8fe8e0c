import { texts as en } from '#panel/texts/en/payout-controls.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/payout-controls.ts';

export const texts = inLanguage({ 'pt-BR': pt, en });
