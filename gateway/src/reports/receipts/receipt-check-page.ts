import { BRAND_STYLE_PATH } from '#src/ground/brand/brand-style.ts';
import { readPageAsset } from '#src/ground/http/fixed-content.ts';
import { type Html, html, NOTHING } from '#src/ground/http/html.ts';
import type { Language } from '#src/ground/http/language.ts';
import { PUBLIC_STYLE, publicPage } from '#src/ground/http/public-page.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import type { Receipt } from './receipt.ts';
import { factGroups, timeOfReceipt } from './receipt-facts.ts';
import { type ReceiptTexts, textsIn } from './receipt-texts.ts';

/** The page's style sheet, served without a build. */
export const checkPageStyle = readPageAsset(
  new URL('./browser/', import.meta.url),
  'receipt-check.css',
  '/comprovante/assets',
  PUBLIC_STYLE,
);

/** Data of all pages of the verification. */
export interface CheckPageFrame {
  readonly language: Language;
  /** The platform's name. */
  readonly productName: string;
}

/** The page with the form for a code. */
export function codeFormPage(frame: CheckPageFrame): string {
  const texts = textsIn[frame.language];
  const { checkTitle: title, checkExplained } = texts;
  return documentOf(frame, title, html`<h1>${title}</h1><p>${checkExplained}</p>${form(texts)}`);
}

/** The page for a valid code: the masked facts of the receipt. */
export function validCodePage(frame: CheckPageFrame, receipt: Receipt): string {
  const { language } = frame;
  const texts = textsIn[language];
  const groups = factGroups(receipt, 'payer', language).map(
    ({ heading, facts }) => html`<h2>${heading}</h2><dl>${facts.map(factRow)}</dl>`,
  );
  const content = html`${receipt.environment === 'test' ? testMark(texts) : NOTHING}
<h1 class="fits">${texts.fits}</h1><p>${texts.fitsExplained}</p>
<h2>${texts.titles[receipt.kind]}</h2>
<dl>${[
    factRow([texts.amount, brazilianMoney(receipt.amount)]),
    factRow([texts.at, timeOfReceipt(receipt, language)]),
  ]}</dl>${groups}`;
  return documentOf(frame, texts.fits, content);
}

/** The page for an invalid code, which stays in its field: it may have one wrong letter. */
export function invalidCodePage(frame: CheckPageFrame, code: string): string {
  const texts = textsIn[frame.language];
  const content = html`<h1 class="fits-not">${texts.fitsNot}</h1>
<p>${texts.fitsNotExplained}</p>${form(texts, code)}`;
  return documentOf(frame, texts.fitsNot, content);
}

/** A notice instead of an answer, such as too many attempts. */
export function checkNoticePage(frame: CheckPageFrame, title: string, explained: string): string {
  return documentOf(frame, title, html`<h1>${title}</h1><p>${explained}</p>`);
}

function testMark({ test, testExplained }: ReceiptTexts): Html {
  return html`<p class="test"><strong>${test}</strong> ${testExplained}</p>`;
}

function form(texts: ReceiptTexts, code = ''): Html {
  return html`<form action="/comprovante" method="get">
<label for="codigo">${texts.authentication}</label>
<input id="codigo" name="codigo" value="${code}" required maxlength="140" autocomplete="off"
  spellcheck="false" autocapitalize="characters">
<button type="submit">${texts.checkButton}</button></form>`;
}

function factRow([label, text]: readonly [string, string]): Html {
  return html`<div><dt>${label}</dt><dd>${text}</dd></div>`;
}

function documentOf(
  { language, productName }: CheckPageFrame,
  title: string,
  content: Html,
): string {
  return publicPage({
    language,
    title: `${title} · ${productName}`,
    style: checkPageStyle.path,
    head: html`<link rel="stylesheet" href="${BRAND_STYLE_PATH}">`,
    content: html`<main>${content}</main>`,
    footer: html`<footer>${productName}</footer>`,
  });
}
