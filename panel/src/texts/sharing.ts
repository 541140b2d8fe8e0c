import { texts as en } from './en/sharing.ts';
import { inLanguage } from './language.ts';
import { texts as pt } from './pt-BR/sharing.ts';

/** The texts of the buttons that share a link, and of what they send. */
export const sharing = inLanguage({ 'pt-BR': pt, en });
