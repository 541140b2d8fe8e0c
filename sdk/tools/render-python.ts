import { referredName } from './named-schemas.ts';
import type { Schema } from './openapi.ts';
import { wrap } from './resources/layout.ts';

// With the indent and the marks of a comment a line has up to 100 columns.
const WORDS_MAX = 90;
const INDENT = '    ';
// A field with such a name can't stand in the body of a class.
const KEYWORDS = ['as', 'class', 'from', 'global', 'import', 'in', 'is', 'pass', 'return'];

/** Python types of the schemas: a TypedDict for each object, a Union for alternatives. */
export function renderPython(schemas: Readonly<Record<string, Schema>>): string {
  const all = Object.entries(schemas);
  const objects = all.filter(([, schema]) => schema.properties);
  const unions = all.filter(([, schema]) => !schema.properties);
  return [
    ...objects.map(([name, schema]) => renderObject(name, schema)),
    // After the objects, because a union is evaluated when the module is loaded.
    ...inOrder(unions).map(([name, schema]) => `${name} = ${unionOf(schema)}\n`),
  ].join('\n\n');
}

/** A list of texts as a tuple and a Literal. */
export function renderPythonNames(name: string, values: readonly string[]): string {
  const items = values.map((value) => `${INDENT}"${value}",`).join('\n');
  return `${name} = Literal[\n${items}\n]\n`;
}

function unionOf({ anyOf = [] }: Schema): string {
  return `Union[\n${anyOf.map((one) => `${INDENT}${typeOf(one, '')},\n`).join('')}]`;
}

/** A union that is used by another stands before it. */
function inOrder(unions: readonly (readonly [string, Schema])[]) {
  return unions.toSorted(
    ([a], [b]) => Number(usesOf(unions, a).includes(b)) - Number(usesOf(unions, b).includes(a)),
  );
}

function usesOf(unions: readonly (readonly [string, Schema])[], name: string): readonly string[] {
  const schema = unions.find(([one]) => one === name)?.[1];
  return (schema?.anyOf ?? []).flatMap((one) => referredName(one) ?? []);
}

function renderObject(name: string, schema: Schema): string {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.some(([key]) => KEYWORDS.includes(key))) return renderByCall(name, schema);
  const isRequired = ([key]: readonly [string, Schema]) => schema.required?.includes(key) === true;
  const required = fields.filter(isRequired);
  const optional = fields.filter((field) => !isRequired(field));
  const doc = docOf(schema);
  if (optional.length === 0) return `class ${name}(TypedDict):\n${doc}${lines(required)}`;
  if (required.length === 0) {
    return `class ${name}(TypedDict, total=False):\n${doc}${lines(optional)}`;
  }
  // `NotRequired` exists from Python 3.11 on.
  const base = `_${name}Required`;
  return [
    `class ${base}(TypedDict):\n${lines(required)}`,
    `class ${name}(${base}, total=False):\n${doc}${lines(optional)}`,
  ].join('\n\n');
}

function renderByCall(name: string, { properties = {}, required = [] }: Schema): string {
  if (required.length > 0 && required.length < Object.keys(properties).length) {
    throw new Error(`${name} has a field that is a keyword, and only some fields are required`);
  }
  const fields = Object.entries(properties).map(
    ([key, schema]) => `${comment(schema)}${INDENT}"${key}": ${typeOf(schema, '"')},\n`,
  );
  const isTotal = required.length > 0 ? '' : ', total=False';
  return `${name} = TypedDict("${name}", {\n${fields.join('')}}${isTotal})\n`;
}

function lines(fields: readonly (readonly [string, Schema])[]): string {
  if (fields.length === 0) return `${INDENT}pass\n`;
  return fields
    .map(([key, schema]) => `${comment(schema)}${INDENT}${key}: ${typeOf(schema, '')}\n`)
    .join('');
}

function docOf({ description }: Schema): string {
  if (description === undefined) return '';
  const wrapped = wrap(description, WORDS_MAX).join(`\n${INDENT}`);
  return `${INDENT}"""${wrapped}"""\n\n`;
}

/** The description of a field, wrapped, above it. */
function comment(schema: Schema): string {
  const text = schema.description ?? schema.anyOf?.find((one) => one.description)?.description;
  if (text === undefined) return '';
  return wrap(text, WORDS_MAX)
    .map((line) => `${INDENT}# ${line}\n`)
    .join('');
}

/** A type; names are quoted where they may not exist yet. */
function typeOf(schema: Schema, quote: string): string {
  const name = referredName(schema);
  if (name !== undefined) return `${quote}${name}${quote}`;
  if (schema.anyOf) {
    const others = schema.anyOf.filter((one) => one.type !== 'null');
    const types = others.map((one) => typeOf(one, quote));
    const union = types.length === 1 ? String(types[0]) : `Union[${types.join(', ')}]`;
    return others.length < schema.anyOf.length ? `Optional[${union}]` : union;
  }
  if (schema.enum) return `Literal[${schema.enum.map((one) => JSON.stringify(one)).join(', ')}]`;
  if (schema.type === 'array') return `List[${typeOf(schema.items ?? {}, quote)}]`;
  if (schema.type === 'object') {
    const values = schema.additionalProperties;
    return `Dict[str, ${typeof values === 'object' ? typeOf(values, quote) : 'Any'}]`;
  }
  return PLAIN[String(schema.type)] ?? 'Any';
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};
