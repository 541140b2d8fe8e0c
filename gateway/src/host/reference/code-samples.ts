import { type PlacedOperation, schemaOf } from './api-document.ts';
import { exampleOf } from './json-schema.ts';
import type { SampleSettings } from './sample-settings.ts';
import { SDK_CALLS } from './sdk-calls.ts';
import { type SdkLanguage, sdkSamples } from './sdk-samples.ts';

/** The languages in which each operation has an example. */
export const LANGUAGES = [
  { id: 'curl', label: 'curl' },
  { id: 'javascript', label: 'JavaScript' },
  { id: 'python', label: 'Python' },
  { id: 'php', label: 'PHP' },
] as const;

export type Language = (typeof LANGUAGES)[number]['id'];

/**
 * A complete, working request: by curl, and by the SDK of each language, which makes an
 * Idempotency-Key by itself. Throws for an operation that the SDKs don't have.
 */
export function codeSamples(
  operation: PlacedOperation,
  settings: SampleSettings,
): Readonly<Record<Language, string>> {
  const schema = schemaOf(operation.requestBody?.content);
  const body = schema ? exampleOf(schema, true) : undefined;
  return { curl: curl(operation, settings, body), ...samplesBySdk(operation, settings, body) };
}

function samplesBySdk(
  operation: PlacedOperation,
  settings: SampleSettings,
  body: unknown,
): Readonly<Record<SdkLanguage, string>> {
  const call = SDK_CALLS[operation.id];
  if (!call) throw new Error(`sdk-calls.ts has no method for ${operation.id}`);
  const ids = [...operation.path.matchAll(/\{\w+\}/g)].map(([name]) =>
    exampleOfId(operation, name),
  );
  return sdkSamples({ ...call, ids, body }, settings);
}

/** The example of a parameter of the path, or the placeholder that the page's script fills in. */
function exampleOfId(operation: PlacedOperation, placeholder: string): string {
  const name = placeholder.slice(1, -1);
  const parameter = operation.parameters?.find((candidate) => candidate.name === name);
  const example = parameter?.schema && exampleOf(parameter.schema);
  return typeof example === 'string' ? example : placeholder;
}

function curl(operation: PlacedOperation, settings: SampleSettings, body: unknown): string {
  const { method } = operation;
  const path = operation.path.replaceAll(/\{\w+\}/g, (name) => exampleOfId(operation, name));
  // Each run makes another key: the sandbox is shared.
  const isKeyed = operation.parameters?.some(({ name }) => name === 'Idempotency-Key') === true;
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${settings.baseUrl}${path}`,
    `  -H 'client-id: ${settings.clientId}'`,
    `  -H 'client-secret: ${settings.clientSecret}'`,
    ...(body === undefined ? [] : ["  -H 'Content-Type: application/json'"]),
    ...(isKeyed ? ['  -H "Idempotency-Key: pedido-$(date +%s)-$RANDOM"'] : []),
    ...(body === undefined ? [] : [`  -d '${shellText(JSON.stringify(body, null, 2))}'`]),
  ];
  return lines.join(' \\\n');
}

/** Escapes a text for single quotes in a POSIX shell. */
function shellText(text: string): string {
  return text.replaceAll("'", "'\\''");
}
