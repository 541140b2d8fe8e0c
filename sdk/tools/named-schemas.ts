import {
  jsonSchemaOf,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  resultOf,
  type Schema,
} from './openapi.ts';
import { mapValues, simplify } from './simplify-schema.ts';
import { FIELD_NAMES, OPERATION_NAMES } from './type-names.ts';

const REFERENCE = '#/components/schemas/';

/** The name of the schema that a reference leads to; undefined for other schemas. */
export function referredName({ $ref }: Schema): string | undefined {
  return $ref?.slice(REFERENCE.length);
}

/** The names of the types of an operation's body, filters and answer. */
export interface OperationTypes {
  readonly body?: string;
  readonly query?: string;
  readonly result?: string;
}

export interface NamedSchemas {
  readonly schemas: Readonly<Record<string, Schema>>;
  /** By operationId. */
  readonly operations: Readonly<Record<string, OperationTypes>>;
}

/**
 * The schemas of all bodies, filters and answers, by name. Each object stands once: where it is
 * used again there is a reference, also when the document writes it in full in many places.
 */
export function namedSchemas(document: OpenApiDocument): NamedSchemas {
  const schemas: Record<string, Schema> = {};
  const nameByShape = new Map<string, string>();

  /** Gives the schema a name, or finds the name that a schema of the same shape has. */
  function name(wanted: string, schema: Schema): Schema {
    const shape = shapeOf(schema);
    const known = nameByShape.get(shape);
    if (known !== undefined) return { $ref: REFERENCE + known };
    const free = FIELD_NAMES[wanted] ?? wanted;
    if (schemas[free]) {
      const help = 'give one of them a name in sdk/tools/type-names.ts';
      throw new Error(`two schemas of different shapes are named ${free}: ${help}`);
    }
    nameByShape.set(shape, free);
    // The name is taken first, so that an object stands before the objects in it.
    schemas[free] = {};
    schemas[free] = nameParts(free, schema);
    return { $ref: REFERENCE + free };
  }

  function nameParts(owner: string, schema: Schema): Schema {
    const { properties, items, anyOf, additionalProperties } = schema;
    return {
      ...schema,
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([key, part]) => [key, named(owner + pascal(key), part)]),
        ),
      }),
      ...(items && { items: named(singular(owner), items) }),
      ...(anyOf && { anyOf: anyOf.map((one) => named(owner + suffixOf(one, anyOf), one)) }),
      ...(typeof additionalProperties === 'object' && {
        additionalProperties: named(owner, additionalProperties),
      }),
    };
  }

  function named(wanted: string, schema: Schema): Schema {
    return isNamed(schema) ? name(wanted, schema) : nameParts(wanted, schema);
  }

  const operations: Record<string, OperationTypes> = {};
  for (const operation of rootsFirst(operationsOf(document))) {
    const types = rootsOf(operation).map(([part, wanted, schema]) => [
      part,
      referredName(named(wanted, simplify(schema))),
    ]);
    operations[operation.operationId] = Object.fromEntries(types);
  }
  const events = Object.entries(document.webhooks).map(([kind, { post }]) => {
    const body = jsonSchemaOf(post.requestBody);
    if (!body) throw new Error(`the event ${kind} has no body`);
    return named(`${pascal(kind)}Event`, simplify(body));
  });
  return { schemas: { ...schemas, WebhookEvent: { anyOf: events } }, operations };
}

/** Those with a name of their own come first, so that what others share gets their names. */
function rootsFirst(operations: readonly Operation[]): readonly Operation[] {
  const order = Object.keys(OPERATION_NAMES);
  const place = ({ operationId }: Operation): number => {
    const found = order.indexOf(operationId);
    return found === -1 ? order.length : found;
  };
  return operations.toSorted((a, b) => place(a) - place(b));
}

function rootsOf(
  operation: Operation,
): readonly (readonly [keyof OperationTypes, string, Schema])[] {
  const { operationId, parameters = [] } = operation;
  const names = OPERATION_NAMES[operationId] ?? {};
  const base = pascal(operationId);
  const body = jsonSchemaOf(operation.requestBody);
  const result = resultOf(operation);
  const filters = parameters.filter((one) => one.in === 'query');
  return [
    ...(body ? [['body', names.body ?? `${base}Body`, body] as const] : []),
    ...(filters.length > 0
      ? [['query', names.query ?? `${base}Query`, filtersOf(filters)] as const]
      : []),
    ...(result ? [['result', names.result ?? `${base}Result`, result] as const] : []),
  ];
}

function filtersOf(filters: NonNullable<Operation['parameters']>): Schema {
  const fields = filters.map(({ name, description = '', schema }) => [
    name,
    { ...schema, description },
  ]);
  const required = filters.filter((one) => one.required).map(({ name }) => name);
  return { type: 'object', properties: Object.fromEntries(fields), required };
}

/** Objects have names, and so do alternatives of objects: a transaction, an event. */
function isNamed({ properties, anyOf = [] }: Schema): boolean {
  const objects = anyOf.filter((one) => one.properties);
  return properties !== undefined || objects.length > 1;
}

/** Tells alternatives apart by their `type` or `event`; null needs no name. */
function suffixOf(schema: Schema, among: readonly Schema[]): string {
  if (among.filter((one) => one.properties).length < 2) return '';
  const { type, event } = schema.properties ?? {};
  const [word] = type?.enum ?? event?.enum ?? [];
  return word === undefined ? '' : pascal(String(word));
}

/** The schema without what is said about it: two texts about one shape don't make two types. */
function shapeOf(schema: Schema): string {
  return JSON.stringify(withoutWords(schema));
}

function withoutWords({ description: _, ...schema }: Schema): Schema {
  const { properties, items, anyOf, required, additionalProperties } = schema;
  return {
    ...schema,
    ...(required && { required: required.toSorted() }),
    ...(properties && { properties: mapValues(properties, withoutWords) }),
    ...(items && { items: withoutWords(items) }),
    ...(anyOf && { anyOf: anyOf.map(withoutWords) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: withoutWords(additionalProperties),
    }),
  };
}

export function pascal(words: string): string {
  return words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

function singular(word: string): string {
  if (word.endsWith('Data')) return `${word.slice(0, -'Data'.length)}Item`;
  return word.replace(/ies$/, 'y').replace(/s$/, '');
}
