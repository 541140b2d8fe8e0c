import { texts as en } from '#panel/texts/en/operator-proposals.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/operator-proposals.ts';

export const texts = inLanguage({ 'pt-BR': pt, en });
