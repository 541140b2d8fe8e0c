import { camel, docComment, type Kinds, listed, pathExpression, present } from './layout.ts';
import { IMAGE, type Method, type Resource } from './resources.ts';

const ITEMS = 'AsyncGenerator<$, void, undefined>';
const KINDS: Kinds = {
  object: { type: 'Promise<$>', open: 'return this.#http.json({ ', close: ' });' },
  settled: { type: 'Promise<$>', open: 'return this.#http.settle({ ', close: ' });' },
  bytes: { type: 'Promise<Uint8Array>', open: 'return this.#http.bytes({ ', close: ' });' },
  nothing: { type: 'Promise<void>', open: 'return this.#http.nothing({ ', close: ' });' },
  stream: {
    type: ITEMS,
    open: 'return followStream(this.#http, { ',
    close: ' });',
    hint: ' Termina com `break` ou com `signal`.',
  },
  pages: {
    type: ITEMS,
    open: 'return iterate(',
    close: ');',
    hint: ' Leia-os com `for await (const item of …)`.',
  },
};
/** Results with a type that is written by hand: the document doesn't say the `data` of each kind. */
const RESULTS: Readonly<Record<string, string>> = {
  'events.list': "Omit<types.EventPage, 'data'> & { readonly data: readonly FeedEvent[] }",
  'events.iterate': 'FeedEvent',
};

/** The classes of the resources, as a module beside `types.ts`. */
export function renderTypescriptResources(resources: readonly Resource[]): string {
  return `import { followStream } from '../event-stream.ts';
import type { FeedEvent } from '../feed.ts';
import {
  type Http,
  type ImageOptions,
  imageType,
  type KeyedRequestOptions,
  pathOf,
  type RequestOptions,
} from '../http.ts';
import { iterate } from '../pages.ts';
import type * as types from './types.ts';

${resources.map(renderClass).join('\n')}`;
}

function renderClass({ className, doc, parts, methods }: Resource): string {
  const fields = parts.map(
    (part) => `${docComment(part.doc, '  ')}  readonly ${camel(part.name)}: ${part.className};\n`,
  );
  const made = parts.map((part) => `    this.${camel(part.name)} = new ${part.className}(http);\n`);
  return `${docComment(doc, '')}export class ${className} {
${fields.join('')}  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
${made.join('')}  }
${methods.map(renderMethod).join('')}}
`;
}

function renderMethod(method: Method): string {
  const { type, open, close, hint = '' } = KINDS[method.kind];
  const returned = type.replace('$', RESULTS[method.path] ?? `types.${method.result}`);
  const head = listed(
    `${camel(method.name)}(`,
    parametersOf(method),
    `): ${returned} {`,
    '  ',
    '  ',
  );
  const statement = listed(open, argumentsOf(method), close, '    ', '  ');
  return `\n${docComment(method.doc + hint, '  ')}  ${head}\n    ${statement}\n  }\n`;
}

function parametersOf({ ids, body, filters, kind, accept, isKeyed }: Method): readonly string[] {
  const ofImage = accept === IMAGE && 'options?: ImageOptions';
  const ofStream = kind === 'stream' && "options?: Pick<RequestOptions, 'signal'>";
  const others = isKeyed ? 'options?: KeyedRequestOptions' : 'options?: RequestOptions';
  return present(
    ...ids.map((id) => `${camel(id)}: string`),
    body && `${body.name}: types.${body.type}${body.isOptional ? ' = {}' : ''}`,
    filters && `filters: types.${filters} = {}`,
    ofImage || ofStream || others,
  );
}

function argumentsOf(method: Method): readonly string[] {
  const { kind, filters, body, accept, isKeyed, isRepeatable, isFeed } = method;
  if (kind === 'pages') {
    const pages = ['(query) => this.list(query, options)', 'filters'];
    return isFeed ? [...pages, "'after'", "'since'"] : pages;
  }
  return present(
    `method: '${method.verb}'`,
    `path: ${pathExpression({ ...method, ids: method.ids.map(camel) }, 'pathOf')}`,
    filters && 'query: filters',
    body && (body.name === 'body' ? 'body' : `body: ${body.name}`),
    accept && `accept: ${accept === IMAGE ? 'imageType(options)' : `'${accept}'`}`,
    isKeyed && 'isKeyed: true',
    isRepeatable && 'isRepeatable: true',
    'options',
  );
}
