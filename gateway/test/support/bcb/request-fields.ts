import { standardDocument } from './standard.ts';

/** A field of the body of a request: its path, and what the document says of its values. */
export interface RequestField {
  /** `0` is the first item of a list. */
  readonly path: readonly string[];
  readonly schema: Schema;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly readOnly?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly requestBodies?: Readonly<Record<string, RequestBody>>;
  };
}

interface RequestBody {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Operation {
  readonly requestBody?: RequestBody;
}

const document = standardDocument() as unknown as Document;

/** The fields of a request's body that have no fields themselves. */
export function requestFields(method: string, path: string): readonly RequestField[] {
  const sent = document.paths[path]?.[method.toLowerCase()]?.requestBody;
  const shared = document.components.requestBodies?.[sent?.$ref?.split('/').at(-1) ?? ''];
  const [body] = Object.values((shared ?? sent)?.content ?? {});
  if (!body) throw new Error(`${method} ${path} has no body`);
  return leavesOf(body.schema, []);
}

function leavesOf(schema: Schema, path: readonly string[]): readonly RequestField[] {
  if (schema.$ref !== undefined) {
    const named = document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
    return named ? leavesOf(named, path) : [];
  }
  if (schema.readOnly) return [];
  const parts = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  const inner = [
    ...parts.flatMap((part) => leavesOf(part, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      leavesOf(one, [...path, name]),
    ),
    ...(schema.items ? leavesOf(schema.items, [...path, '0']) : []),
  ];
  return inner.length > 0 || schema.type === 'object' ? inner : [{ path, schema }];
}

/** The shortest and longest, smallest and largest values that the document allows for a field. */
export function extremesOf({ schema }: RequestField): readonly unknown[] {
  if (schema.enum) return schema.enum;
  if (schema.type === 'boolean') return [true, false];
  if (schema.type === 'integer') {
    return [schema.minimum, schema.maximum].filter((value) => value !== undefined);
  }
  if (schema.type !== 'string' || schema.pattern || schema.format) return [];
  const { minLength = 0, maxLength } = schema;
  const longest = maxLength === undefined ? [] : ['x'.repeat(maxLength), '🍕'.repeat(maxLength)];
  return ['x'.repeat(minLength), ...longest, ...((maxLength ?? 9) > 3 ? ['a\nb'] : [])];
}

/** A copy of a body in which a field has another value. */
export function withField(body: object, path: readonly string[], value: unknown): object {
  const copy = structuredClone(body);
  let parent = copy as Record<string, unknown>;
  for (const name of path.slice(0, -1)) {
    parent[name] ??= {};
    parent = parent[name] as Record<string, unknown>;
  }
  parent[path.at(-1) ?? ''] = value;
  return copy;
}
