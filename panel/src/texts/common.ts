import { brand } from './brand.ts';
import { texts as en } from './en/common.ts';
import { inLanguage, language } from './language.ts';
import { texts as pt } from './pt-BR/common.ts';

/** For numbers and dates: English with the day before the month, as everywhere in Brazil. */
export const locale = language === 'en' ? 'en-GB' : language;

/** Texts that several features show. A feature's own texts are in its `texts.ts`. */
export const common = { ...inLanguage({ 'pt-BR': pt, en }), productName: brand.name };

/** A state of anything that the panel shows as a badge. A state without a text doesn't compile. */
export type Status = keyof typeof common.statuses;
