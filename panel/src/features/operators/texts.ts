import { texts as en } from '#panel/texts/en/operators.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/operators.ts';

export const texts = inLanguage({ 'pt-BR': pt, en });
