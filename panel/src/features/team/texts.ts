import { texts as en } from '#panel/texts/en/team.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/team.ts';

export const texts = inLanguage({ 'pt-BR': pt, en });
