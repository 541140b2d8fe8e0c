import type { FastifyInstance } from 'fastify';
import { type Html, html, NOTHING } from './html.ts';
import type { Language } from './language.ts';

/** The style of plain public pages; what a page has of its own comes after it. */
export const PUBLIC_STYLE = new URL('./public-page.css', import.meta.url);

/** A page for people without a log-in: payers, and readers who check a receipt. */
export interface PublicPage {
  readonly language: Language;
  readonly title: string;
  /** The path of its style. */
  readonly style: string;
  /** More elements of the head. */
  readonly head?: Html | readonly Html[];
  readonly bodyClass?: string;
  readonly content: Html;
  readonly footer: Html;
}

/** The HTML of a public page. Search engines are asked to leave it out. */
export function publicPage(page: PublicPage): string {
  const { language, title, style, head = NOTHING, bodyClass, content, footer } = page;
  const body = bodyClass === undefined ? html`<body>` : html`<body class="${bodyClass}">`;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${style}">
${head}
</head>
${body}
${content}
${footer}
</body>
</html>
`.markup;
}

/**
 * Adds the headers of public pages to every answer of `app`: no referrer, no search engines, no
 * other type than the declared one, and no cache unless the route allows one.
 */
export function addPublicHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer');
    reply.header('x-robots-tag', 'noindex, nofollow');
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
