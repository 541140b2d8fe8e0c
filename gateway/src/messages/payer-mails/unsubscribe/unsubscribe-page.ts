import { BRAND_STYLE_PATH } from '#src/ground/brand/brand-style.ts';
import { readPageAsset } from '#src/ground/http/fixed-content.ts';
import { type Html, html, NOTHING } from '#src/ground/http/html.ts';
import type { Language } from '#src/ground/http/language.ts';
import { PUBLIC_STYLE, publicPage } from '#src/ground/http/public-page.ts';
import { type UnsubscribeState, unsubscribeTexts } from './unsubscribe-texts.ts';

/** The page's style sheet, served without a build. */
export const unsubscribeStyle = readPageAsset(
  new URL('./', PUBLIC_STYLE),
  'public-page.css',
  '/emails/assets',
);

export interface UnsubscribeFrame {
  readonly language: Language;
  readonly productName: string;
}

/** The page of the link in mails to payers. It names the merchant, and nothing of the payer. */
export function unsubscribePage(
  frame: UnsubscribeFrame,
  state: UnsubscribeState,
  merchantName = '',
): string {
  const { language, productName } = frame;
  const texts = unsubscribeTexts[language];
  const { title, text } = texts[state](merchantName);
  const button: Html =
    state === 'ask'
      ? html`<form method="post"><button type="submit">${texts.button}</button></form>`
      : NOTHING;
  return publicPage({
    language,
    title: `${title} · ${productName}`,
    style: unsubscribeStyle.path,
    head: html`<link rel="stylesheet" href="${BRAND_STYLE_PATH}">`,
    content: html`<main><h1>${title}</h1><p>${text}</p>${button}</main>`,
    footer: html`<footer>${productName}</footer>`,
  });
}
