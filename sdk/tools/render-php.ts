import { referredName } from './named-schemas.ts';
import type { Schema } from './openapi.ts';

/** PHPStan and Psalm types of the schemas, as the doc comment of one class. */
export function renderPhp(schemas: Readonly<Record<string, Schema>>): string {
  const types = Object.entries(schemas).map(
    ([name, schema]) => ` * @phpstan-type ${name} ${typeOf(schema, ' * ')}`,
  );
  return [
    '/**',
    ' * Os tipos dos corpos e das respostas, para PHPStan e Psalm:',
    ' * `@phpstan-import-type Charge from \\PixGateway\\Types`.',
    ' *',
    ...types,
    ' */',
    'final class Types',
    '{',
    '}',
    '',
  ].join('\n');
}

/** A list of texts as constants of a class. */
export function renderPhpNames(name: string, doc: string, values: readonly string[]): string {
  const constants = values.map(
    (value) => `    public const ${value.toUpperCase().replaceAll('.', '_')} = '${value}';`,
  );
  return [`/** ${doc} */`, `final class ${name}`, '{', ...constants, '}', ''].join('\n');
}

function typeOf(schema: Schema, margin: string): string {
  const name = referredName(schema);
  if (name !== undefined) return name;
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, margin)).join('|');
  if (schema.enum) return schema.enum.map((one) => `'${one}'`).join('|');
  if (schema.properties) return shapeOf(schema, margin);
  if (schema.type === 'array') return `list<${typeOf(schema.items ?? {}, margin)}>`;
  if (schema.type === 'object') {
    const values = schema.additionalProperties;
    return `array<string, ${typeof values === 'object' ? typeOf(values, margin) : 'mixed'}>`;
  }
  return PLAIN[String(schema.type)] ?? 'mixed';
}

function shapeOf({ properties = {}, required = [] }: Schema, margin: string): string {
  const inner = `${margin}  `;
  const fields = Object.entries(properties).map(([key, schema]) => {
    const optional = required.includes(key) ? '' : '?';
    return `${inner}${key}${optional}: ${typeOf(schema, inner)},\n`;
  });
  return `array{\n${fields.join('')}${margin}}`;
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'int',
  number: 'float|int',
  boolean: 'bool',
  null: 'null',
};
