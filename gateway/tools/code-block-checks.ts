import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import { parseAllDocuments } from 'yaml';
import type { Problem } from '#src/ground/errors/problem.ts';
import { problems } from '#src/ground/errors/problems.ts';
import type { OpenApiDocument } from '../test/support/documented-answers.ts';
import type { CodeBlock } from './code-blocks.ts';

const ROOT = join(import.meta.dirname, '../..');
const SCRIPTS = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts;
const CRONTAB = /^(?:[\d*,/-]+ ){5}\S.*$/;
const EVENT_LINE = /^(?:id: \S+|event: [a-z_.]+|data: .+|: .+|)$/;
const EMPTY = new Set(['', undefined]);

/** A fault of a block, in words; undefined when there is none. */
type Check = (block: CodeBlock) => string | undefined;

/** The checks of the languages that are not executed, but for JSON and SQL. */
export const FORM_CHECKS: Readonly<Record<string, Check>> = {
  sse: ({ code }) => code.split('\n').find((line) => !EVENT_LINE.test(line)),
  http: ({ code }) => {
    const [first = '', ...headers] = (code.split('\n\n')[0] ?? '').split('\n');
    const isRequest = /^(?:[A-Z]+ \/\S*|HTTP\/1\.1 \d{3}.*)$/.test(first);
    return isRequest ? headers.find((line) => !/^[A-Za-z-]+: \S/.test(line)) : first;
  },
  shell: shellFault,
  env: ({ code }) => {
    const names = Object.keys(parseEnv(code));
    return names.length === 0
      ? 'no setting'
      : names.find((name) => !/^[A-Z][A-Z0-9_]+$/.test(name));
  },
  yaml: ({ code }) => parseAllDocuments(code).flatMap(({ errors }) => errors)[0]?.message,
  ini: iniFault,
  systemd: iniFault,
  nginx: nginxFault,
  crontab: ({ code }) =>
    code
      .trim()
      .split('\n')
      .find((line) => !line.startsWith('#') && !CRONTAB.test(line)),
  text: () => undefined,
};

/** Bash parses the lines; each script, workspace and folder of the project that they name exists. */
function shellFault({ code }: CodeBlock): string | undefined {
  const { status, stderr, error } = spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' });
  if (!error && status !== 0) return stderr;
  const scripts = [...code.matchAll(/npm run (?:-s |--silent )?([\w:-]+)/g)].map(
    ([, name]) => name,
  );
  const script = scripts.find((name) => !(String(name) in SCRIPTS));
  if (script !== undefined) return `npm run ${script}`;
  const folders = [...code.matchAll(/--workspace[ =](\S+)/g)].map(([, folder = '']) => folder);
  return folders.find((folder) => !existsSync(join(ROOT, folder)));
}

function iniFault({ code }: CodeBlock): string | undefined {
  return code
    .split('\n')
    .find((line) => !/^(?:\[[\w@ .-]+\]|[\w.-]+ ?=.*|[;#].*|)$/.test(line.trim()));
}

function nginxFault({ code }: CodeBlock): string | undefined {
  let depth = 0;
  for (const line of code.split('\n').map((one) => one.replace(/\s*#.*$/, '').trim())) {
    if (line.endsWith('{')) depth += 1;
    else if (line === '}') depth -= 1;
    else if (line !== '' && !/^[a-z_]+ .*;$/.test(line)) return line;
    if (depth < 0) return 'a brace is closed twice';
  }
  return depth === 0 ? undefined : 'a brace is not closed';
}

/** Compares the JSON of pages with the API document. Fields may be left out, but none is invented. */
export function createJsonCheck(document: OpenApiDocument): Check {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  const fault = (schema: unknown, value: unknown): string | undefined => {
    if (EMPTY.has(schema as undefined)) return 'the API document has no such schema';
    const validate = ajv.compile(partial(schema) as AnySchema);
    return validate(value) ? undefined : JSON.stringify(validate.errors?.slice(0, 3));
  };
  return ({ code, subject: [kind, name = ''] }) => {
    const value = JSON.parse(code);
    if (kind === undefined) return undefined;
    if (kind === 'error') return errorFault(value);
    const schemas = schemasOf(document, kind, name);
    if (schemas === undefined) return `unknown words behind the fence: json ${kind}`;
    const faults = schemas.map((schema) => fault(schema, kind === 'approval' ? value.data : value));
    return faults.includes(undefined) ? undefined : (faults[0] ?? `no ${kind} ${name}`);
  };
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema: unknown }>>;
}

/** The schemas that a JSON may have: the answers of 2xx, the body or the event. */
function schemasOf(document: OpenApiDocument, kind: string, name: string) {
  const wanted = kind === 'approval' ? 'getTransaction' : name;
  const operation = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === wanted);
  const schemaOf = (body: Body | undefined) => body?.content?.['application/json']?.schema;
  if (kind === 'event') return [schemaOf(document.webhooks[name]?.post.requestBody)];
  if (kind === 'body') return [schemaOf(Object(operation).requestBody)];
  if (kind !== 'answer' && kind !== 'approval') return undefined;
  const answers = Object.entries(operation?.responses ?? {});
  return answers.filter(([status]) => status.startsWith('2')).map(([, one]) => schemaOf(one));
}

/** A schema in which fields may be missing and unknown ones are refused. Texts may be cut short. */
function partial(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(partial);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { required: _, pattern: __, minLength: ___, ...others } = schema as Record<string, unknown>;
  const { oneOf, ...rest } = others;
  // Without the required fields more than one of the alternatives may fit.
  if (oneOf !== undefined) rest.anyOf = oneOf;
  const inner = Object.entries(rest).map(([key, value]) => [key, partial(value)]);
  const isObject = typeof rest.properties === 'object';
  return { ...Object.fromEntries(inner), ...(isObject && { additionalProperties: false }) };
}

function errorFault(value: Readonly<Record<string, unknown>>): string | undefined {
  const { error, message, code, details, ...others } = value;
  const known: Readonly<Record<string, Problem>> = problems;
  const problem = known[String(code)];
  if (!problem || error !== STATUS_CODES[problem.status]) return `${code} is not ${error}`;
  const isWhole = typeof message === 'string' && (details === undefined || Array.isArray(details));
  return isWhole && Object.keys(others).length === 0 ? undefined : JSON.stringify(value);
}
