import { camel, docComment, type Kinds, listed, pathExpression, present } from './layout.ts';
import { IMAGE, type Method, type Resource } from './resources.ts';

const KINDS: Kinds = {
  object: { type: 'array', open: 'return $this->api->json(new Call(', close: '));' },
  settled: { type: 'array', open: 'return $this->api->settle(new Call(', close: '));' },
  bytes: { type: 'string', open: 'return $this->api->send(new Call(', close: '))->body;' },
  nothing: { type: 'void', open: '$this->api->send(new Call(', close: '));' },
  stream: {
    type: '\\Generator',
    open: 'return EventStream::follow($this->api, new Call(',
    close: '));',
    hint: ' Termine com `break`. Precisa da extensão curl.',
  },
  pages: {
    type: '\\Generator',
    open: 'return Pages::iterate(',
    close: ');',
    hint: ' Leia-os com `foreach (… as $item)`.',
  },
};

/** The class of each resource, by its name, with what it uses. */
export function renderPhpResources(
  resources: readonly Resource[],
  types: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    resources.map((resource) => [resource.className, renderClass(resource, types)]),
  );
}

function renderClass(resource: Resource, types: ReadonlySet<string>): string {
  const { name, className, doc, parts, methods } = resource;
  // A type that has the name of its class gets another one there: `WebhookExamList`.
  const listName = className.replace(/s$/, 'List');
  const used = methods.flatMap(({ body, filters, result }) => present(body?.type, filters, result));
  const imports = [...new Set(used)]
    .filter((type) => types.has(type))
    .sort()
    .map((type) =>
      type === className ? `${type} from Types as ${listName}` : `${type} from Types`,
    )
    .map((type) => `@phpstan-import-type ${type}`);
  const members = methods.map((method) =>
    renderMethod(method.result === className ? { ...method, result: listName } : method),
  );
  const fields = parts.map(
    (part) =>
      `${docComment(part.doc, '    ')}    public readonly ${part.className} $${camel(part.name)};\n`,
  );
  const made = parts.map(
    (part) => `        $this->${camel(part.name)} = new ${part.className}($api);\n`,
  );
  // The client that users make extends its resources.
  const text = `${docComment(doc, '', [imports])}${name === '' ? 'abstract' : 'final'} class ${className}
{
${fields.join('')}${fields.length > 0 ? '\n' : ''}    /** @internal */
    public function __construct(private readonly Api $api)
    {
${made.join('')}    }
${members.join('')}}
`;
  const uses = ['EventStream', 'Http\\Api', 'Http\\Call', 'Pages', 'Types'].filter((path) =>
    new RegExp(`\\b${path.replace(/.*\\/, '')}\\b`).test(text),
  );
  return `${uses.map((path) => `use PixGateway\\${path};\n`).join('')}\n${text}`;
}

function renderMethod(method: Method): string {
  const { name, result, body, filters } = method;
  const { type, open, close, hint = '' } = KINDS[method.kind];
  const given = present(
    body && `@param ${body.type} $${body.name}`,
    filters && `@param ${filters} $filters`,
  );
  const items = type === '\\Generator' && `@return \\Generator<int, ${result}>`;
  const answered = present(type === 'array' ? `@return ${result}` : items);
  const words = docComment(method.doc + hint, '    ', [given, answered]);
  const declared = `public function ${camel(name)}(`;
  const head = listed(declared, parametersOf(method), `): ${type}`, '    ');
  const brace = head.includes('\n') ? ' {' : '\n    {';
  const statement = listed(open, argumentsOf(method), close, '        ');
  return `\n${words}    ${head}${brace}\n        ${statement}\n    }\n`;
}

function parametersOf({ ids, body, filters, accept, isKeyed, hasTimeout }: Method) {
  return present(
    ...ids.map((id) => `string $${camel(id)}`),
    body && `array $${body.name}${body.isOptional ? ' = []' : ''}`,
    filters && 'array $filters = []',
    accept === IMAGE && "string $format = 'png'",
    isKeyed && '?string $idempotencyKey = null',
    hasTimeout && '?float $timeoutSeconds = null',
  );
}

function argumentsOf(method: Method): readonly string[] {
  const { kind, filters, body, accept, isKeyed, isRepeatable, hasTimeout, isFeed } = method;
  if (kind === 'pages') {
    return present('$this->list(...)', '$filters', isFeed && "'after'", isFeed && "'since'");
  }
  const ids = method.ids.map((id) => `$${camel(id)}`);
  return present(
    `'${method.verb}'`,
    pathExpression({ ...method, ids }, 'Api::path'),
    filters && 'query: $filters',
    body && `body: $${body.name}`,
    accept && `accept: ${accept === IMAGE ? 'Api::imageType($format)' : `'${accept}'`}`,
    isKeyed && 'isKeyed: true',
    isKeyed && 'idempotencyKey: $idempotencyKey',
    hasTimeout && 'timeoutSeconds: $timeoutSeconds',
    isRepeatable && 'isRepeatable: true',
  );
}
