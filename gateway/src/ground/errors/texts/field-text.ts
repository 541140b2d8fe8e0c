import { fieldTexts as en } from './field-texts-en.ts';
import { type FieldTexts, fieldTexts as pt } from './field-texts-pt.ts';
import type { Text } from './text.ts';

/** A text of the catalogues of fields, in every language: `fieldText(({ day }) => day)`. */
export function fieldText(choose: (texts: FieldTexts) => string): Text {
  return { 'pt-BR': choose(pt), en: choose(en) };
}
