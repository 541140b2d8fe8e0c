import { type Kinds, listed, pathExpression, present, wrap } from './layout.ts';
import { IMAGE, type Method, type Resource } from './resources.ts';

const COLUMNS = 100;
const KINDS: Kinds = {
  object: { type: '$', open: 'return cast($, self._http.json(', close: '))' },
  settled: { type: '$', open: 'return cast($, self._http.settle(', close: '))' },
  bytes: { type: 'bytes', open: 'return self._http.send(', close: ')' },
  nothing: { type: 'None', open: 'self._http.send(', close: ')' },
  stream: {
    type: 'Iterator[$]',
    open: 'return cast(Iterator[$], follow(self._http, ',
    close: '))',
    hint: ' Termine com `break`.',
  },
  pages: {
    type: 'Iterator[$]',
    open: 'return iterate(',
    close: ')',
    hint: ' Leia-os com `for item in …`.',
  },
};

/** The classes of the resources, as a module beside `types.py`. */
export function renderPythonResources(resources: readonly Resource[]): string {
  const parts = resources.at(-1)?.parts ?? [];
  const fields = parts.map(({ name }) => `    ${name}: AsyncResource\n`);
  return `from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Optional, cast

from . import types
from ._event_stream import follow
from ._http import Call, Http, image_type, path_of
from ._pages import iterate, merged

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._async_client import AsyncResource


class Resource:
    def __init__(self, http: Http) -> None:
        self._http = http

${resources.map(renderClass).join('\n')}

class AsyncClient:
${fields.join('')}`;
}

function renderClass({ name, className, doc, parts, methods }: Resource): string {
  const fields = parts.map(
    (part) =>
      `${part.doc ? `        #: ${part.doc}\n` : ''}` +
      `        self.${part.name} = ${part.className}(http)\n`,
  );
  const open = '    def __init__(self, http: Http) -> None:\n        super().__init__(http)\n';
  // `id` is a function of the language: `webhook_endpoints` take an `endpoint_id`.
  const id = `${name.replace(/^.*_/, '').replace(/(?<=ch)es$|s$/, '')}_id`;
  const members = methods.map((method) =>
    renderMethod({ ...method, ids: method.ids.map((each) => (each === 'id' ? id : each)) }),
  );
  const words = present(doc && docstring(doc, '    '));
  const made = present(parts.length > 0 && open + fields.join(''));
  return `\nclass ${className}(Resource):\n${[...words, ...made, ...members].join('\n')}`;
}

function renderMethod(method: Method): string {
  const { name, kind, result, isFeed } = method;
  const { type, open, close, hint = '' } = KINDS[kind];
  const typed = (text: string) => text.replace('$', `types.${result}`);
  const head = listed(`def ${name}(`, parametersOf(method), `) -> ${typed(type)}:`, '    ');
  const doc = docstring(method.doc + hint, '        ');
  const call = `        ${listed('call = Call(', argumentsOf(method), ')', '        ')}\n`;
  const pages = `self.list, merged(filters, more)${isFeed ? ', "after", "since"' : ''}`;
  const [before, sent] = kind === 'pages' ? ['', pages] : [call, 'call'];
  return `    ${head}\n${doc}${before}        ${typed(open)}${sent}${close}\n`;
}

function parametersOf(method: Method): readonly string[] {
  const { ids, body, filters, accept, isKeyed, hasTimeout } = method;
  const optional = (name: string, type: string) => `${name}: Optional[${type}] = None`;
  const type = `types.${body?.type}`;
  return present(
    'self',
    ...ids.map((id) => `${id}: str`),
    body && (body.isOptional ? optional(body.name, type) : `${body.name}: ${type}`),
    filters && optional('filters', `types.${filters}`),
    filters && `**more: Unpack[types.${filters}]`,
    (accept === IMAGE || isKeyed || hasTimeout) && '*',
    accept === IMAGE && 'format: str = "png"',
    isKeyed && optional('idempotency_key', 'str'),
    hasTimeout && optional('timeout', 'float'),
  );
}

function argumentsOf(method: Method): readonly string[] {
  const { filters, body, accept, isKeyed, isRepeatable, hasTimeout } = method;
  return present(
    `"${method.verb}"`,
    pathExpression(method, 'path_of').replaceAll("'", '"'),
    filters && 'query=merged(filters, more)',
    body && `body=${body.name}${body.isOptional ? ' or {}' : ''}`,
    accept && `accept=${accept === IMAGE ? 'image_type(format)' : `"${accept}"`}`,
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
