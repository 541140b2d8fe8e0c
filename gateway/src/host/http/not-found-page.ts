import { pageAssets } from '#src/charges/payment-page/page-assets.ts';
import { BRAND_STYLE_PATH } from '#src/ground/brand/brand-style.ts';
import { html } from '#src/ground/http/html.ts';
import type { Language } from '#src/ground/http/language.ts';
import { publicPage } from '#src/ground/http/public-page.ts';

const pt = {
  title: 'Página não encontrada',
  explained: 'Confira o endereço: ele pode estar incompleto.',
  panel: 'Ir para o painel',
  guide: 'Guia',
  reference: 'Referência da API',
};

const en: typeof pt = {
  title: 'Page not found',
  explained: 'Check the address: it may be incomplete.',
  panel: 'Go to the panel',
  guide: 'Guide',
  reference: 'API reference',
};

const TEXTS: Readonly<Record<Language, typeof pt>> = { 'pt-BR': pt, en };

export const NOT_FOUND_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

/** The page for an address that the gateway doesn't have. */
export function notFoundPage(language: Language, productName: string): string {
  const texts = TEXTS[language];
  return publicPage({
    language,
    title: `${texts.title} · ${productName}`,
    style: pageAssets.style.path,
    bodyClass: 'alone',
    head: html`<link rel="stylesheet" href="${BRAND_STYLE_PATH}">`,
    content: html`<main class="card over"><h1>${texts.title}</h1>
<p>${texts.explained}</p>
<a class="button" href="/">${texts.panel}</a></main>`,
    footer: html`<footer><p>${productName} · <a href="/guia">${texts.guide}</a> ·
<a href="/docs">${texts.reference}</a></p></footer>`,
  });
}
