import type { FastifyRequest } from 'fastify';
import { type Wording, wordingOf } from '#src/charges/payment-page/page-language.ts';
import type { Language } from '#src/ground/http/language.ts';
import { texts as en } from './texts/en.ts';
import { texts as pt, type SubscriptionTexts } from './texts/pt-BR.ts';

const textsIn: Readonly<Record<Language, SubscriptionTexts>> = { 'pt-BR': pt, en };

/** The language of the page, its texts, and those that it shares with the payment page. */
export interface PageWording extends Wording {
  readonly own: SubscriptionTexts;
}

/** The language that the address names (`?lang=en`), or that of the browser. */
export function pageWordingOf(request: FastifyRequest): PageWording {
  const wording = wordingOf(request, (request.query as { lang?: string }).lang);
  return { ...wording, own: textsIn[wording.language] };
}
