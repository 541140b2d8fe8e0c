import { texts as en } from './en/menu.ts';
import { inLanguage } from './language.ts';
import { texts as pt } from './pt-BR/menu.ts';

/** The names of the pages in both menus. */
export const menu = inLanguage({ 'pt-BR': pt, en });
