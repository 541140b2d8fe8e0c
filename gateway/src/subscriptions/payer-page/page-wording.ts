import type { FastifyRequest } from 'fastify';
import { type Wording, wordingOf } from '#src/charges/payment-page/page-language.ts';
import { type SubscriptionTexts, textsIn } from './page-texts.ts';

/** The language of the page, its texts, and those that it shares with the payment page. */
export interface PageWording extends Wording {
  readonly own: SubscriptionTexts;
}

/** The language that the address names (`?lang=en`), or that of the browser. */
export function pageWordingOf(request: FastifyRequest): PageWording {
  const wording = wordingOf(request, (request.query as { lang?: string }).lang);
  return { ...wording, own: textsIn[wording.language] };
}
