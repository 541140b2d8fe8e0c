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

export interface Method extends Omit<MethodFacts, 'body'> {
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
  readonly kind: 'object' | 'bytes' | 'nothing' | 'stream';
  /** The type of the object that it returns, or of the items of its stream. */
  readonly result: string;
  /** The media type of an answer that is not JSON, unless the caller chooses it. */
  readonly accept: string | undefined;
  /** The caller chooses between PNG and SVG. */
  readonly isImage: boolean;
  /** The operation takes an Idempotency-Key. */
  readonly isKeyed: boolean;
  readonly pages: Pages | undefined;
}

export interface Body {
  /** As the methods name their argument. */
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
}

/** How `iterate` reads all pages of a list. */
export interface Pages {
  readonly doc: string | undefined;
  readonly item: string;
}

interface Call {
  /** The resource and the method: `test.clocks.create`. */
  readonly path: string;
  readonly operationId: string;
  readonly kind: Method['kind'];
  readonly result?: string;
}

/** Of every file: its bytes with no type that says more. */
const PLAIN_BYTES = 'application/octet-stream';
const SVG = 'image/svg+xml';

/**
 * The resources of the SDKs; a part of another comes before it. Throws when SDK_CALLS or a table of
 * this folder names something that does not exist.
 */
export function resourcesOf(document: OpenApiDocument, named: NamedSchemas): readonly Resource[] {
  const operations = new Map(operationsOf(document).map((one) => [one.operationId, one]));
  const calls = callsOf();
  refuseStale(calls);
  const byOwner = Map.groupBy(calls, ({ path }) => ownerOf(path));
  const resource = (path: string): Resource => ({
    ...RESOURCES[path],
    name: lastOf(path),
    className: RESOURCES[path]?.className ?? pascal(lastOf(path)),
    doc: DOCS[path],
    methods: (byOwner.get(path) ?? []).map((call) => {
      const operation = operations.get(call.operationId);
      if (operation) return methodOf(call, operation, named);
      throw new Error(`SDK_CALLS names ${call.operationId}, which the document does not have`);
    }),
    parts: [...byOwner.keys()].filter((part) => ownerOf(part) === path).map(resource),
  });
  return [...byOwner.keys()].map(resource).toSorted((a, b) => a.parts.length - b.parts.length);
}

/** The methods of resources; `balance` is a method of the client. */
function callsOf(): readonly Call[] {
  const calls = Object.entries(SDK_CALLS).map(([operationId, { method, result }]) => ({
    path: method,
    operationId,
    kind: result ?? ('object' as const),
  }));
  const others = Object.entries(METHODS).flatMap(([path, { also }]) =>
    also ? [{ path, kind: 'object' as const, ...also }] : [],
  );
  return [...others, ...calls].filter(({ path }) => path.includes('.'));
}

function refuseStale(calls: readonly Call[]): void {
  const known = new Set(calls.flatMap(({ path }) => [ownerOf(path), path]));
  const named = [DOCS, METHODS, RESOURCES].flatMap((table) => Object.keys(table));
  const stale = named.filter((name) => !known.has(name.replace(/\.iterate$/, '.list')));
  if (stale.length > 0) throw new Error(`tables of sdk/tools/resources name ${stale.join(', ')}`);
}

function methodOf(
  { path, operationId, kind, result }: Call,
  operation: PlacedOperation,
  { schemas, operations }: NamedSchemas,
): Method {
  const types = operations[operationId] ?? {};
  const { body = 'body', isBodyRequired, ...facts } = METHODS[path] ?? {};
  const firstId = RESOURCES[ownerOf(path)]?.id;
  const parts = operation.path.split(/\/\{(\w+)\}/);
  const ids = parts.filter((_, index) => index % 2 === 1);
  const isEmptyAllowed = !(isBodyRequired || schemas[types.body ?? '']?.required?.length);
  return {
    ...facts,
    name: lastOf(path),
    doc: DOCS[path] ?? `${operation.summary}.`,
    verb: operation.method.toUpperCase(),
    texts: parts.filter((_, index) => index % 2 === 0),
    ids: ids.map((id, index) => (index === 0 ? (firstId ?? id) : id)),
    // A change without a field is a mistake of the caller.
    body:
      types.body === undefined
        ? undefined
        : {
            name: body,
            type: types.body,
            isOptional: isEmptyAllowed && operation.method !== 'patch',
          },
    filters: types.query,
    kind,
    result: result ?? facts.item ?? types.result ?? '',
    accept: acceptOf(operation, kind),
    isImage: mediaTypesOf(operation).includes(SVG),
    isRepeatable: facts.isRepeatable === true || operation.method === 'patch',
    isKeyed: (operation.parameters ?? []).some(({ name }) => name === 'Idempotency-Key'),
    pages: pagesOf(path, schemas[types.result ?? '']),
  };
}

function acceptOf(operation: PlacedOperation, kind: Method['kind']): string | undefined {
  if (kind === 'nothing') return '*/*';
  if (kind !== 'bytes') return undefined;
  const types = mediaTypesOf(operation).filter((type) => type !== PLAIN_BYTES);
  if (types.includes(SVG)) return undefined;
  return types.length === 1 ? types[0] : '*/*';
}

function pagesOf(path: string, page: Schema | undefined): Pages | undefined {
  const { data, next_cursor: cursor } = page?.properties ?? {};
  const item = referredName(data?.items ?? {});
  if (lastOf(path) !== 'list' || cursor === undefined || item === undefined) return undefined;
  return { doc: DOCS[`${ownerOf(path)}.iterate`], item };
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** The resource of a method, or the resource of which another is a part; '' for the client. */
function ownerOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}
