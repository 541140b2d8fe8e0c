import { pascal, referredName } from './named-schemas.ts';
import type { Schema } from './openapi.ts';
import { wrap } from './resources/layout.ts';

const COLUMNS = 100;
/** Parts of names that Go writes in capital letters. */
const INITIALISMS: Readonly<Record<string, string>> = {
  Id: 'ID',
  Ids: 'IDs',
  Url: 'URL',
  Qr: 'QR',
};
/** Types with the data of each kind of event; in Go `WebhookEvent` has it as JSON. */
const OF_EVENT = /Event$/;

/** `internal_id` as `InternalID`. */
export function goName(name: string): string {
  return pascal(name).replaceAll(/[A-Z][a-z0-9]*/g, (part) => INITIALISMS[part] ?? part);
}

/** A comment of Go with its line breaks; '' when it would be empty. */
export function goComment(text: string | undefined, indent = ''): string {
  if (!text) return '';
  return wrap(text, COLUMNS - indent.length - 3)
    .map((line) => `${indent}// ${line}\n`)
    .join('');
}

/** Go types of the schemas: a struct for each object, and one for alternatives of objects. */
export function renderGo(schemas: Readonly<Record<string, Schema>>): string {
  return Object.entries(schemas)
    .filter(([name]) => !OF_EVENT.test(name))
    .map(([name, schema]) =>
      schema.properties ? renderStruct(name, schema) : renderUnion(name, schema, schemas),
    )
    .join('\n');
}

/** A list of texts as constants, whose values are aligned as gofmt does it. */
export function renderGoNames(prefix: string, doc: string, values: readonly string[]): string {
  const names = values.map((value) => prefix + goName(value));
  const width = Math.max(...names.map((name) => name.length));
  const lines = values.map(
    (value, index) => `\t${String(names[index]).padEnd(width)} = "${value}"\n`,
  );
  return `${goComment(doc)}const (\n${lines.join('')})\n`;
}

function renderStruct(type: string, { description, properties = {}, required = [] }: Schema) {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const { goType, option } = fieldOf(type, schema, required.includes(name));
    const words = schema.description ?? schema.anyOf?.find((one) => one.description)?.description;
    return `${goComment(words, '\t')}\t${goName(name)} ${goType} \`json:"${name}${option}"\`\n`;
  });
  return `${docOf(type, description)}type ${type} struct {\n${fields.join('\n')}}\n`;
}

/**
 * The type of a field, and what its tag says of a missing value. Texts and filters are missing when
 * they are empty. A change has fields that null removes.
 */
function fieldOf(type: string, schema: Schema, isRequired: boolean) {
  const { isNullable, value } = plainOf(schema);
  if (isRequired) {
    // The gateway's refusal of a missing text says more than that of an empty one.
    const option = value === 'string' && type.startsWith('New') ? ',omitempty' : '';
    return { goType: isNullable ? pointerTo(value) : value, option };
  }
  if (isNullable && type.endsWith('Change')) {
    return { goType: `Nullable[${value}]`, option: ',omitzero' };
  }
  const isEmptyMissing = value === 'string' || (type.endsWith('Filters') && value === 'int64');
  return { goType: isEmptyMissing ? value : pointerTo(value), option: ',omitempty' };
}

/** The type of what isn't null; several alternatives stay JSON. */
function plainOf(schema: Schema) {
  const all = schema.anyOf ?? [schema];
  const others = all.filter(({ type }) => type !== 'null');
  const [only = {}] = others;
  const value = others.length === 1 ? typeOf(only) : 'json.RawMessage';
  return { isNullable: others.length < all.length, value };
}

/** Lists, maps and JSON have a nil of their own. */
function pointerTo(type: string): string {
  return /^(\[\]|map\[|json\.)/.test(type) ? type : `*${type}`;
}

function typeOf(schema: Schema): string {
  const name = referredName(schema);
  if (name !== undefined) return name;
  if (schema.anyOf) {
    const { isNullable, value } = plainOf(schema);
    return isNullable ? pointerTo(value) : value;
  }
  if (schema.type === 'array') return `[]${typeOf(schema.items ?? {})}`;
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object') {
    return `map[string]${typeOf(schema.additionalProperties)}`;
  }
  return PLAIN[String(schema.type)] ?? 'json.RawMessage';
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'int64',
  number: 'float64',
  boolean: 'bool',
};

/** Alternatives of objects, told apart by `type`: one field of the struct is filled. */
function renderUnion(
  type: string,
  { description, anyOf = [] }: Schema,
  schemas: Readonly<Record<string, Schema>>,
): string {
  const parts = anyOf.map((one) => {
    const name = referredName(one) ?? '';
    const [word] = schemas[name]?.properties?.type?.enum ?? [];
    if (word === undefined) throw new Error(`nothing tells ${name} of ${type} apart`);
    return { name, word };
  });
  const fields = parts.map(({ name }) => `\t${name} *${name}\n`);
  const written = parts.map(
    ({ name }) => `\tif value.${name} != nil {\n\t\treturn json.Marshal(value.${name})\n\t}\n`,
  );
  const read = parts.map(
    ({ name, word }) => `\tcase "${word}":\n\t\treturn json.Unmarshal(data, &value.${name})\n`,
  );
  return `${docOf(type, description)}type ${type} struct {
${fields.join('\n')}}

// MarshalJSON escreve a alternativa que está preenchida.
func (value ${type}) MarshalJSON() ([]byte, error) {
${written.join('')}\treturn []byte("null"), nil
}

// UnmarshalJSON preenche a alternativa de \`type\`; nenhuma, se o SDK não a conhece.
func (value *${type}) UnmarshalJSON(data []byte) error {
\tvar found struct {
\t\tType string \`json:"type"\`
\t}
\tif err := json.Unmarshal(data, &found); err != nil {
\t\treturn err
\t}
\tswitch found.Type {
${read.join('')}\t}
\treturn nil
}
`;
}

function docOf(type: string, description: string | undefined): string {
  return goComment(description === undefined ? undefined : `${type}: ${description}`);
}
