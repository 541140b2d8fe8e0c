import { type Html, html, NOTHING } from '#src/ground/http/html.ts';
import {
  type ApiDocument,
  errorCodesOf,
  operationsOf,
  type PlacedOperation,
  schemaOf,
} from './api-document.ts';
import { fieldTable, parameterTable, prose, table } from './field-table.ts';
import { exampleOf } from './json-schema.ts';
import { json, operationSection } from './operation-section.ts';
import {
  deliveriesOf,
  ERRORS_PATH,
  eventAnchor,
  type Group,
  groupsOf,
} from './reference-groups.ts';
import {
  pageMarkup,
  type ReferencePage,
  type ReferenceSettings,
  readerSettings,
} from './reference-layout.ts';
import { texts } from './reference-texts.ts';

/** The pages of the API reference: the HTML of each by its path. */
export function referencePages(
  document: ApiDocument,
  settings: ReferenceSettings,
): ReadonlyMap<string, string> {
  const pages: readonly ReferencePage[] = [
    { path: '/docs', main: introduction(document, settings) },
    ...groupsOf(document).map((group) => groupPage(group, settings)),
    webhooksPage(document, settings),
    { path: ERRORS_PATH, label: texts.allErrors, main: errors(operationsOf(document)) },
  ];
  return new Map(pages.map((page) => [page.path, pageMarkup(document, page)]));
}

/**
 * The first page lists everything with the anchors that it had when it was the only page, and its
 * script leads from each to the new place.
 */
function introduction(document: ApiDocument, settings: ReferenceSettings): Html {
  const { info, servers } = document;
  const deliveries = deliveriesOf(document);
  return html`<header><h1>${texts.title}</h1>
<p class="quiet">${info.title} ${texts.version} ${info.version} ·
<a href="/openapi.json">${texts.document}</a></p>
${prose(info.description)}
<p>${texts.address}: ${servers.map(({ url }) => html`<code>${url}</code>`)}</p>
<p>${texts.webhookSecret}: <code>${settings.webhookSecret}</code></p></header>
${groupsOf(document).map(
  ({ label, path, description, operations }) => html`<section>
<h2><a href="${path}">${label}</a></h2>${prose(description)}
<ul class="index">${operations.map(
    (operation) => html`<li id="${operation.id}">
<a href="${path}#${operation.id}">${operation.summary ?? operation.id}</a>
<code>${operation.method} ${operation.path}</code></li>`,
  )}</ul></section>`,
)}
<section><h2><a href="${deliveries.path}">${deliveries.label}</a></h2>
<ul class="index">${Object.entries(document.webhooks).map(
    ([event, { post }]) => html`<li id="${eventAnchor(event)}">
<a href="${deliveries.path}#${eventAnchor(event)}">${post.summary ?? event}</a>
<code>${event}</code></li>`,
  )}</ul></section>
<section><h2 id="erros"><a href="${ERRORS_PATH}#erros">${texts.allErrors}</a></h2></section>`;
}

function groupPage(group: Group, settings: ReferenceSettings): ReferencePage {
  const { label, path, description, operations } = group;
  const main = html`<header><h1>${label}</h1>${prose(description)}</header>
${readerSettings(settings)}
${operations.map((operation) => operationSection(operation, settings))}`;
  return { path, label, main };
}

function webhooksPage(document: ApiDocument, { webhookSecret }: ReferenceSettings): ReferencePage {
  const { path, label, description } = deliveriesOf(document);
  const events = Object.entries(document.webhooks).map(([event, { post }]) => {
    const schema = schemaOf(post.requestBody?.content);
    return html`<article id="${eventAnchor(event)}"><h2>${post.summary ?? event}</h2>
<p class="path"><span class="method">POST</span> <code>${event}</code></p>
${prose(post.description ?? '')}
<details><summary>${texts.parameters}, ${texts.body.toLowerCase()}</summary>
${parameterTable(post.parameters ?? [])}
${schema ? fieldTable(schema, texts.body) : NOTHING}
${schema ? json(exampleOf(schema)) : NOTHING}</details></article>`;
  });
  const main = html`<header><h1>${label}</h1>${prose(description)}
<p>${texts.webhookSecret}: <code>${webhookSecret}</code></p></header>${events}`;
  return { path, label, main };
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
  return html`<header><h1 id="erros">${texts.allErrors}</h1>${prose(texts.allErrorsExplained)}
</header>
${table(
  texts.allErrors,
  [texts.code, texts.status, texts.operations],
  rows.map(({ status, code, by }) => {
    const names = by.map(({ summary = '' }) => summary).join(', ');
    return html`<tr><th scope="row"><a href="/guia/erros/${code}"><code>${code}</code></a></th>
<td>${status}</td>
<td>${by.length === operations.length ? texts.allOperations : names}</td></tr>`;
  }),
)}`;
}
