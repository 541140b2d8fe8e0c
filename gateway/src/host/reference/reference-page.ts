import { BRAND_STYLE_PATH } from '#src/ground/brand/brand-style.ts';
import { type Html, html, NOTHING } from '#src/ground/http/html.ts';
import {
  type ApiDocument,
  errorCodesOf,
  operationsOf,
  type PlacedOperation,
  schemaOf,
} from './api-document.ts';
import { LANGUAGES, type SampleSettings } from './code-samples.ts';
import { fieldTable, parameterTable, prose, table } from './field-table.ts';
import { exampleOf } from './json-schema.ts';
import { json, operationSection } from './operation-section.ts';
import { referenceAssets } from './reference-assets.ts';
import { texts } from './reference-texts.ts';

export interface ReferenceSettings extends SampleSettings {
  readonly webhookSecret: string;
}

/** The API reference as one HTML page, readable without scripts. */
export function referencePage(document: ApiDocument, settings: ReferenceSettings): string {
  const operations = operationsOf(document);
  const groups = document.tags
    .map((tag) => ({
      ...tag,
      label: tag['x-displayName'] ?? tag.name,
      own: operations.filter(({ tags }) => tags?.includes(tag.name)),
    }))
    .filter(({ own }) => own.length > 0);
  const { title } = document.info;
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${texts.title} ${title}">
<title>${texts.title} · ${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${referenceAssets.style.path}">
<link rel="stylesheet" href="${BRAND_STYLE_PATH}">
<script type="module" src="${referenceAssets.script.path}"></script>
</head>
<body>
<a class="skip" href="#conteudo">${texts.skip}</a>
<nav aria-label="${texts.contents}">
<p class="brand">${title}</p>
<p><a href="/">${texts.panel}</a> · <a href="/guia">${texts.guide}</a> ·
<a href="/openapi.json">OpenAPI</a></p>
${groups.map(
  ({ label, own }) =>
    html`<h2>${label}</h2><ul>${own.map(
      ({ id, summary = '' }) => html`<li><a href="#${id}">${summary}</a></li>`,
    )}</ul>`,
)}
<h2>${texts.webhooks}</h2><ul>${Object.keys(document.webhooks).map(
    (event) => html`<li><a href="#${anchor(event)}">${event}</a></li>`,
  )}</ul>
<h2>${texts.answers}</h2><ul><li><a href="#erros">${texts.allErrors}</a></li></ul>
</nav>
<main id="conteudo">
${introduction(document, settings)}
${groups.map(
  ({ label, description = '', own }) => html`<section><h2>${label}</h2>${prose(description)}
${own.map((operation) => operationSection(operation, settings))}</section>`,
)}
${webhooks(document)}
${errors(operations)}
</main>
</body>
</html>
`.markup;
}

function introduction({ info, servers }: ApiDocument, settings: ReferenceSettings): Html {
  return html`<header><h1>${texts.title}</h1>
<p class="quiet">${info.title} ${texts.version} ${info.version} ·
<a href="/openapi.json">${texts.document}</a></p>
${prose(info.description)}
<p>${texts.address}: ${servers.map(({ url }) => html`<code>${url}</code>`)}</p></header>
<section aria-labelledby="chaves"><h2 id="chaves">${texts.keys}</h2>
<p>${texts.keysExplained}</p>
<div class="keys"><label for="client-id">client-id</label>
<input id="client-id" value="${settings.clientId}" autocomplete="off" spellcheck="false">
<label for="client-secret">client-secret</label>
<input id="client-secret" value="${settings.clientSecret}" autocomplete="off" spellcheck="false">
<label for="charge-id">${texts.chargeId}</label>
<input id="charge-id" autocomplete="off" spellcheck="false" aria-describedby="charge-id-help">
</div>
<p id="charge-id-help" class="quiet">${texts.chargeIdExplained}</p>
<p>${texts.webhookSecret}: <code>${settings.webhookSecret}</code></p>
<fieldset class="languages"><legend>${texts.language}</legend>${LANGUAGES.map(
    ({ id, label }, index) => html`<input type="radio" name="language" id="language-${id}"
 ${index === 0 ? 'checked' : ''}><label for="language-${id}">${label}</label>`,
  )}</fieldset></section>`;
}

function webhooks(document: ApiDocument): Html {
  const events = Object.entries(document.webhooks).map(([event, { post }]) => {
    const schema = schemaOf(post.requestBody?.content);
    return html`<article id="${anchor(event)}"><h3>${post.summary ?? event}</h3>
<p class="path"><span class="method">POST</span> <code>${event}</code></p>
${prose(post.description ?? '')}
<details><summary>${texts.parameters}, ${texts.body.toLowerCase()}</summary>
${parameterTable(post.parameters ?? [])}
${schema ? fieldTable(schema, texts.body) : NOTHING}
${schema ? json(exampleOf(schema)) : NOTHING}</details></article>`;
  });
  const about = document.tags.find(({ name }) => name === 'WebhookDeliveries')?.description ?? '';
  return html`<section><h2>${texts.webhooks}</h2>${prose(about)}${events}</section>`;
}

function anchor(event: string): string {
  return `webhook-${event.replaceAll('.', '-')}`;
}

/** Every error code, with its status and the operations that answer it. */
function errors(operations: readonly PlacedOperation[]): Html {
  const byCode = new Map<string, { status: string; code: string; by: PlacedOperation[] }>();
  for (const operation of operations) {
    for (const [status, answer] of Object.entries(operation.responses ?? {})) {
      for (const code of errorCodesOf(answer)) {
        const entry = byCode.get(`${status} ${code}`) ?? { status, code, by: [] };
        byCode.set(`${status} ${code}`, { ...entry, by: [...entry.by, operation] });
      }
    }
  }
  const rows = [...byCode.values()].sort((left, right) => (left.status < right.status ? -1 : 1));
  return html`<section id="erros"><h2>${texts.allErrors}</h2>${prose(texts.allErrorsExplained)}
${table(
  texts.allErrors,
  [texts.code, texts.status, texts.operations],
  rows.map(({ status, code, by }) => {
    const names = by.map(({ summary = '' }) => summary).join(', ');
    return html`<tr><th scope="row"><code>${code}</code></th><td>${status}</td>
<td>${by.length === operations.length ? texts.allOperations : names}</td></tr>`;
  }),
)}</section>`;
}
