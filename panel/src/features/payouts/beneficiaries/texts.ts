import { texts as en } from '#panel/texts/en/payout-beneficiaries.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/payout-beneficiaries.ts';

export const texts = inLanguage({ 'pt-BR': pt, en });
