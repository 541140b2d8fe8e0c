import {
  jsonSchemaOf,
  type OpenApiDocument,
  operationsOf,
  type PlacedOperation,
  resultOf,
  type Schema,
} from './openapi.ts';
import { mapValues, simplify } from './simplify-schema.ts';
import { TYPE_NAMES } from './type-names.ts';

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
  const taken = new Set<string>();

  /** Gives a shape its name, or finds the name that it has. */
  function take(wanted: string, schema: Schema): string {
    const shape = shapeOf(schema);
    const known = nameByShape.get(shape);
    if (known !== undefined) return known;
    const free = TYPE_NAMES[wanted] ?? wanted;
    if (taken.has(free)) {
      const help = 'give one of them a name in sdk/tools/type-names.ts';
      throw new Error(`two schemas of different shapes are named ${free}: ${help}`);
    }
    nameByShape.set(shape, free);
    taken.add(free);
    return free;
  }

  function name(wanted: string, schema: Schema): Schema {
    const type = take(wanted, schema);
    schemas[type] ??= nameParts(type, schema);
    return { $ref: REFERENCE + type };
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

  const roots = operationsOf(document).flatMap(rootsOf);
  // Bodies and answers keep their names where others have them as a part.
  for (const { wanted, schema, isTitled } of roots) {
    if (isTitled && isNamed(schema)) take(wanted, schema);
  }
  const operations: Record<string, Record<string, string | undefined>> = {};
  // What is read comes first, so that the parts that bodies share with it get its names.
  for (const { operationId, part, wanted, schema } of roots.toSorted(readsFirst)) {
    const type = referredName(named(wanted, schema));
    operations[operationId] = { ...operations[operationId], [part]: type };
  }
  const events = Object.entries(document.webhooks).map(([kind, { post }]) => {
    const body = jsonSchemaOf(post.requestBody);
    if (!body) throw new Error(`the event ${kind} has no body`);
    return named(`${pascal(kind)}Event`, simplify(body));
  });
  schemas.WebhookEvent = { anyOf: events };
  const sorted = Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { schemas: Object.fromEntries(sorted), operations };
}

/** A body, the filters or the answer of an operation. */
interface Root {
  readonly operationId: string;
  readonly part: keyof OperationTypes;
  readonly wanted: string;
  readonly schema: Schema;
  readonly isTitled: boolean;
  readonly isRead: boolean;
}

function readsFirst(a: Root, b: Root): number {
  return Number(b.isRead) - Number(a.isRead);
}

/**
 * The schemas of an operation with the names that follow from their titles in the document:
 * `Refund`, `NewRefund` for `RefundRequest`, `RefundFilters` for the filters of `RefundPage`.
 * Those without a title are named by the operationId.
 */
function rootsOf(operation: PlacedOperation): readonly Root[] {
  const { operationId, parameters = [], method } = operation;
  const body = jsonSchemaOf(operation.requestBody);
  const result = resultOf(operation);
  const filters = parameters.filter((one) => one.in === 'query');
  const root = (
    part: keyof OperationTypes,
    schema: Schema | undefined,
    name: string | undefined,
  ): readonly Root[] => {
    if (!schema) return [];
    const isTitled = name !== undefined;
    const wanted = name ?? pascal(operationId) + pascal(part);
    const isRead = method === 'get' && part === 'result';
    return [{ operationId, part, wanted, schema: simplify(schema), isTitled, isRead }];
  };
  const title = result?.title;
  const listed = title && (TYPE_NAMES[title] ?? title).replace(/Page$/, '');
  return [
    ...root('body', body, body?.title?.replace(/^(\w+)Request$/, 'New$1')),
    ...root(
      'query',
      filters.length > 0 ? filtersOf(filters) : undefined,
      listed && `${listed}Filters`,
    ),
    ...root('result', result, title),
  ];
}

function filtersOf(filters: NonNullable<PlacedOperation['parameters']>): Schema {
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
