import { type Html, html, NOTHING } from '#src/ground/http/html.ts';
import { type PlacedOperation, schemaOf } from './api-document.ts';
import { codeSamples, LANGUAGES } from './code-samples.ts';
import { fieldTable, parameterTable, prose } from './field-table.ts';
import { exampleOf } from './json-schema.ts';
import { texts } from './reference-texts.ts';
import type { SampleSettings } from './sample-settings.ts';

/** One operation: parameters, body, answers, examples, and a form that sends a request. */
export function operationSection(operation: PlacedOperation, settings: SampleSettings): Html {
  const { id, method, path, summary = '', description = '', parameters = [] } = operation;
  const body = schemaOf(operation.requestBody?.content);
  return html`<article id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${summary}</h2>
<p class="path"><span class="method">${method}</span> <code>${path}</code></p>
${prose(description)}
${parameterTable(parameters)}
${body ? fieldTable(body, texts.body) : NOTHING}
${samples(operation, settings)}
${answers(operation)}
${tryForm(operation)}
</article>`;
}

function samples(operation: PlacedOperation, settings: SampleSettings): Html {
  const texted = codeSamples(operation, settings);
  return html`<div class="samples"><h3>${texts.example}</h3>
${LANGUAGES.map(
  ({ id, label }) => html`<div class="sample" data-language="${id}">
<button type="button" class="copy" data-copy="${texts.copied}" hidden>${texts.copy}</button>
<pre tabindex="0" aria-label="${label}"><code>${texted[id]}</code></pre></div>`,
)}</div>`;
}

function answers({ responses = {} }: PlacedOperation): Html {
  const entries = Object.entries(responses);
  const good = entries.filter(([status]) => Number(status) < 400);
  const bad = entries.filter(([status]) => Number(status) >= 400);
  return html`<h3>${texts.answers}</h3>
${good.map(([status, answer]) => {
  const schema = schemaOf(answer.content);
  return html`<details${status === '304' ? NOTHING : html` class="good"`}>
<summary><b>${status}</b> ${prose(answer.description ?? '')}</summary>
${schema ? fieldTable(schema, `${texts.answer} ${status}`) : NOTHING}
${schema ? json(exampleOf(schema)) : NOTHING}</details>`;
})}
<details><summary><b>4xx, 5xx</b> ${texts.errors}</summary><dl class="errors">
${bad.map(
  ([status, answer]) => html`<dt>${status}</dt><dd>${prose(answer.description ?? '')}</dd>`,
)}</dl></details>`;
}

/** A value as indented JSON. */
export function json(value: unknown): Html {
  const text = JSON.stringify(value, null, 2);
  return html`<pre tabindex="0" aria-label="${texts.example}"><code>${text}</code></pre>`;
}

function tryForm(operation: PlacedOperation): Html {
  const { id, method, path, parameters = [], requestBody } = operation;
  const body = schemaOf(requestBody?.content);
  const text = body === undefined ? '' : JSON.stringify(exampleOf(body, true), null, 2);
  const inputs = parameters.map((parameter) => {
    const name = `${id}-${parameter.name}`;
    return html`<label for="${name}">${parameter.name}</label>
<input id="${name}" data-in="${parameter.in}" data-name="${parameter.name}" autocomplete="off"
 ${parameter.required === true ? 'required' : ''}>`;
  });
  const area = html`<label for="${id}-body">${texts.body}</label>
<textarea id="${id}-body" data-body rows="10" spellcheck="false">${text}</textarea>`;
  return html`<details class="try" hidden><summary>${texts.tryIt}</summary>
<form data-method="${method}" data-path="${path}" data-sending="${texts.sending}"
 data-no-answer="${texts.noAnswer}">
${inputs}${body ? area : NOTHING}
<button type="submit">${texts.send}</button>
<output aria-live="polite"></output></form></details>`;
}
