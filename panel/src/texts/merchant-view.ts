import { texts as en } from './en/merchant-view.ts';
import { inLanguage } from './language.ts';
import { texts as pt } from './pt-BR/merchant-view.ts';

export const viewTexts = inLanguage({ 'pt-BR': pt, en });
