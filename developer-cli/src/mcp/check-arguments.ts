/** A field of a tool, in the words of JSON Schema. */
export interface Field {
  readonly type: 'string' | 'integer' | 'boolean';
  readonly description: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

export interface Schema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Field>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

export type Arguments = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The faults of a tool's arguments, in Portuguese; empty without faults. */
export function faultsOf({ properties, required = [] }: Schema, given: Arguments): string[] {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(properties, name));
  const missing = required.filter((name) => given[name] === undefined);
  return [
    ...unknown.map((name) => `${name}: não existe. Há: ${Object.keys(properties).join(', ')}`),
    ...missing.map((name) => `${name}: é obrigatório`),
    ...Object.entries(properties).flatMap(([name, field]) => {
      const fault = given[name] === undefined ? undefined : faultOf(field, given[name]);
      return fault === undefined ? [] : [`${name}: ${fault}`];
    }),
  ];
}

function faultOf(field: Field, value: unknown): string | undefined {
  if (field.type === 'boolean') {
    return typeof value === 'boolean' ? undefined : 'deve ser true ou false';
  }
  if (field.type === 'integer') {
    if (!Number.isSafeInteger(value)) return 'deve ser um inteiro';
    const { minimum = -Infinity, maximum = Infinity } = field;
    const isWithin = Number(value) >= minimum && Number(value) <= maximum;
    return isWithin ? undefined : `deve ser de ${minimum} a ${maximum}`;
  }
  if (typeof value !== 'string') return 'deve ser um texto';
  if (field.enum && !field.enum.includes(value)) return `deve ser um de: ${field.enum.join(', ')}`;
  const { minLength = 0, maxLength = Infinity, pattern } = field;
  if (value.length < minLength || value.length > maxLength) {
    return `deve ter de ${minLength} a ${maxLength} caracteres`;
  }
  const isRight = pattern === undefined || new RegExp(pattern).test(value);
  return isRight ? undefined : `deve ter a forma ${pattern}`;
}
