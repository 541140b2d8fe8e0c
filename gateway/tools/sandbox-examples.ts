import { SDK_CALLS } from '#src/host/reference/sdk-calls.ts';
import type { OpenApiDocument } from '../test/support/documented-answers.ts';
import type { CodeBlock } from './code-blocks.ts';

const SANDBOX_KEY = /svc_[ps]k_test_sandbox_publico/;
/** Operations that refuse the sandbox only with a parameter or a field. */
const ONLY_WITH: Readonly<Record<string, string>> = {
  listDisputes: 'customer=',
  listRefunds: 'customer=',
  payTestCharge: 'webhook_scenario',
};
/** Of the API Pix, which is in no document. */
const STANDARD = [
  ['PUT', '/pix/v2/lotecobv/'],
  ['POST', '/pix/v2/locrec'],
  ['POST', '/pix/v2/rec'],
  ['POST', '/pix/v2/solicrec'],
  ['PUT', '/pix/v2/webhook/'],
] as const;

interface Operation {
  readonly id: string;
  readonly method: string;
  /** What its address matches. */
  readonly address: RegExp;
}

/** The operations of a block with the public sandbox's keys that answer it 403. */
export function refusedBySandbox(document: OpenApiDocument, { code }: CodeBlock): string[] {
  if (!SANDBOX_KEY.test(code)) return [];
  const refusing = refusingOperations(document);
  const bySdk = methodsIn(code);
  const found = requestsIn(code).flatMap((request) => [
    ...refusing
      .filter(({ method, address }) => method === request.method && address.test(request.text))
      .map(({ id }) => id),
    ...STANDARD.filter(
      ([method, path]) => method === request.method && request.text.includes(path),
    ).map((words) => words.join(' ')),
  ]);
  const called = refusing
    .map(({ id }) => id)
    .filter((id) => bySdk.has(SDK_CALLS[id]?.method ?? ''));
  return [...new Set([...found, ...called])].filter((id) => code.includes(ONLY_WITH[id] ?? ''));
}

function refusingOperations({ paths }: OpenApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const isRefusing = JSON.stringify(operation.responses).includes('"sandbox_forbidden"');
      const pattern = path.replaceAll(/\{\w+\}/g, '[^/?\'"\\s]+');
      const address = new RegExp(`${pattern}(?=[?'"\\s]|$)`);
      const id = operation.operationId;
      return isRefusing ? [{ id, method: method.toUpperCase(), address }] : [];
    }),
  );
}

/** Each request of a block, by the command that sends it. */
function requestsIn(code: string): { readonly method: string; readonly text: string }[] {
  return code.split(/\b(?:curl|fetch)\b/).map((text) => {
    const named = /-X ([A-Z]+)|method: '([A-Z]+)'/.exec(text);
    const method = named?.[1] ?? named?.[2] ?? (/\s-d\s/.test(text) ? 'POST' : 'GET');
    return { method, text };
  });
}

/** The methods of SDKs that a program calls, as `SDK_CALLS` writes them. */
function methodsIn(code: string): ReadonlySet<string> {
  const plain = code.replaceAll('->', '.').replaceAll(/[A-Z]/g, (letter) => `_${letter}`);
  return new Set(
    [...plain.toLowerCase().matchAll(/pix\.([a-z_.]+)\(/g)].map(([, name = '']) => name),
  );
}
