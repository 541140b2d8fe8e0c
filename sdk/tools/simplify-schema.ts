import type { Schema } from './openapi.ts';

/**
 * A schema with what a type can say and nothing else: limits and patterns are dropped, `const`
 * becomes `enum`, alternatives of texts become one `enum`, and a list of types becomes `anyOf`.
 */
export function simplify(schema: Schema): Schema {
  const description = schema.description === undefined ? {} : { description: schema.description };
  if (schema.const !== undefined) return { ...typeOf(schema.const), ...description };
  if (schema.enum?.includes(null)) {
    const values = schema.enum.filter((one) => one !== null);
    return { anyOf: [{ type: 'string', enum: values }, { type: 'null' }], ...description };
  }
  const alternatives = alternativesOf(schema);
  if (alternatives) return { ...unionOf(alternatives), ...description };
  const { type, enum: values, items, properties, required } = schema;
  if (Array.isArray(type)) {
    return simplify({
      ...description,
      anyOf: type.map((one) => (one === 'null' ? { type: one } : { ...schema, type: one })),
    });
  }
  return {
    ...(type !== undefined && { type }),
    ...description,
    ...(values && { enum: values }),
    ...(items && { items: simplify(items) }),
    ...(properties && {
      properties: mapValues(properties, simplify),
      required: required ?? [],
    }),
    ...valuesOf(schema),
  };
}

/** The values of a map; some schemas write them as `patternProperties`. */
function valuesOf({ additionalProperties, patternProperties = {} }: Schema): Schema {
  const [byPattern] = Object.values(patternProperties);
  const values = typeof additionalProperties === 'object' ? additionalProperties : byPattern;
  return values ? { additionalProperties: simplify(values) } : {};
}

/** The alternatives of a schema; not those that only add conditions to its own type. */
function alternativesOf({ type, anyOf, oneOf }: Schema): readonly Schema[] | undefined {
  return type === undefined ? (anyOf ?? oneOf) : undefined;
}

function unionOf(alternatives: readonly Schema[]): Schema {
  const simple = alternatives.map(simplify).flatMap((one) => one.anyOf ?? [one]);
  const texts = simple.filter((one) => one.enum !== undefined);
  const others = simple.filter((one) => one.enum === undefined);
  const values = texts.flatMap((one) => one.enum ?? []);
  const text: Schema[] = values.length > 0 ? [{ type: 'string', enum: values }] : [];
  const all = [...text, ...others];
  return all.length === 1 && all[0] ? all[0] : { anyOf: all };
}

function typeOf(value: unknown): Schema {
  return { type: typeof value === 'string' ? 'string' : 'boolean', enum: [value] };
}

export function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
