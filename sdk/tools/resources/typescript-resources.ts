import {
  camel,
  docComment,
  listed,
  listNameOf,
  pathExpression,
  present,
  typesIn,
} from './layout.ts';
import type { Method, Resource } from './resources.ts';

const TOP = ['', '  '] as const;
const MEMBER = ['  ', '  '] as const;
const STATEMENT = ['    ', '  '] as const;
/** The types that are written by hand. */
const OWN_TYPES = new Set(['FeedEvent', 'RequestRecord']);
const IMAGE_OPTIONS =
  "{ format = 'png', ...options }: RequestOptions & { readonly format?: 'png' | 'svg' } = {}";
/** Sentences that only this language's doc comments have. */
const HINTS: Readonly<Record<string, string>> = {
  stream: ' Termina com `break` ou com `signal`.',
  pages: ' Leia-os com `for await (const item of …)`.',
};

/** The classes of the resources, as a module beside `types.ts`. */
export function renderTypescriptResources(
  resources: readonly Resource[],
  types: ReadonlySet<string>,
): string {
  const classes = new Set(resources.map(({ className }) => className));
  const used = resources.flatMap(({ methods }) => methods.map(forTypescript));
  const imports = typesIn(used, types).map((type) =>
    classes.has(type) ? `${type} as ${listNameOf(type, classes)}` : type,
  );
  return `import { followStream } from '../event-stream.ts';
${listed('import type { ', typesIn(used, OWN_TYPES), " } from '../feed.ts';", TOP)}
import { type Http, type KeyedRequestOptions, pathOf, type RequestOptions } from '../http.ts';
import { iterate } from '../pages.ts';
${listed('import type { ', imports, " } from './types.ts';", TOP)}

${resources.map((resource) => renderClass(resource, classes)).join('\n')}`;
}

function forTypescript(method: Method): Method {
  return { ...method, result: method.typescript ?? method.result };
}

function renderClass(
  { className, doc, parts, methods }: Resource,
  classes: ReadonlySet<string>,
): string {
  const fields = parts.map((part) => `  readonly ${camel(part.name)}: ${part.className};\n`);
  const made = parts.map((part) => `    this.${camel(part.name)} = new ${part.className}(http);\n`);
  const rendered = methods
    .map(forTypescript)
    .map((method) => renderMethod({ ...method, result: listNameOf(method.result, classes) }));
  return `${docComment(doc, [], '')}export class ${className} {
${fields.join('')}  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
${made.join('')}  }
${rendered.join('')}}
`;
}

function renderMethod(method: Method): string {
  const { kind, result } = method;
  const returned = {
    object: `Promise<${result}>`,
    bytes: 'Promise<Uint8Array>',
    nothing: 'Promise<void>',
    stream: `AsyncGenerator<${result}, void, undefined>`,
    pages: `AsyncGenerator<${result}, void, undefined>`,
  }[kind];
  const name = camel(method.name);
  const head = listed(`${name}(`, parametersOf(method), `): ${returned} {`, MEMBER);
  const doc = docComment(method.doc + (HINTS[kind] ?? ''), [], '  ');
  const lines = statementsOf(method).map((line) => `    ${line}\n`);
  return `\n${doc}  ${head}\n${lines.join('')}  }\n`;
}

function parametersOf({ ids, body, filters, kind, isKeyed, isImage }: Method): readonly string[] {
  const options = isKeyed ? 'options?: KeyedRequestOptions' : 'options?: RequestOptions';
  const ofStream = "options: Pick<RequestOptions, 'signal'> = {}";
  return present(
    ...ids.map((id) => `${camel(id)}: string`),
    body && `${body.name}: ${body.type}${body.isOptional ? ' = {}' : ''}`,
    filters && `filters: ${filters} = {}`,
    isImage ? IMAGE_OPTIONS : kind === 'stream' ? ofStream : options,
  );
}

function statementsOf(method: Method): readonly string[] {
  const { ids, filters, kind, isImage, isAwaited, result, paging = [] } = method;
  const path = pathExpression(method, 'pathOf', camel);
  const place = ids.length > 0 ? 'path' : `path: ${path}`;
  const query = present(filters && 'query: filters');
  if (kind === 'stream') {
    const call = [place, ...query, 'signal: options.signal'];
    return [listed('return followStream(this.#http, { ', call, ' });', STATEMENT)];
  }
  if (kind === 'pages') {
    const names = paging.map((name) => `'${name}'`);
    const call = ['(query) => this.list(query, options)', 'filters', ...names];
    return [listed('return iterate(', call, ');', STATEMENT)];
  }
  const send = { object: 'json', bytes: 'bytes', nothing: 'nothing' }[kind];
  const start = isAwaited
    ? `const asked = this.#http.json<${result}>`
    : `return this.#http.${send}`;
  const call = [`method: '${method.verb}'`, place, ...query, ...factsOf(method), 'options'];
  const read = `() => this.retrieve(${ids.map(camel)}, options)`;
  return present(
    ids.length > 0 && `const path = ${path};`,
    isImage && "const accept = format === 'svg' ? 'image/svg+xml' : 'image/png';",
    listed(`${start}({ `, call, ' });', STATEMENT),
    isAwaited && `return this.#http.settle(asked, ${read}, options);`,
  );
}

function factsOf({ accept, kind, isImage, isKeyed, isRepeatable, body }: Method) {
  return present(
    isImage && 'accept',
    kind === 'bytes' && accept && `accept: '${accept}'`,
    isKeyed && 'isKeyed: true',
    isRepeatable && 'isRepeatable: true',
    body && (body.name === 'body' ? 'body' : `body: ${body.name}`),
  );
}
