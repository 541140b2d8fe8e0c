import { texts as en } from '#panel/texts/en/webhooks.ts';
import { inLanguage } from '#panel/texts/language.ts';
import { texts as pt } from '#panel/texts/pt-BR/webhooks.ts';
import type { EventName } from './event-kinds.ts';

/** A text for every event: one without a text doesn't compile. */
interface WebhookTexts {
  readonly eventNames: Readonly<Record<EventName, string>>;
}

export const texts = inLanguage({ 'pt-BR': pt satisfies WebhookTexts, en });
