import { SDK_CALLS, type SdkCall } from '../../../gateway/src/host/reference/sdk-calls.ts';
import { type NamedSchemas, pascal, referredName } from '../named-schemas.ts';
import {
  mediaTypesOf,
  type OpenApiDocument,
  operationsOf,
  type PlacedOperation,
} from '../openapi.ts';
import {
  ITERATE_DOCS,
  type MethodFacts,
  OTHER_CALLS,
  RESOURCES,
  SETTLED,
  WITH_TIMEOUT,
} from './sdk-facts.ts';

/** A class of the SDKs: the methods of `charges`, or of `test.clocks`. */
export interface Resource {
  /** How the resource that it is a part of names it: `clocks`; '' for the client. */
  readonly name: string;
  readonly className: string;
  readonly doc: string | undefined;
  readonly methods: readonly Method[];
  readonly parts: readonly Resource[];
}

export interface Method {
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
  readonly body:
    | { readonly name: string; readonly type: string; readonly isOptional: boolean }
    | undefined;
  /** The type of the filters of its query. */
  readonly filters: string | undefined;
  /** `pages` is `iterate`, which reads all pages of `list`; `settled` reads until it is settled. */
  readonly kind: 'object' | 'settled' | 'bytes' | 'nothing' | 'stream' | 'pages';
  /** The type of the object that it returns, or of an item. */
  readonly result: string;
  /** The media type of an answer that is not JSON; IMAGE: the caller chooses. */
  readonly accept: string | undefined;
  /** The operation takes an Idempotency-Key. */
  readonly isKeyed: boolean;
  readonly isRepeatable: boolean;
  /** Python and PHP take a time-out for the call. */
  readonly hasTimeout: boolean;
  /** `iterate` continues by `after`, which replaces `since`, and not by `cursor`. */
  readonly isFeed: boolean;
}

const DEPRECATED = 'Obsoleta: a página da operação em /docs diz o que usar.';

/** PNG or SVG. */
export const IMAGE = 'image/*';
/** The type of an item when the document has no schema of it. */
const STREAMED: Readonly<Record<string, string>> = { stream: 'WebhookEvent' };

/**
 * The resources of the SDKs, a part of another before it and the client last. Throws when an
 * operation has no method, or when a table names something that does not exist.
 */
export function resourcesOf(document: OpenApiDocument, named: NamedSchemas): readonly Resource[] {
  // In the order of the document, so that the files change only with it.
  const methods = operationsOf(document).flatMap((operation) => {
    const call = SDK_CALLS[operation.operationId];
    if (!call) throw new Error(`SDK_CALLS has no method for ${operation.operationId}`);
    const others = OTHER_CALLS[operation.operationId] ?? [];
    return [call, ...others].flatMap((each) => methodsOf(each, operation, named));
  });
  const byOwner = Map.groupBy(methods, ({ path }) => ownerOf(path));
  const tables = [...Object.keys(RESOURCES), ...Object.keys(ITERATE_DOCS)];
  const stale = tables.filter((name) => !byOwner.has(name));
  if (stale.length > 0) throw new Error(`sdk-facts.ts names ${stale.join(', ')}`);
  const owners = [...byOwner.keys()];
  const resource = (path: string): Resource => ({
    name: lastOf(path),
    className: RESOURCES[path]?.className ?? pascal(lastOf(path)),
    doc: RESOURCES[path]?.doc,
    methods: byOwner.get(path) ?? [],
    parts: owners.filter((part) => part !== '' && ownerOf(part) === path).map(resource),
  });
  return owners.map(resource).toSorted((a, b) => a.parts.length - b.parts.length);
}

/** The method of an operation and, when it lists pages, the one that reads all of them. */
function methodsOf(
  { method: path, ...facts }: MethodFacts,
  operation: PlacedOperation,
  { schemas, operations }: NamedSchemas,
): readonly Method[] {
  const { operationId, method: verb, parameters = [] } = operation;
  const types = operations[operationId] ?? {};
  const answer = schemas[types.result ?? '']?.properties ?? {};
  const parts = operation.path.split(/\/\{(\w+)\}/);
  const ids = parts.filter((_, index) => index % 2 === 1);
  const owner = ownerOf(path);
  const isChange = verb === 'patch';
  const isSettled = path === SETTLED;
  // An empty change is refused, although none of its fields is required.
  const needsField = isChange || isSettled;
  const method: Method = {
    path,
    name: lastOf(path),
    doc: docOf(facts, operation),
    verb: verb.toUpperCase(),
    texts: parts.filter((_, index) => index % 2 === 0),
    ids: ids.map((id, index) => (index === 0 ? (RESOURCES[owner]?.id ?? id) : id)),
    body: bodyOf(path, types.body, needsField || schemas[types.body ?? '']?.required?.length),
    filters: types.query,
    kind: isSettled ? 'settled' : (facts.result ?? 'object'),
    result: facts.type ?? types.result ?? STREAMED[facts.result ?? ''] ?? '',
    accept: acceptOf(facts.result, mediaTypesOf(operation)),
    isKeyed: parameters.some(({ name }) => name === 'Idempotency-Key'),
    isRepeatable: facts.isRepeatable === true || isChange,
    hasTimeout: WITH_TIMEOUT.includes(path),
    isFeed: parameters.some(({ name }) => name === 'after'),
  };
  const isPaged = method.name === 'list' && ids.length === 0 && answer.next_cursor;
  return isPaged ? [method, iterateOf(method, referredName(answer.data?.items ?? {}))] : [method];
}

function docOf(
  { summary: own, note }: Omit<MethodFacts, 'method'>,
  { summary, deprecated }: PlacedOperation,
): string {
  return [`${own ?? summary}.`, deprecated && DEPRECATED, note].filter(Boolean).join(' ');
}

function bodyOf(path: string, type: string | undefined, isRequired: unknown): Method['body'] {
  const name = path.endsWith('_settings') ? 'settings' : 'body';
  return type === undefined ? undefined : { name, type, isOptional: !isRequired };
}

function iterateOf(list: Method, result = ''): Method {
  const owner = ownerOf(list.path);
  const doc = ITERATE_DOCS[owner] ?? 'Os itens de todas as páginas.';
  return { ...list, path: `${owner}.iterate`, name: 'iterate', doc, kind: 'pages', result };
}

function acceptOf(result: SdkCall['result'], types: readonly string[]): string | undefined {
  if (result === 'nothing') return '*/*';
  if (result !== 'bytes') return undefined;
  if (types.includes('image/svg+xml')) return IMAGE;
  const [only = '*/*', ...others] = types.filter((type) => type !== 'application/octet-stream');
  return others.length === 0 ? only : '*/*';
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** The resource of a method, or the resource of which another is a part; '' for the client. */
function ownerOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}
