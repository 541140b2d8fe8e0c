import { listed, listNameOf, pathExpression, present, typesIn, wrap } from './layout.ts';
import { type Method, type Resource, withFirst } from './resources.ts';

const TOP = ['', '    '] as const;
const MEMBER = ['    ', '    '] as const;
const STATEMENT = ['        ', '    '] as const;
const COLUMNS = 100;
/** Sentences that only this language's docstrings have. */
const HINTS: Readonly<Record<string, string>> = {
  stream: ' Termine com `break`.',
  pages: ' Leia-os com `for item in …`.',
};

/** The classes of the resources, as a module beside `types.py`. */
export function renderPythonResources(
  resources: readonly Resource[],
  types: ReadonlySet<string>,
): string {
  const classes = new Set(resources.map(({ className }) => className));
  const used = resources.flatMap(({ methods }) => methods);
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
        ids: withFirst(method.ids, pythonId),
        result: listNameOf(method.result, classes),
      }),
    ),
  ];
  const words = doc === undefined ? '' : `${docstring(doc, '    ')}\n`;
  return `\nclass ${className}(Resource):\n${words}${members.join('\n')}`;
}

function renderMethod(method: Method): string {
  const { name, kind, result } = method;
  const returned = {
    object: result,
    bytes: 'bytes',
    nothing: 'None',
    stream: `Iterator[${result}]`,
    pages: `Iterator[${result}]`,
  }[kind];
  const head = listed(`def ${name}(`, parametersOf(method), `) -> ${returned}:`, MEMBER);
  const doc = docstring(method.doc + (HINTS[kind] ?? ''), '        ');
  const lines = statementsOf(method).map((line) => `        ${line}\n`);
  return `    ${head}\n${doc}${lines.join('')}`;
}

function parametersOf(method: Method): readonly string[] {
  const { ids, body, filters, pythonFilters, isImage, isKeyed, hasTimeout } = method;
  const optional = (name: string, type: string) => `${name}: Optional[${type}] = None`;
  return present(
    'self',
    ...ids.map((id) => `${id}: str`),
    body && (body.isOptional ? optional(body.name, body.type) : `${body.name}: ${body.type}`),
    filters && optional('filters', filters),
    filters && `**more: ${pythonFilters ?? `Unpack[${filters}]`}`,
    (isImage || isKeyed || hasTimeout) && '*',
    isImage && 'format: str = "png"',
    isKeyed && optional('idempotency_key', 'str'),
    hasTimeout && optional('timeout', 'float'),
  );
}

function statementsOf(method: Method): readonly string[] {
  const { kind, ids, filters, isImage, isAwaited, result, paging = [] } = method;
  const path = pathExpression(method, 'path_of', String).replaceAll("'", '"');
  const place = ids.length > 0 ? 'path' : path;
  if (kind === 'stream') {
    const query = filters ? 'merged(filters, more)' : '{}';
    return [`return cast(Iterator[${result}], follow(self._http, ${place}, ${query}))`];
  }
  if (kind === 'pages') {
    const call = ['read', 'merged(filters, more)', ...paging.map((name) => `"${name}"`)];
    const read = `read = lambda query: self.list(cast(${filters}, query))`;
    return [read, `return iterate(${call.join(', ')})`];
  }
  const read = `self._http.settle(self._http.json(call), lambda: self.retrieve(${ids}))`;
  return present(
    ids.length > 0 && `path = ${path}`,
    isImage && 'accept = "image/svg+xml" if format == "svg" else "image/png"',
    listed('call = Call(', [`"${method.verb}"`, place, ...factsOf(method)], ')', STATEMENT),
    {
      object: `return cast(${result}, ${isAwaited ? read : 'self._http.json(call)'})`,
      bytes: 'return self._http.send(call)',
      nothing: 'self._http.send(call)',
    }[kind],
  );
}

function factsOf({ filters, body, accept, isImage, isKeyed, isRepeatable, hasTimeout }: Method) {
  return present(
    filters && 'query=merged(filters, more)',
    body && `body=${body.name}${body.isOptional ? ' or {}' : ''}`,
    isImage && 'accept=accept',
    accept && `accept="${accept}"`,
    isKeyed && 'is_keyed=True',
    isKeyed && 'idempotency_key=idempotency_key',
    hasTimeout && 'timeout=timeout',
    isRepeatable && 'is_repeatable=True',
  );
}

/** In one line, or the first sentence apart from the others (PEP 257). */
function docstring(text: string, indent: string): string {
  const line = `${indent}"""${text}"""\n`;
  const [first = '', ...others] = text.split(/(?<=\.) /);
  if (line.length <= COLUMNS || others.length === 0) return line;
  const rows = wrap(others.join(' '), COLUMNS - indent.length).map((row) => `${indent}${row}\n`);
  return `${indent}"""${first}\n\n${rows.join('')}${indent}"""\n`;
}
