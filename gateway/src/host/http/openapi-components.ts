type Facts = Readonly<Record<string, unknown>>;

interface Described {
  readonly paths: unknown;
  readonly webhooks: unknown;
  readonly components?: object;
}

const REFERENCE = '#/components/schemas/';
const NAME = /^[A-Z][A-Za-z0-9]*$/;
/** The fields by which readers tell alternatives apart. */
const DISCRIMINATORS = ['type', 'event'];
/** The keywords that contain values instead of schemas. */
const VALUES = ['example', 'examples', 'enum', 'default', 'const'];

/**
 * Moves each schema with a title into `components.schemas`, under its title, and replaces its uses
 * by references. So each shape is written once, and client generators use its title as a name.
 * Alternatives of objects get a discriminator.
 * @throws {Error} when different schemas have the same title, or a title is not a valid type name
 */
export function nameComponents(document: Described): Described {
  const schemas = new Map<string, Facts>();

  function walk(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const { title, ...facts } = value as Facts;
    const walked = mapEntries(facts, (part, keyword) => {
      // The fields of an object may have the name of a keyword.
      if (keyword === 'properties') return mapEntries(part as Facts, walk);
      return VALUES.includes(keyword) ? part : walk(part);
    });
    const told = discriminate(walked);
    return typeof title === 'string' ? referTo(title, told) : told;
  }

  /** Alternatives that are components, with the field whose value says which of them it is. */
  function discriminate(schema: Facts): Facts {
    const alternatives: readonly Facts[] = Array.isArray(schema.anyOf) ? schema.anyOf : [];
    const named = alternatives.flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
    if (named.length < 2) return schema;
    for (const propertyName of DISCRIMINATORS) {
      const values = named.map((one) =>
        onlyValueOf(schemas.get(one.slice(REFERENCE.length)), propertyName),
      );
      if (values.includes(undefined) || new Set(values).size < alternatives.length) continue;
      const mapping = Object.fromEntries(values.map((value, index) => [value, named[index]]));
      return { ...schema, discriminator: { propertyName, mapping } };
    }
    throw new Error(`no field tells apart ${named.join(', ')}`);
  }

  function referTo(title: string, schema: Facts): Facts {
    if (!NAME.test(title)) throw new Error(`the title of a schema is no name of a type: ${title}`);
    const existing = schemas.get(title) ?? schema;
    if (shapeOf(existing) !== shapeOf(schema)) {
      throw new Error(`two schemas that differ have the title ${title}`);
    }
    schemas.set(title, existing);
    const { description } = schema;
    const isSaid = description === undefined || description === existing.description;
    return { $ref: REFERENCE + title, ...(!isSaid && { description }) };
  }

  const paths = walk(document.paths);
  const webhooks = walk(document.webhooks);
  const sorted = [...schemas].sort(([left], [right]) => (left < right ? -1 : 1));
  const components = { ...document.components, schemas: Object.fromEntries(sorted) };
  return { ...document, components, paths, webhooks };
}

/** The only value of a field that an object always has; undefined when there may be others. */
function onlyValueOf(schema: Facts | undefined, field: string): string | undefined {
  const { properties, required } = Object(schema);
  const values = Object(properties)[field]?.enum ?? [];
  return Array.isArray(required) && required.includes(field) && values.length === 1
    ? values[0]
    : undefined;
}

/** The schema without descriptions and examples, which may differ between uses. */
function shapeOf(schema: Facts): string {
  return JSON.stringify(schema, (keyword, value) => {
    const isWord = keyword === 'description' && typeof value === 'string';
    return isWord || (keyword === 'examples' && Array.isArray(value)) ? undefined : value;
  });
}

function mapEntries(facts: Facts, change: (value: unknown, name: string) => unknown): Facts {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, change(value, name)]),
  );
}
