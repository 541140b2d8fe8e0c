import { brazilianMoney } from '#src/money/brazilian-money.ts';
import { BRAND_STYLE_PATH } from '#src/platform/brand/brand-style.ts';
import { readPageAsset } from '#src/platform/http/fixed-content.ts';
import { type Html, html, NOTHING } from '#src/platform/http/html.ts';
import { publicPage } from '#src/platform/http/public-page.ts';
import type { Receipt } from './receipt.ts';
import { factGroups, timeOfReceipt } from './receipt-facts.ts';
import { texts } from './receipt-texts.ts';

/** The style of the page, served without a build. */
export const checkPageStyle = readPageAsset(
  new URL('./browser/', import.meta.url),
  'receipt-check.css',
  '/comprovante/assets',
);

/** The page on which a code is typed. */
export function askPage(productName: string): string {
  const content = html`<h1>${texts.checkTitle}</h1><p>${texts.checkExplained}</p>${form}`;
  return documentOf(texts.checkTitle, productName, content);
}

/** The page for a code that fits: the masked facts. */
export function fitsPage(productName: string, receipt: Receipt): string {
  const groups = factGroups(receipt, 'payer').map(
    ({ heading, facts }) => html`<h2>${heading}</h2><dl>${facts.map(factRow)}</dl>`,
  );
  const content = html`${receipt.environment === 'test' ? testMark : NOTHING}
<h1 class="fits">${texts.fits}</h1><p>${texts.fitsExplained}</p>
<h2>${texts.titles[receipt.kind]}</h2>
<dl>${[
    factRow([texts.amount, brazilianMoney(receipt.amount)]),
    factRow([texts.at, timeOfReceipt(receipt)]),
  ]}</dl>${groups}`;
  return documentOf(texts.fits, productName, content);
}

/** The page for a code that doesn't fit. */
export function fitsNotPage(productName: string): string {
  const content = html`<h1 class="fits-not">${texts.fitsNot}</h1>
<p>${texts.fitsNotExplained}</p>${form}`;
  return documentOf(texts.fitsNot, productName, content);
}

/** A notice instead of an answer, such as too many attempts. */
export function checkNoticePage(productName: string, title: string, explained: string): string {
  return documentOf(title, productName, html`<h1>${title}</h1><p>${explained}</p>`);
}

const testMark = html`<p class="test"><strong>${texts.test}</strong> ${texts.testExplained}</p>`;

const form = html`<form action="/comprovante" method="get">
<label for="codigo">${texts.authentication}</label>
<input id="codigo" name="codigo" required maxlength="140" autocomplete="off" spellcheck="false"
  autocapitalize="characters">
<button type="submit">${texts.checkButton}</button></form>`;

function factRow([label, text]: readonly [string, string]): Html {
  return html`<div><dt>${label}</dt><dd>${text}</dd></div>`;
}

function documentOf(title: string, productName: string, content: Html): string {
  return publicPage({
    language: 'pt-BR',
    title: `${title} · ${productName}`,
    style: checkPageStyle.path,
    head: html`<link rel="stylesheet" href="${BRAND_STYLE_PATH}">`,
    content: html`<main>${content}</main>`,
    footer: html`<footer>${productName}</footer>`,
  });
}
