import { texts as en } from '#panel/texts/en/order-resolutions.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/order-resolutions.ts';

export const texts = inLanguage({ 'pt-BR': pt, en });
