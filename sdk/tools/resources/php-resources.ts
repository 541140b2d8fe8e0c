import {
  camel,
  docComment,
  listed,
  listNameOf,
  pathExpression,
  typesIn,
  typesOf,
} from './layout.ts';
import type { Method, Pages, Resource } from './resources.ts';

const MEMBER = ['    ', '    '] as const;
const STATEMENT = ['        ', '    '] as const;

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
  const used = methods.flatMap(typesOf);
  const imports = typesIn(used, types).map(
    (type) =>
      `@phpstan-import-type ${type} from Types` +
      (type === name ? ` as ${listNameOf(type, classes)}` : ''),
  );
  const own = used.includes('RequestRecord') ? REQUEST_RECORD : [];
  const fields = parts.map(
    (part) => `    public readonly ${classOf(part)} $${camel(part.name)};\n`,
  );
  const made = parts.map(
    (part) => `        $this->${camel(part.name)} = new ${classOf(part)}($api);\n`,
  );
  const members = methods.flatMap((method) =>
    renderMethod({ ...method, result: listNameOf(method.result, classes) }),
  );
  const text = `${docComment(doc, [[...imports, ...own]], '')}final class ${name}
{
${fields.join('')}${fields.length > 0 ? '\n' : ''}    /** @internal */
    public function __construct(private readonly Api $api)
    {
${made.join('')}    }
${members.join('')}}
`;
  const uses = ['EventStream', 'Http\\Api', 'Http\\Call', 'Pages', 'Types'].filter((one) =>
    new RegExp(`\\b${one.replace(/.*\\/, '')}\\b`).test(text),
  );
  return `${uses.map((one) => `use PixGateway\\${one};\n`).join('')}\n${text}`;
}

function renderMethod(method: Method): readonly string[] {
  const { kind, result, body, filters, pages } = method;
  const returned = { object: 'array', bytes: 'string', nothing: 'void', stream: '\\Generator' }[
    kind
  ];
  const tags = {
    object: [`@return ${result}`],
    bytes: [],
    nothing: [],
    stream: [`@return \\Generator<int, ${result}>`],
  }[kind];
  const given = [
    ...(body ? [`@param ${body.type} $${body.name}`] : []),
    ...(filters === undefined ? [] : [`@param ${filters} $filters`]),
  ];
  const end = kind === 'stream' ? ' Termine com `break`. Precisa da extensão curl.' : '';
  const doc = docComment(method.doc + end, [given, tags], '    ');
  const head = headOf(camel(method.name), parametersOf(method), returned);
  const lines = statementsOf(method).map((line) => (line === '' ? '\n' : `        ${line}\n`));
  return [
    `\n${doc}    ${head}${lines.join('')}    }\n`,
    ...(pages ? [renderIterate(method, pages)] : []),
  ];
}

function headOf(name: string, parameters: readonly string[], returned: string): string {
  const head = listed(`public function ${name}(`, parameters, `): ${returned}`, MEMBER);
  return head.includes('\n') ? `${head} {\n` : `${head}\n    {\n`;
}

function parametersOf({ ids, body, filters, isImage, isKeyed, hasTimeout }: Method) {
  return [
    ...ids.map((id) => `string $${camel(id)}`),
    ...(body ? [`array $${body.name}${body.isOptional ? ' = []' : ''}`] : []),
    ...(filters === undefined ? [] : ['array $filters = []']),
    ...(isImage ? ["string $format = 'png'"] : []),
    ...(isKeyed ? ['?string $idempotencyKey = null'] : []),
    ...(hasTimeout ? ['?float $timeoutSeconds = null'] : []),
  ];
}

function statementsOf(method: Method): readonly string[] {
  const { kind, ids, filters, isImage, isAwaited, result, verb } = method;
  const path = pathExpression(method, 'Api::path', (id) => `$${camel(id)}`);
  const place = ids.length > 0 ? '$path' : path;
  if (kind === 'stream') {
    const call = ['$this->api', place, ...(filters === undefined ? [] : ['$filters'])];
    return [
      `/** @var EventStream<${result}> $stream */`,
      `$stream = new EventStream(${call.join(', ')});`,
      '',
      'return $stream->follow();',
    ];
  }
  const call = listed('new Call(', [`'${verb}'`, place, ...factsOf(method)], ')', STATEMENT);
  const json = `$this->api->json(${call})`;
  const read = `fn (): array => $this->retrieve(${ids.map((id) => `$${camel(id)}`)})`;
  const before = [
    ...(ids.length > 0 ? [`$path = ${path};`] : []),
    ...(isImage ? ["$accept = $format === 'svg' ? 'image/svg+xml' : 'image/png';"] : []),
    ...(isAwaited ? [`$asked = ${json};`] : []),
  ];
  const last = {
    object: isAwaited ? `return $this->api->settle($asked, ${read});` : `return ${json};`,
    bytes: `return $this->api->send(${call})->body;`,
    nothing: `$this->api->send(${call});`,
  }[kind];
  return [...before, ...(before.length > 0 && kind !== 'nothing' ? [''] : []), last];
}

function factsOf({ filters, body, accept, isImage, isKeyed, isRepeatable, hasTimeout }: Method) {
  return [
    ...(filters === undefined ? [] : ['query: $filters']),
    ...(body ? [`body: $${body.name}`] : []),
    ...(isImage ? ['accept: $accept'] : []),
    ...(accept === undefined ? [] : [`accept: '${accept}'`]),
    ...(isKeyed ? ['isKeyed: true', 'idempotencyKey: $idempotencyKey'] : []),
    ...(hasTimeout ? ['timeoutSeconds: $timeoutSeconds'] : []),
    ...(isRepeatable ? ['isRepeatable: true'] : []),
  ];
}

function renderIterate({ filters, paging }: Method, { doc, item }: Pages): string {
  const text = doc ?? 'Os itens de todas as páginas: `foreach (… as $item)`.';
  const tags = [[`@param ${filters} $filters`], [`@return \\Generator<int, ${item}>`]];
  const more = paging ? [`'${paging.cursor}'`, `'${paging.replaces}'`] : [];
  const call = ['$this->list(...)', '$filters', ...more];
  return `
${docComment(text, tags, '    ')}    ${headOf('iterate', ['array $filters = []'], '\\Generator')}        return Pages::iterate(${call.join(', ')});
    }
`;
}
