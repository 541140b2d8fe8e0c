import { type Html, html, NOTHING } from '#src/ground/http/html.ts';
import type { Parameter } from './api-document.ts';
import { fieldsOf, type JsonSchema, limitsOf, typeLabel, valuesOf } from './json-schema.ts';
import { texts } from './reference-texts.ts';

const DEPTH_MAX = 6;

/** A table with a row for each field of a schema; nested fields have dotted names. */
export function fieldTable(schema: JsonSchema, caption: string): Html {
  const rows = fieldRows(schema, '', 0);
  if (rows.length === 0) return NOTHING;
  return table(caption, [texts.field, texts.type, texts.meaning], rows);
}

/** A table that can be scrolled with the keyboard on a narrow screen. */
export function table(caption: string, heads: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

function necessity(isRequired: boolean): Html {
  return html`<small>${isRequired ? texts.required : texts.optional}</small>`;
}

function fieldRows(schema: JsonSchema, prefix: string, depth: number): readonly Html[] {
  if (depth > DEPTH_MAX) return [];
  return fieldsOf(schema).flatMap(([name, field, isRequired]) => {
    const path = `${prefix}${name}`;
    const inner = field.items ? `${path}[].` : `${path}.`;
    return [
      html`<tr><th scope="row"><code>${path}</code></th>
<td>${typeLabel(field)}${necessity(isRequired)}</td><td>${meaningOf(field)}</td></tr>`,
      ...fieldRows(field, inner, depth + 1),
    ];
  });
}

/** A table with a row for each path, query and header parameter of an operation. */
export function parameterTable(parameters: readonly Parameter[]): Html {
  if (parameters.length === 0) return NOTHING;
  return table(
    texts.parameters,
    [texts.field, texts.place, texts.meaning],
    parameters.map((parameter) => {
      const { schema, description = schema?.description ?? '' } = parameter;
      return html`<tr><th scope="row"><code>${parameter.name}</code></th>
<td>${texts.places[parameter.in] ?? parameter.in}${necessity(parameter.required === true)}</td>
<td>${meaningOf({ ...schema, description })}</td></tr>`;
    }),
  );
}

function meaningOf(schema: JsonSchema): Html {
  const values = valuesOf(schema).filter((value) => value !== 'null');
  const limits = limitsOf(schema).join(', ');
  const list = html`<p>${texts.values} ${values.map((value) => html`<code>${value}</code> `)}</p>`;
  return html`${prose(schema.description ?? '')}
${values.length > 0 ? list : NOTHING}
${limits === '' ? NOTHING : html`<small>${limits}</small>`}`;
}

/** Paragraphs of a description; text between backticks is code. */
export function prose(text: string): readonly Html[] {
  return text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

function inline(text: string): readonly Html[] {
  return text
    .split('`')
    .map((part, index) => (index % 2 ? html`<code>${part}</code>` : html`${part}`));
}
