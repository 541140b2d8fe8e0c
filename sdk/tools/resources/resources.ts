import { SDK_CALLS } from '../../../gateway/src/host/reference/sdk-calls.ts';
import { type NamedSchemas, pascal, referredName } from '../named-schemas.ts';
import {
  mediaTypesOf,
  type OpenApiDocument,
  operationsOf,
  type PlacedOperation,
  type Schema,
} from '../openapi.ts';
import { DOCS } from './sdk-docs.ts';
import { METHODS, type MethodFacts, RESOURCES, type ResourceFacts } from './sdk-facts.ts';

/** A class of the SDKs: the methods of `charges`, or of `test.clocks`. */
export interface Resource extends ResourceFacts {
  /** How the client, or the resource that it is a part of, names it: `clocks`. */
  readonly name: string;
  readonly className: string;
  readonly doc: string | undefined;
  readonly methods: readonly Method[];
  readonly parts: readonly Resource[];
}

export interface Method extends MethodFacts {
  /** With its resource, as in SDK_CALLS: `test.clocks.create`. */
  readonly path: string;
  /** In snake_case. */
  readonly name: string;
  readonly doc: string;
  readonly verb: string;
  /** The texts of the path before, between and after its parameters: `/v1/disputes`, `/files`. */
  readonly texts: readonly string[];
  /** The parameters of the path, in snake_case. */
  readonly ids: readonly string[];
  readonly body: Body | undefined;
  /** The type of the filters of its query. */
  readonly filters: string | undefined;
  /** `pages` is `iterate`, which reads all pages of `list`. */
  readonly kind: 'object' | 'bytes' | 'nothing' | 'stream' | 'pages';
  /** The type of the object that it returns, or of an item. */
  readonly result: string;
  /** The media type of an answer that is not JSON, unless the caller chooses it. */
  readonly accept: string | undefined;
  /** The caller chooses between PNG and SVG. */
  readonly isImage: boolean;
  /** The operation takes an Idempotency-Key. */
  readonly isKeyed: boolean;
}

export interface Body {
  /** As the methods name their argument. */
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
}

interface Call {
  /** The resource and the method: `test.clocks.create`. */
  readonly path: string;
  readonly kind: Method['kind'];
  readonly result?: string;
  readonly summary?: string;
}

/** Of every file: its bytes with no type that says more. */
const PLAIN_BYTES = 'application/octet-stream';
const SVG = 'image/svg+xml';

/**
 * The resources of the SDKs; a part of another comes before it. Throws when an operation has
 * no method, or when a table of this folder names something that does not exist.
 */
export function resourcesOf(document: OpenApiDocument, named: NamedSchemas): readonly Resource[] {
  // In the order of the document, so that the files change only with it.
  const methods = operationsOf(document).flatMap((operation) =>
    callsOf(operation).flatMap((call) => methodsOf(call, operation, named)),
  );
  const byOwner = Map.groupBy(methods, ({ path }) => ownerOf(path));
  const known = new Set([...byOwner.keys(), ...methods.map(({ path }) => path)]);
  const stale = [DOCS, METHODS, RESOURCES].flatMap(Object.keys).filter((path) => !known.has(path));
  if (stale.length > 0) throw new Error(`tables of sdk/tools/resources name ${stale.join(', ')}`);
  const resource = (path: string): Resource => ({
    ...RESOURCES[path],
    name: lastOf(path),
    className: RESOURCES[path]?.className ?? pascal(lastOf(path)),
    doc: DOCS[path],
    methods: byOwner.get(path) ?? [],
    parts: [...byOwner.keys()].filter((part) => ownerOf(part) === path).map(resource),
  });
  return [...byOwner.keys()].map(resource).toSorted((a, b) => a.parts.length - b.parts.length);
}

/** The methods that call an operation, but for `balance`, which is a method of the client. */
function callsOf({ operationId }: PlacedOperation): readonly Call[] {
  const call = SDK_CALLS[operationId];
  if (!call) throw new Error(`SDK_CALLS has no method for ${operationId}`);
  const others = Object.entries(METHODS).flatMap(([path, { also }]) =>
    also?.operationId === operationId ? [{ ...also, path, kind: 'object' as const }] : [],
  );
  const main: Call = { path: call.method, kind: call.result ?? 'object' };
  return call.method.includes('.') ? [main, ...others] : others;
}

/** The method of an operation and, when it lists pages, the one that reads all of them. */
function methodsOf(
  { path, kind, ...own }: Call,
  operation: PlacedOperation,
  { schemas, operations }: NamedSchemas,
): readonly Method[] {
  const { operationId, method: verb, summary, parameters = [] } = operation;
  const types = operations[operationId] ?? {};
  const answer = schemas[types.result ?? '']?.properties ?? {};
  const facts = METHODS[path] ?? {};
  const parts = operation.path.split(/\/\{(\w+)\}/);
  const ids = parts.filter((_, index) => index % 2 === 1);
  const isChange = verb === 'patch';
  const method: Method = {
    ...facts,
    path,
    name: lastOf(path),
    doc: [`${own.summary ?? summary}.`, DOCS[path] ?? ''].join(' ').trim(),
    verb: verb.toUpperCase(),
    texts: parts.filter((_, index) => index % 2 === 0),
    ids: withFirst(ids, RESOURCES[ownerOf(path)]?.id),
    body: bodyOf(types.body, schemas[types.body ?? ''], { ...facts, isChange }),
    filters: types.query,
    kind,
    result: own.result ?? facts.item ?? types.result ?? '',
    accept: acceptOf(operation, kind),
    isImage: mediaTypesOf(operation).includes(SVG),
    isRepeatable: facts.isRepeatable === true || isChange,
    isKeyed: parameters.some(({ name }) => name === 'Idempotency-Key'),
  };
  const item = referredName(answer.data?.items ?? {});
  const isPaged = method.name === 'list' && ids.length === 0 && answer.next_cursor !== undefined;
  return isPaged && item ? [method, iterateOf(method, item)] : [method];
}

function bodyOf(
  type: string | undefined,
  schema: Schema | undefined,
  facts: MethodFacts & { readonly isChange: boolean },
): Body | undefined {
  if (type === undefined) return undefined;
  const { bodyName: name = 'body', isBodyRequired = false, isChange } = facts;
  const isOptional = !schema?.required?.length && !isBodyRequired && !isChange;
  return { name, type, isOptional };
}

function iterateOf({ typescript: _, ...list }: Method, result: string): Method {
  const path = `${ownerOf(list.path)}.iterate`;
  return {
    ...list,
    ...METHODS[path],
    path,
    name: 'iterate',
    doc: DOCS[path] ?? 'Os itens de todas as páginas.',
    kind: 'pages',
    result,
  };
}

function acceptOf(operation: PlacedOperation, kind: Method['kind']): string | undefined {
  if (kind === 'nothing') return '*/*';
  if (kind !== 'bytes') return undefined;
  const types = mediaTypesOf(operation).filter((type) => type !== PLAIN_BYTES);
  if (types.includes(SVG)) return undefined;
  return types.length === 1 ? types[0] : '*/*';
}

/** The names of parameters, with another one for the first. */
export function withFirst(ids: readonly string[], first: string | undefined): readonly string[] {
  return ids.map((id, index) => (index === 0 ? (first ?? id) : id));
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** The resource of a method, or the resource of which another is a part; '' for the client. */
function ownerOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}
