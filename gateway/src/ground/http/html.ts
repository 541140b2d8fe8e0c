/** Text that is HTML already, made by `html` and nothing else. */
export interface Html {
  readonly markup: string;
}

type Value = string | number | Html | readonly Html[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template whose values are escaped, for text and for attributes in quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  const markup = parts.reduce((text, part, index) => {
    const value = values[index - 1];
    return `${text}${value === undefined ? '' : markupOf(value)}${part}`;
  });
  return { markup };
}

export const NOTHING: Html = { markup: '' };

function markupOf(value: Value): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string')
    return value.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
  if ('markup' in value) return value.markup;
  return value.map((part) => part.markup).join('');
}
