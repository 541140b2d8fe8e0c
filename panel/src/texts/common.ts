import { texts } from '#texts/common.ts';
import { brand } from './brand.ts';
import { language } from './language.ts';

/** For numbers and dates: English with the day before the month, as everywhere in Brazil. */
export const locale = language === 'en' ? 'en-GB' : language;

/** Texts that several features show. */
export const common = { ...texts, productName: brand.name };

/** A state of anything that the panel shows as a badge. A state without a text doesn't compile. */
export type Status = keyof typeof common.statuses;
