import { BRAND_STYLE_PATH } from '#src/ground/brand/brand-style.ts';
import { type Html, html, NOTHING } from '#src/ground/http/html.ts';
import type { ApiDocument } from './api-document.ts';
import { LANGUAGES } from './code-samples.ts';
import { referenceAssets } from './reference-assets.ts';
import { deliveriesOf, ERRORS_PATH, eventAnchor, groupsOf } from './reference-groups.ts';
import { texts } from './reference-texts.ts';
import type { SampleSettings } from './sample-settings.ts';

export interface ReferenceSettings extends SampleSettings {
  readonly webhookSecret: string;
}

/** A page of the reference. */
export interface ReferencePage {
  readonly path: string;
  /** Undefined for the first page. */
  readonly label?: string;
  readonly main: Html;
}

/** The HTML of a page, readable without scripts. */
export function pageMarkup(document: ApiDocument, { path, label, main }: ReferencePage): string {
  const { title } = document.info;
  const name = label === undefined ? texts.title : `${label} · ${texts.title}`;
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${name} ${title}">
<title>${name} · ${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${referenceAssets.style.path}">
<link rel="stylesheet" href="${BRAND_STYLE_PATH}">
<script type="module" src="${referenceAssets.script.path}"></script>
</head>
<body>
<a class="skip" href="#conteudo">${texts.skip}</a>
<nav aria-label="${texts.contents}">
<p class="brand"><a href="/docs">${title}</a></p>
<p><a href="/">${texts.panel}</a> · <a href="/guia">${texts.guide}</a> ·
<a href="/openapi.json">OpenAPI</a></p>
<search class="search" hidden><label for="busca">${texts.search}</label>
<input id="busca" type="search" autocomplete="off" spellcheck="false">
<div class="results" hidden><p role="status" data-none="${texts.nothingFound}"
 data-some="${texts.results}"></p><ul></ul></div></search>
<ul class="groups">${menu(document, path)}</ul>
</nav>
<main id="conteudo">
${main}
</main>
</body>
</html>
`.markup;
}

/** The pages, with the contents of the current one. */
function menu(document: ApiDocument, current: string): readonly Html[] {
  const entry = (path: string, label: string, inner: Html | readonly Html[]): Html => {
    const isHere = path === current;
    const here = isHere ? { markup: ' aria-current="page"' } : NOTHING;
    return html`<li><a href="${path}"${here}>${label}</a>${
      isHere && inner !== NOTHING ? html`<ul>${inner}</ul>` : NOTHING
    }</li>`;
  };
  const deliveries = deliveriesOf(document);
  return [
    ...groupsOf(document).map(({ path, label, operations }) =>
      entry(
        path,
        label,
        operations.map(({ id, summary = '' }) => html`<li><a href="#${id}">${summary}</a></li>`),
      ),
    ),
    entry(
      deliveries.path,
      deliveries.label,
      Object.keys(document.webhooks).map(
        (event) => html`<li><a href="#${eventAnchor(event)}">${event}</a></li>`,
      ),
    ),
    entry(ERRORS_PATH, texts.allErrors, NOTHING),
  ];
}

/** The reader's keys and language, which the examples of a page show. */
export function readerSettings(settings: ReferenceSettings): Html {
  return html`<section aria-labelledby="chaves"><h2 id="chaves">${texts.keys}</h2>
<p>${texts.keysExplained}</p>
<div class="keys"><label for="client-id">client-id</label>
<input id="client-id" value="${settings.clientId}" autocomplete="off" spellcheck="false">
<label for="client-secret">client-secret</label>
<input id="client-secret" value="${settings.clientSecret}" autocomplete="off" spellcheck="false">
<label for="charge-id">${texts.chargeId}</label>
<input id="charge-id" autocomplete="off" spellcheck="false" aria-describedby="charge-id-help">
</div>
<p id="charge-id-help" class="quiet">${texts.chargeIdExplained}</p>
<fieldset class="languages"><legend>${texts.language}</legend>${LANGUAGES.map(
    ({ id, label }, index) => html`<input type="radio" name="language" id="language-${id}"
 ${index === 0 ? 'checked' : ''}><label for="language-${id}">${label}</label>`,
  )}</fieldset>
<p class="quiet">${texts.sdks}
<a href="/guia/sdks#instalar">${texts.installSdks}</a></p></section>`;
}
