import { texts as en } from '#panel/texts/en/health.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/health.ts';
import type { Health } from './health-types.ts';

type Cause = Health['alerts'][number]['cause'];

/** A text for every cause: one without a text doesn't compile. */
interface HealthTexts {
  readonly alertCauses: Readonly<Record<Cause, string>>;
}

export const texts = inLanguage({ 'pt-BR': pt satisfies HealthTexts, en });
