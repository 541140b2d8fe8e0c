/** The part of a JSON Schema (draft 2020-12, as OpenAPI 3.1 uses it) that the reference shows. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'texto',
  integer: 'inteiro',
  number: 'número',
  boolean: 'verdadeiro ou falso',
  object: 'objeto',
  array: 'lista',
  null: 'null',
};

/** The alternatives of a schema; not those that only add conditions to its own type. */
function alternativesOf({ type, anyOf, oneOf }: JsonSchema): readonly JsonSchema[] | undefined {
  return anyOf ?? (type === undefined ? oneOf : undefined);
}

/** The schema without its `null` alternative, if exactly one other alternative remains. */
export function withoutNull(schema: JsonSchema): JsonSchema {
  const others = schema.anyOf?.filter((alternative) => alternative.type !== 'null') ?? [];
  const [only] = others;
  if (!only || others.length !== 1) return schema;
  const description = schema.description ?? only.description;
  return { ...only, ...(description !== undefined && { description }) };
}

/** The type in Portuguese: "texto", "lista de objeto", "inteiro ou null". */
export function typeLabel(schema: JsonSchema): string {
  const labels = new Set(typesOf(schema).map((type) => NAMES[type] ?? type));
  if (labels.size === 0) return schema.description === undefined ? 'qualquer valor' : 'valor';
  const items = withoutNull(schema).items;
  const label = [...labels].join(' ou ');
  return items ? label.replace('lista', `lista de ${typeLabel(items)}`) : label;
}

function typesOf(schema: JsonSchema): readonly string[] {
  const alternatives = alternativesOf(schema);
  if (alternatives) return alternatives.flatMap(typesOf);
  if (typeof schema.type === 'string') return [schema.type];
  if (schema.type) return schema.type;
  if (schema.const !== undefined) return [typeof schema.const];
  return schema.enum ? [...new Set(schema.enum.map((value) => typeof value))] : [];
}

/** The fixed values that a schema allows; empty when it has none. */
export function valuesOf(schema: JsonSchema): readonly string[] {
  if (schema.const !== undefined) return [String(schema.const)];
  if (schema.enum) return schema.enum.map(String);
  return alternativesOf(schema)?.flatMap(valuesOf) ?? [];
}

/** The limits and the default of a schema, in Portuguese. */
export function limitsOf(schema: JsonSchema): readonly string[] {
  const { minimum, maximum, minLength, maxLength, maxItems } = withoutNull(schema);
  return [
    ...(minimum === undefined ? [] : [`mínimo ${minimum}`]),
    ...(maximum === undefined ? [] : [`máximo ${maximum}`]),
    ...(minLength === undefined ? [] : [`de ${minLength} caracteres ou mais`]),
    ...(maxLength === undefined ? [] : [`até ${maxLength} caracteres`]),
    ...(maxItems === undefined ? [] : [`até ${maxItems} itens`]),
    ...(schema.default === undefined ? [] : [`padrão ${JSON.stringify(schema.default)}`]),
  ];
}

/** The fields inside a schema: of the object itself, or of the objects in its list. */
export function fieldsOf(schema: JsonSchema): readonly (readonly [string, JsonSchema, boolean])[] {
  const bare = withoutNull(schema);
  const target = bare.items ? withoutNull(bare.items) : bare;
  const required = new Set(target.required);
  return Object.entries(target.properties ?? {}).map(
    ([name, field]) => [name, field, required.has(name)] as const,
  );
}

/**
 * An example of a value that the schema describes.
 * @param isMinimal whether optional fields are left out, as in a request that anyone can send.
 */
export function exampleOf(schema: JsonSchema, isMinimal = false): unknown {
  if (schema.examples && schema.examples.length > 0 && !schema.properties) {
    return schema.examples[0];
  }
  const bare = withoutNull(schema);
  if (bare !== schema) return exampleOf(bare, isMinimal);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [alternative] = alternativesOf(schema) ?? [];
  if (alternative) return exampleOf(alternative, isMinimal);
  if (schema.items) return [exampleOf(schema.items, isMinimal)];
  if (!schema.properties) return schema.default ?? null;
  const fields = fieldsOf(schema).filter(([, , isRequired]) => isRequired || !isMinimal);
  return Object.fromEntries(
    fields.map(([name, field]) => [name, exampleOf(field, isMinimal)] as const),
  );
}
