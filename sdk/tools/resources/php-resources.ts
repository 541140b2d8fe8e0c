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

const MEMBER = ['    ', '    '] as const;
const STATEMENT = ['        ', '    '] as const;
/** Sentences that only this language's doc comments have. */
const HINTS: Readonly<Record<string, string>> = {
  stream: ' Termine com `break`. Precisa da extensão curl.',
  pages: ' Leia-os com `foreach (… as $item)`.',
};
/** Written by hand: the document has no schema of a stream's items. */
const REQUEST_RECORD = [
  '@phpstan-type RequestRecord array{',
  '  request_id: string,',
  '  started_at: string,',
  '  method: string,',
  '  path: string,',
  '  operation: ?string,',
  '  status: int,',
  '  duration_ms: int,',
  '  idempotency_replayed: bool,',
  '  code: ?string,',
  '  omitted: int,',
  '}',
];

/** The class of each resource, by its name, with what it uses. */
export function renderPhpResources(
  resources: readonly Resource[],
  types: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    resources.map((resource) => [classOf(resource), renderClass(resource, types)]),
  );
}

function classOf({ phpClass, className }: Resource): string {
  return phpClass ?? className;
}

function renderClass(resource: Resource, types: ReadonlySet<string>): string {
  const { doc, parts, methods } = resource;
  const name = classOf(resource);
  const classes = new Set([name]);
  const imports = typesIn(methods, types).map(
    (type) =>
      `@phpstan-import-type ${type} from Types` +
      (type === name ? ` as ${listNameOf(type, classes)}` : ''),
  );
  const hasRecord = methods.some(({ item }) => item === 'RequestRecord');
  const fields = parts.map(
    (part) => `    public readonly ${classOf(part)} $${camel(part.name)};\n`,
  );
  const made = parts.map(
    (part) => `        $this->${camel(part.name)} = new ${classOf(part)}($api);\n`,
  );
  const members = methods.map((method) =>
    renderMethod({ ...method, result: listNameOf(method.result, classes) }),
  );
  const text = `${docComment(doc, [[...imports, ...(hasRecord ? REQUEST_RECORD : [])]], '')}final class ${name}
{
${fields.join('')}${fields.length > 0 ? '\n' : ''}    /** @internal */
    public function __construct(private readonly Api $api)
    {
${made.join('')}    }
${members.join('')}}
`;
  const uses = ['EventStream', 'Http\\Api', 'Http\\Call', 'Pages', 'Types'].filter((used) =>
    new RegExp(`\\b${used.replace(/.*\\/, '')}\\b`).test(text),
  );
  return `${uses.map((used) => `use PixGateway\\${used};\n`).join('')}\n${text}`;
}

function renderMethod(method: Method): string {
  const { name, doc, kind, result, body, filters } = method;
  const [returned, tag] = {
    object: ['array', result],
    bytes: ['string'],
    nothing: ['void'],
    stream: ['\\Generator', `\\Generator<int, ${result}>`],
    pages: ['\\Generator', `\\Generator<int, ${result}>`],
  }[kind];
  const given = present(
    body && `@param ${body.type} $${body.name}`,
    filters && `@param ${filters} $filters`,
  );
  const words = docComment(
    doc + (HINTS[kind] ?? ''),
    [given, present(tag && `@return ${tag}`)],
    '    ',
  );
  const open = `public function ${camel(name)}(`;
  const head = listed(open, parametersOf(method), `): ${returned}`, MEMBER);
  const brace = head.includes('\n') ? ' {' : '\n    {';
  const lines = statementsOf(method).map((line) => (line === '' ? '\n' : `        ${line}\n`));
  return `\n${words}    ${head}${brace}\n${lines.join('')}    }\n`;
}

function parametersOf({ ids, body, filters, isImage, isKeyed, hasTimeout }: Method) {
  return present(
    ...ids.map((id) => `string $${camel(id)}`),
    body && `array $${body.name}${body.isOptional ? ' = []' : ''}`,
    filters && 'array $filters = []',
    isImage && "string $format = 'png'",
    isKeyed && '?string $idempotencyKey = null',
    hasTimeout && '?float $timeoutSeconds = null',
  );
}

function statementsOf(method: Method): readonly string[] {
  const { kind, ids, filters, isImage, isAwaited, result, paging = [] } = method;
  const path = pathExpression(method, 'Api::path', (id) => `$${camel(id)}`);
  const place = ids.length > 0 ? '$path' : path;
  if (kind === 'stream') {
    const call = present('$this->api', place, filters && '$filters');
    return [
      `/** @var EventStream<${result}> $stream */`,
      `$stream = new EventStream(${call.join(', ')});`,
      '',
      'return $stream->follow();',
    ];
  }
  if (kind === 'pages') {
    const call = ['$this->list(...)', '$filters', ...paging.map((name) => `'${name}'`)];
    return [`return Pages::iterate(${call.join(', ')});`];
  }
  const parts = [`'${method.verb}'`, place, ...factsOf(method)];
  const call = (open: string, close: string) =>
    listed(`${open}(new Call(`, parts, `)${close}`, STATEMENT);
  const read = `fn (): array => $this->retrieve(${ids.map((id) => `$${camel(id)}`)})`;
  const before = present(
    ids.length > 0 && `$path = ${path};`,
    isImage && "$accept = $format === 'svg' ? 'image/svg+xml' : 'image/png';",
    isAwaited && call('$asked = $this->api->json', ');'),
  );
  const last = {
    object: isAwaited
      ? `return $this->api->settle($asked, ${read});`
      : call('return $this->api->json', ');'),
    bytes: call('return $this->api->send', ')->body;'),
    nothing: call('$this->api->send', ');'),
  }[kind];
  return [...before, ...(before.length > 0 && kind !== 'nothing' ? [''] : []), last];
}

function factsOf({ filters, body, accept, isImage, isKeyed, isRepeatable, hasTimeout }: Method) {
  return present(
    filters && 'query: $filters',
    body && `body: $${body.name}`,
    isImage && 'accept: $accept',
    accept && `accept: '${accept}'`,
    isKeyed && 'isKeyed: true',
    isKeyed && 'idempotencyKey: $idempotencyKey',
    hasTimeout && 'timeoutSeconds: $timeoutSeconds',
    isRepeatable && 'isRepeatable: true',
  );
}
