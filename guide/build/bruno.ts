import {
  type ApiDocument,
  operationsOf,
  type Parameter,
  type PlacedOperation,
  schemaOf,
} from '../../gateway/src/host/reference/api-document.ts';
import { exampleOf } from '../../gateway/src/host/reference/json-schema.ts';

const COLLECTION = { version: '1', name: 'API Pix', type: 'collection' } as const;

/** The keys of the sandbox are published; a reader replaces them in the environment. */
const ENVIRONMENT = `vars {
  base_url: http://localhost:3000
  client_id: svc_pk_test_sandbox_publico
}
vars:secret [
  client_secret
]
`;

const SANDBOX = `vars {
  base_url: http://localhost:3000
  client_id: svc_pk_test_sandbox_publico
  client_secret: svc_sk_test_sandbox_publico
}
`;

const COLLECTION_BRU = `headers {
  client-id: {{client_id}}
  client-secret: {{client_secret}}
}

docs {
  Todas as operações do gateway, feitas de /openapi.json. Escolha o ambiente Sandbox para
  experimentar, ou Teste e informe as suas chaves.
}
`;

/** A Bruno collection with every operation of the API: the text of each file by its path. */
export function brunoCollection(document: ApiDocument): ReadonlyMap<string, string> {
  const files = new Map([
    ['bruno.json', `${JSON.stringify(COLLECTION, null, 2)}\n`],
    ['collection.bru', COLLECTION_BRU],
    ['environments/Sandbox.bru', SANDBOX],
    ['environments/Teste.bru', ENVIRONMENT],
  ]);
  for (const [index, operation] of operationsOf(document).entries()) {
    const folder = folderOf(document, operation);
    files.set(`${folder}/${fileName(operation)}.bru`, requestOf(operation, index + 1));
  }
  return files;
}

/** The name for people of the group of an operation. */
export function folderOf({ tags }: ApiDocument, operation: PlacedOperation): string {
  const tag = tags.find(({ name }) => name === operation.tags?.[0]);
  return tag?.['x-displayName'] ?? 'Outras';
}

/** The path with its fields as collections of requests write them: `/v1/transactions/:id`. */
export function pathOf({ path }: PlacedOperation): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function fileName({ summary, id }: PlacedOperation): string {
  return (summary ?? id).replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim();
}

function requestOf(operation: PlacedOperation, sequence: number): string {
  const body = exampleBody(operation);
  const method = operation.method.toLowerCase();
  const path = pathOf(operation);
  const parameters = operation.parameters ?? [];
  const parts = [
    block('meta', [`name: ${operation.summary ?? operation.id}`, 'type: http', `seq: ${sequence}`]),
    block(method, [`url: {{base_url}}${path}`, `body: ${body ? 'json' : 'none'}`, 'auth: none']),
    ...parametersOf('params:path', parameters, 'path'),
    ...parametersOf('params:query', parameters, 'query'),
    ...parametersOf('headers', parameters, 'header'),
    ...(body ? [`body:json {\n${indent(body)}\n}\n`] : []),
    ...(operation.description ? [`docs {\n${indent(operation.description)}\n}\n`] : []),
  ];
  return parts.join('\n');
}

/** The JSON of an example of the body; undefined for an operation without one. */
export function exampleBody({ requestBody }: PlacedOperation): string | undefined {
  const schema = schemaOf(requestBody?.content);
  return schema && JSON.stringify(exampleOf(schema, true), null, 2);
}

/** The parameters of a place. Optional ones stand in the file, switched off (`~`). */
function parametersOf(name: string, all: readonly Parameter[], place: string): readonly string[] {
  const ours = all.filter((one) => one.in === place && !one.name.startsWith('client-'));
  if (ours.length === 0) return [];
  const lines = ours.map((one) => {
    const value = exampleValue(one);
    return `${one.required ? '' : '~'}${one.name}: ${value}`;
  });
  return [block(name, lines)];
}

/** The example of a parameter. Bruno and Postman make an idempotency key for each request. */
export function exampleValue({ name, schema }: Parameter): string {
  if (name === 'Idempotency-Key') return '{{$guid}}';
  const example = schema ? exampleOf(schema, true) : undefined;
  return example === undefined || example === null ? '' : String(example);
}

function block(name: string, lines: readonly string[]): string {
  return `${name} {\n${lines.map((line) => `  ${line}`).join('\n')}\n}\n`;
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
