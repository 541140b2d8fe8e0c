import { texts as en } from '#panel/texts/en/audit-details.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/audit-details.ts';

export const detailTexts = inLanguage({ 'pt-BR': pt, en });
