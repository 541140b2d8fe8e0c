import { goComment, goName } from '../render-go.ts';
import { type Kinds, listed, present } from './layout.ts';
import { IMAGE, type Method, type Resource } from './resources.ts';

const ITEMS = 'iter.Seq2[$, error]';
const KINDS: Kinds = {
  object: { type: '(*$, error)', open: 'return sendJSON[$](', close: ')' },
  settled: { type: '(*$, error)', open: 'return settle[$](', close: ')' },
  bytes: { type: '([]byte, error)', open: 'return r.api.send(', close: ')' },
  nothing: { type: 'error', open: '_, err := r.api.send(', close: ')\n\treturn err' },
  stream: { type: ITEMS, open: 'return follow[$](', close: ')', hint: ' Termine com `break`.' },
  pages: { type: ITEMS, open: 'return iterate[$](', close: ')' },
};

/** The structs of the resources, with their methods. */
export function renderGoResources(resources: readonly Resource[]): string {
  return resources.map(renderResource).join('\n');
}

/** The client keeps its name; `Charges` is `ChargesAPI`, because types have such names. */
function structOf({ name, className }: Resource): string {
  return name === '' ? className : `${className}API`;
}

function renderResource(resource: Resource): string {
  const { doc, parts, methods } = resource;
  const struct = structOf(resource);
  const fields = parts.map(
    (part) => `\n${goComment(part.doc, '\t')}\t${goName(part.name)} *${structOf(part)}\n`,
  );
  const made = parts.map((part) => `\tfound.${goName(part.name)} = new${structOf(part)}(api)\n`);
  return `${goComment(doc === undefined ? undefined : `${struct}: ${doc}`)}type ${struct} struct {
\tapi *api
${fields.join('')}}

func new${struct}(api *api) *${struct} {
\tfound := &${struct}{api: api}
${made.join('')}\treturn found
}
${methods.map((method) => renderMethod(struct, method)).join('')}`;
}

function renderMethod(struct: string, method: Method): string {
  const name = goName(method.name);
  const { type, open, close, hint = '' } = KINDS[method.kind];
  const head = listed(
    `func (r *${struct}) ${name}(`,
    parametersOf(method),
    `) ${type.replace('$', method.result)} {`,
    '',
    '\t',
  );
  const doc = goComment(`${name}: ${method.doc}${hint}`);
  const sent = `${open.replace('$', method.result)}${argumentsOf(method).join(', ')}${close}`;
  const lines = [...requestOf(method), sent].map((line) => `\t${line}\n`).join('');
  return `\n${doc}${head}\n${lines}}\n`;
}

function parametersOf({ ids, body, filters, accept }: Method): readonly string[] {
  return present(
    'ctx context.Context',
    ...ids.map((id) => `${parameter(id)} string`),
    body && `${body.name} ${body.type}`,
    filters && `filters ${filters}`,
    accept === IMAGE && 'format string',
    'options ...Option',
  );
}

/** `internal_id` as `internalID`. */
function parameter(id: string): string {
  const name = goName(id);
  return name === 'ID' ? 'id' : name.charAt(0).toLowerCase() + name.slice(1);
}

function requestOf(method: Method): readonly string[] {
  const { verb, texts, ids, body, filters, accept, isKeyed, isRepeatable } = method;
  const path = texts.flatMap((text, index) => {
    const id = ids[index];
    return [...(text === '' ? [] : [`"${text}"`]), ...(id === undefined ? [] : [parameter(id)])];
  });
  return present(
    `call := newRequest("${verb}", ${path.join(', ')})`,
    filters && 'call.query = filters',
    body && `call.body = ${body.name}`,
    accept && `call.accept = ${accept === IMAGE ? 'imageType(format)' : `"${accept}"`}`,
    isKeyed && 'call.isKeyed = true',
    isRepeatable && 'call.isRepeatable = true',
  );
}

function argumentsOf({ kind, isFeed }: Method): readonly string[] {
  const cursors = isFeed ? ['"after"', '"since"'] : ['"cursor"', '"cursor"'];
  const isMethod = kind === 'bytes' || kind === 'nothing';
  return [
    'ctx',
    ...(isMethod ? [] : ['r.api']),
    'call',
    ...(kind === 'pages' ? cursors : []),
    'options',
  ];
}
