import type { SampleSettings } from './sample-settings.ts';
import type { SdkCall } from './sdk-calls.ts';

export type SdkLanguage = 'javascript' | 'python' | 'php';

/**
 * The content of the samples of an operation: its method, the parameters of its path, and its body.
 */
export interface SampledCall extends SdkCall {
  readonly ids: readonly string[];
  readonly body: unknown;
}

/** A complete, working program with the SDK of each language. */
export function sdkSamples(
  call: SampledCall,
  settings: SampleSettings,
): Readonly<Record<SdkLanguage, string>> {
  return {
    javascript: javascript(call, settings),
    python: python(call, settings),
    php: php(call, settings),
  };
}

function javascript({ method, ids, body, result }: SampledCall, settings: SampleSettings): string {
  const path = method.split('.').map(camel).join('.');
  const call = `pix.${path}(${argumentsOf(ids, body, (value) => json(value, 2))})`;
  return [
    "import { PixGateway } from 'pix-gateway-sdk';",
    '',
    'const pix = new PixGateway({',
    `  baseUrl: '${settings.baseUrl}',`,
    `  clientId: '${settings.clientId}',`,
    `  clientSecret: '${settings.clientSecret}',`,
    '});',
    ...{
      object: [`const result = await ${call};`, 'console.log(result);'],
      bytes: [`const result = await ${call};`, "console.log(result.length, 'bytes');"],
      nothing: [`await ${call};`],
      stream: [`for await (const item of ${call}) {`, '  console.log(item);', '}'],
    }[result ?? 'object'],
  ].join('\n');
}

function python({ method, ids, body, result }: SampledCall, settings: SampleSettings): string {
  const call = `pix.${method}(${argumentsOf(ids, body, (value) => pythonLiteral(value))})`;
  return [
    'from pix_gateway import PixGateway',
    '',
    'pix = PixGateway(',
    `    "${settings.clientId}",`,
    `    "${settings.clientSecret}",`,
    `    "${settings.baseUrl}",`,
    ')',
    ...{
      object: [`result = ${call}`, 'print(result)'],
      bytes: [`result = ${call}`, 'print(len(result), "bytes")'],
      nothing: [call],
      stream: [`for item in ${call}:`, '    print(item)'],
    }[result ?? 'object'],
  ].join('\n');
}

function php({ method, ids, body, result }: SampledCall, settings: SampleSettings): string {
  const path = method.split('.').map(camel).join('->');
  const call = `$pix->${path}(${argumentsOf(ids, body, (value) => phpLiteral(value))})`;
  return [
    '<?php',
    "require 'vendor/autoload.php';",
    '',
    '$pix = new PixGateway\\PixGateway(',
    `    '${settings.clientId}',`,
    `    '${settings.clientSecret}',`,
    `    '${settings.baseUrl}',`,
    ');',
    ...{
      object: [`$result = ${call};`, 'print_r($result);'],
      bytes: [`$result = ${call};`, "echo strlen($result), ' bytes';"],
      nothing: [`${call};`],
      stream: [`foreach (${call} as $item) {`, '    print_r($item);', '}'],
    }[result ?? 'object'],
  ].join('\n');
}

function argumentsOf(
  ids: readonly string[],
  body: unknown,
  literal: (value: unknown) => string,
): string {
  return [...ids, ...(body === undefined ? [] : [body])].map(literal).join(', ');
}

function camel(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function json(value: unknown, spaces: number): string {
  if (typeof value === 'string') return `'${value.replaceAll(/[\\']/g, '\\$&')}'`;
  return JSON.stringify(value, null, spaces);
}

const INDENT = '    ';

function pythonLiteral(value: unknown, depth = 0): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = INDENT.repeat(depth + 1);
  const end = `\n${INDENT.repeat(depth)}`;
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${pythonLiteral(item, depth + 1)},`);
    return `[\n${items.join('\n')}${end}]`;
  }
  const rows = Object.entries(value).map(
    ([name, item]) => `${inner}${JSON.stringify(name)}: ${pythonLiteral(item, depth + 1)},`,
  );
  return rows.length === 0 ? '{}' : `{\n${rows.join('\n')}${end}}`;
}

function phpLiteral(value: unknown, depth = 0): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return `${value}`;
  if (typeof value === 'string') return `'${value.replaceAll(/[\\']/g, '\\$&')}'`;
  const inner = INDENT.repeat(depth + 1);
  const rows = Array.isArray(value)
    ? value.map((item) => `${inner}${phpLiteral(item, depth + 1)},`)
    : Object.entries(Object(value)).map(
        ([name, item]) => `${inner}'${name}' => ${phpLiteral(item, depth + 1)},`,
      );
  return rows.length === 0 ? '[]' : `[\n${rows.join('\n')}\n${INDENT.repeat(depth)}]`;
}
