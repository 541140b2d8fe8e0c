import { type PlacedOperation, schemaOf } from './api-document.ts';
import { exampleOf } from './json-schema.ts';

/** The languages in which each operation has an example. */
export const LANGUAGES = [
  { id: 'curl', label: 'curl' },
  { id: 'javascript', label: 'JavaScript' },
  { id: 'python', label: 'Python' },
] as const;

export type Language = (typeof LANGUAGES)[number]['id'];

export interface SampleSettings {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Whether the request has an Idempotency-Key. Each run makes another: the sandbox is shared. */
  readonly isKeyed: boolean;
  readonly body: unknown;
}

/** A complete, working request in each language. */
export function codeSamples(
  operation: PlacedOperation,
  settings: SampleSettings,
): Readonly<Record<Language, string>> {
  const request = sampleRequest(operation, settings);
  return { curl: curl(request), javascript: javascript(request), python: python(request) };
}

function sampleRequest(operation: PlacedOperation, settings: SampleSettings): SampleRequest {
  const schema = schemaOf(operation.requestBody?.content);
  const body = schema ? exampleOf(schema, true) : undefined;
  const isKeyed = operation.parameters?.some(({ name }) => name === 'Idempotency-Key') === true;
  return {
    method: operation.method,
    url: `${settings.baseUrl}${pathWithExamples(operation)}`,
    headers: [
      ['client-id', settings.clientId],
      ['client-secret', settings.clientSecret],
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ],
    isKeyed,
    body,
  };
}

function pathWithExamples(operation: PlacedOperation): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const parameter = operation.parameters?.find((candidate) => candidate.name === name);
    const example = parameter?.schema && exampleOf(parameter.schema);
    return typeof example === 'string' ? example : placeholder;
  });
}

function curl({ method, url, headers, isKeyed, body }: SampleRequest): string {
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${url}`,
    ...headers.map(([name, value]) => `  -H '${name}: ${value}'`),
    ...(isKeyed ? ['  -H "Idempotency-Key: pedido-$(date +%s)-$RANDOM"'] : []),
    ...(body === undefined ? [] : [`  -d '${shellText(JSON.stringify(body, null, 2))}'`]),
  ];
  return lines.join(' \\\n');
}

/** Escapes a text for single quotes in a POSIX shell. */
function shellText(text: string): string {
  return text.replaceAll("'", "'\\''");
}

function javascript({ method, url, headers, isKeyed, body }: SampleRequest): string {
  const fixed = headers.map(([name, value]) => `    '${name}': '${value}',`);
  const key = "    'Idempotency-Key': crypto.randomUUID(),";
  const pairs = [...fixed, ...(isKeyed ? [key] : [])].join('\n');
  const json = body === undefined ? undefined : indent(JSON.stringify(body, null, 2), 2);
  return [
    `const response = await fetch('${url}', {`,
    `  method: '${method}',`,
    `  headers: {\n${pairs}\n  },`,
    ...(json === undefined ? [] : [`  body: JSON.stringify(${json}),`]),
    '});',
    'console.log(response.status, await response.json());',
  ].join('\n');
}

function python({ method, url, headers, isKeyed, body }: SampleRequest): string {
  const sent = headers.filter(([name]) => name !== 'Content-Type');
  const fixed = sent.map(([name, value]) => `        "${name}": "${value}",`);
  const key = '        "Idempotency-Key": str(uuid.uuid4()),';
  const pairs = [...fixed, ...(isKeyed ? [key] : [])].join('\n');
  const json = body === undefined ? undefined : indent(JSON.stringify(body, null, 4), 4);
  return [
    ...(isKeyed ? ['import uuid', ''] : []),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    "${url}",`,
    `    headers={\n${pairs}\n    },`,
    ...(json === undefined ? [] : [`    json=${json},`]),
    ')',
    'print(response.status_code, response.json())',
  ].join('\n');
}

function indent(text: string, spaces: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
}
