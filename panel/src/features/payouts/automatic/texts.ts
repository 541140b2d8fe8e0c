import { texts as en } from '#panel/texts/en/automatic-payout.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/automatic-payout.ts';

export const texts = inLanguage({ 'pt-BR': pt, en });
