import { listed, listNameOf, pathExpression, typesIn, typesOf, wrap } from './layout.ts';
import type { Method, Pages, Resource } from './resources.ts';

const TOP = ['', '    '] as const;
const MEMBER = ['    ', '    '] as const;
const STATEMENT = ['        ', '    '] as const;
const COLUMNS = 100;

/** The classes of the resources, as a module beside `types.py`. */
export function renderPythonResources(
  resources: readonly Resource[],
  types: ReadonlySet<string>,
): string {
  const classes = new Set(resources.map(({ className }) => className));
  const used = resources.flatMap(({ methods }) => methods.flatMap(typesOf));
  const [plain, renamed] = [false, true].map((isRenamed) =>
    typesIn(used, types).filter((type) => classes.has(type) === isRenamed),
  );
  const others = (renamed ?? []).map(
    (type) => `from .types import ${type} as ${listNameOf(type, classes)}\n`,
  );
  return `from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Optional, cast

from ._event_stream import follow
from ._http import Call, Http, path_of
from ._pages import iterate, merged
from ._requests import RequestRecord
${listed('from .types import (', plain ?? [], ')', TOP)}
${others.join('')}
if TYPE_CHECKING:
    from typing_extensions import Unpack


class Resource:
    def __init__(self, http: Http) -> None:
        self._http = http

${resources.map((resource) => renderClass(resource, classes)).join('\n')}`;
}

function renderClass(
  { className, doc, parts, methods, pythonId }: Resource,
  classes: ReadonlySet<string>,
): string {
  const made = parts.map((part) => `        self.${part.name} = ${part.className}(http)\n`);
  const open = `    def __init__(self, http: Http) -> None:\n        super().__init__(http)\n`;
  const members = [
    ...(made.length > 0 ? [open + made.join('')] : []),
    ...methods.map((method) =>
      renderMethod({
        ...method,
        ids: method.ids.map((id, index) => (index === 0 ? (pythonId ?? id) : id)),
        result: listNameOf(method.result, classes),
      }),
    ),
  ];
  const words = doc === undefined ? '' : `${docstring(doc, '    ')}\n`;
  return `\nclass ${className}(Resource):\n${words}${members.join('\n')}`;
}

function renderMethod(method: Method): string {
  const { name, kind, result, pages } = method;
  const returned = {
    object: result,
    bytes: 'bytes',
    nothing: 'None',
    stream: `Iterator[${result}]`,
  }[kind];
  const head = listed(`def ${name}(`, parametersOf(method), `) -> ${returned}:`, MEMBER);
  const doc = docstring(
    method.doc + (kind === 'stream' ? ' Termine com `break`.' : ''),
    '        ',
  );
  const lines = statementsOf(method).map((line) => `        ${line}\n`);
  return `    ${head}\n${doc}${lines.join('')}${pages ? renderIterate(method, pages) : ''}`;
}

function parametersOf(method: Method): readonly string[] {
  const { ids, body, isImage, isKeyed, hasTimeout } = method;
  const named = [
    ...(isImage ? ['format: str = "png"'] : []),
    ...(isKeyed ? ['idempotency_key: Optional[str] = None'] : []),
    ...(hasTimeout ? ['timeout: Optional[float] = None'] : []),
  ];
  return [
    'self',
    ...ids.map((id) => `${id}: str`),
    ...(body
      ? [body.isOptional ? optional(body.name, body.type) : `${body.name}: ${body.type}`]
      : []),
    ...filtersOf(method),
    ...(named.length > 0 ? ['*', ...named] : []),
  ];
}

function filtersOf({ filters, pythonFilters }: Method): readonly string[] {
  if (filters === undefined) return [];
  return [optional('filters', filters), `**more: ${pythonFilters ?? `Unpack[${filters}]`}`];
}

function optional(name: string, type: string): string {
  return `${name}: Optional[${type}] = None`;
}

function statementsOf(method: Method): readonly string[] {
  const { kind, ids, filters, isImage, isAwaited, result } = method;
  const path = pathExpression(method, 'path_of', String).replaceAll("'", '"');
  const place = ids.length > 0 ? 'path' : path;
  if (kind === 'stream') {
    const call = ['self._http', place, filters === undefined ? '{}' : 'merged(filters, more)'];
    return [`return cast(Iterator[${result}], follow(${call.join(', ')}))`];
  }
  const read = `self._http.settle(self._http.json(call), lambda: self.retrieve(${ids}))`;
  const answer = isAwaited ? read : 'self._http.json(call)';
  return [
    ...(ids.length > 0 ? [`path = ${path}`] : []),
    ...(isImage ? ['accept = "image/svg+xml" if format == "svg" else "image/png"'] : []),
    listed('call = Call(', [`"${method.verb}"`, place, ...factsOf(method)], ')', STATEMENT),
    {
      object: `return cast(${result}, ${answer})`,
      bytes: 'return self._http.send(call)',
      nothing: 'self._http.send(call)',
    }[kind],
  ];
}

function factsOf({ filters, body, accept, isImage, isKeyed, isRepeatable, hasTimeout }: Method) {
  return [
    ...(filters === undefined ? [] : ['query=merged(filters, more)']),
    ...(body ? [`body=${body.name}${body.isOptional ? ' or {}' : ''}`] : []),
    ...(isImage ? ['accept=accept'] : []),
    ...(accept === undefined ? [] : [`accept="${accept}"`]),
    ...(isKeyed ? ['is_keyed=True', 'idempotency_key=idempotency_key'] : []),
    ...(hasTimeout ? ['timeout=timeout'] : []),
    ...(isRepeatable ? ['is_repeatable=True'] : []),
  ];
}

function renderIterate(method: Method, { doc, item }: Pages): string {
  const { filters, paging } = method;
  const text = doc ?? 'Os itens de todas as páginas: `for item in …`.';
  const parameters = ['self', ...filtersOf(method)];
  const more = paging ? [`"${paging.cursor}"`, `"${paging.replaces}"`] : [];
  const call = ['read', 'merged(filters, more)', ...more];
  return `
    ${listed('def iterate(', parameters, `) -> Iterator[${item}]:`, MEMBER)}
${docstring(text, '        ')}        read = lambda query: self.list(cast(${filters}, query))
        return ${listed('iterate(', call, ')', STATEMENT)}
`;
}

/** In one line, or the first sentence apart from the others (PEP 257). */
function docstring(text: string, indent: string): string {
  const line = `${indent}"""${text}"""\n`;
  const [first = '', ...others] = text.split(/(?<=\.) /);
  if (line.length <= COLUMNS || others.length === 0) return line;
  const rows = wrap(others.join(' '), COLUMNS - indent.length).map((row) => `${indent}${row}\n`);
  return `${indent}"""${first}\n\n${rows.join('')}${indent}"""\n`;
}
