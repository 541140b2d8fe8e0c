import { texts as en } from '#panel/texts/en/merchant-notes.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/merchant-notes.ts';

export const noteTexts = inLanguage({ 'pt-BR': pt, en });
