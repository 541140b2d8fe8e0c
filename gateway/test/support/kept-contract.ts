import type { OpenApiDocument } from './documented-answers.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
  }[];
  readonly requestBody?: Body;
  readonly responses: Readonly<
    Record<
      string,
      { content?: Record<string, { schema?: Schema; 'x-error-codes'?: readonly string[] }> }
    >
  >;
}

/** What a request must have. A later version may not add to it; it may leave some of it out. */
const REQUIRES = ' requires ';
/** What an answer always has. */
const HAS = ' always has ';

/**
 * The promises of an API document, a line each: operations, their parameters, bodies and answers,
 * the fields of each named schema with their types and values, and the codes of errors.
 */
export function contractOf(document: OpenApiDocument): readonly string[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation: operation as unknown as Operation,
    })),
  );
  const bodies = operations.map(({ operation }) => operation.requestBody);
  const ofRequests = namesIn(document, bodies);
  const lines = [
    ...operations.flatMap(({ name, operation }) => [
      name,
      ...requestLines(name, operation),
      ...answerLines(name, operation),
    ]),
    ...Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      fieldLines(name, schema, ofRequests.has(name) ? REQUIRES : HAS),
    ),
    ...Object.keys(document.webhooks).map((name) => `event ${name}`),
  ];
  return [...new Set(lines)].sort();
}

function requestLines(name: string, { parameters = [], requestBody }: Operation): string[] {
  const bodies = Object.values(requestBody?.content ?? {});
  return [
    ...parameters.map((parameter) => `${name} takes ${parameter.in} ${parameter.name}`),
    ...parameters
      .filter(({ required }) => required)
      .map((parameter) => `${name}${REQUIRES}${parameter.name}`),
    ...bodies.map(({ schema }) => `${name} takes ${typeOf(schema)}`),
  ];
}

function answerLines(name: string, { responses }: Operation): string[] {
  return Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.entries(content).flatMap(([media, { schema, 'x-error-codes': codes }]) =>
      codes
        ? codes.map((code) => `code ${code}`)
        : [`${name} answers ${status} ${media} ${typeOf(schema)}`],
    ),
  );
}

function fieldLines(name: string, schema: Schema, required: string): string[] {
  const { enum: values = [], required: names = [], properties = {}, items } = schema;
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [
    ...values.map((value) => `${name} = ${value}`),
    ...names.map((field) => `${name}${required}${field}`),
    ...Object.entries(properties).flatMap(([field, part]) => [
      `${name}.${field}: ${typeOf(part)}`,
      ...fieldLines(`${name}.${field}`, part, required),
    ]),
    ...(items ? fieldLines(`${name}[]`, items, required) : []),
    ...parts.flatMap((part) => fieldLines(name, part, required)),
  ];
}

/** What a later contract breaks of an earlier one. */
export function brokenIn(kept: readonly string[], now: readonly string[]): readonly string[] {
  const [before, after] = [new Set(kept), new Set(now)];
  const isOld = (line: string) => kept.some((old) => old.startsWith(subjectOf(line)));
  const lost = kept.filter((line) => !line.includes(REQUIRES) && !after.has(line));
  const added = now.filter((line) => line.includes(REQUIRES) && !before.has(line) && isOld(line));
  return [...lost.map((line) => `is gone: ${line}`), ...added.map((line) => `is new: ${line}`)];
}

/** The operation or schema of a line with a requirement. */
function subjectOf(line: string): string {
  return line.slice(0, line.indexOf(REQUIRES));
}

function typeOf(schema: Schema | undefined): string {
  if (schema === undefined) return 'anything';
  const { $ref, type, items, anyOf, oneOf } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  const parts = anyOf ?? oneOf;
  if (parts) return [...new Set(parts.map(typeOf))].sort().join(' | ');
  if ('const' in schema) return typeof schema.const;
  const name = [type ?? 'anything'].flat().toSorted().join(' | ');
  return items ? `${name} of ${typeOf(items)}` : name;
}

/** The names of a schema and of all that it refers to. */
function namesIn({ components }: OpenApiDocument, schema: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const texts = [JSON.stringify(schema ?? {})];
  for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name)) continue;
      names.add(name);
      texts.push(JSON.stringify(components.schemas[name] ?? {}));
    }
  }
  return names;
}
