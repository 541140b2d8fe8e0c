import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import type { ProblemField } from '#src/platform/errors/problems.ts';
import { textFormats } from './text-formats.ts';

const FAULTS_MAX = 50;
const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'um texto',
  integer: 'um inteiro',
  number: 'um número',
  boolean: 'true ou false',
  object: 'um objeto',
  array: 'uma lista',
  null: 'null',
};

// In a body a text is not accepted as a number. A query string holds only texts.
const bodyAjv = createAjv(false);
const queryAjv = createAjv(true);

function createAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({ allErrors: true, coerceTypes, allowUnionTypes: true, strict: false });
  for (const [name, format] of Object.entries(textFormats)) ajv.addFormat(name, format.test);
  return ajv;
}

interface Validator {
  (data: unknown): boolean;
  errors: ErrorObject[] | null;
}

const compiled = new Map<string, Validator>();

/**
 * Compiles a schema for Fastify; all faults of a body are found at once. Equal schemas are compiled
 * once a process, when the first request needs them: compiling all would delay every start.
 */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const ajv = httpPart === 'querystring' ? queryAjv : bodyAjv;
  const key = `${ajv === queryAjv ? 'query' : 'body'} ${JSON.stringify(schema)}`;
  const known = compiled.get(key);
  if (known) return known;
  let validate: ValidateFunction | undefined;
  const validator: Validator = Object.assign(
    (data: unknown): boolean => {
      validate ??= ajv.compile(schema);
      const isValid = validate(data);
      validator.errors = validate.errors ?? null;
      return isValid;
    },
    { errors: null },
  );
  compiled.set(key, validator);
  return validator;
};

/** The faults of a request, each with the dotted path of its field and a Portuguese message. */
export function faultsOf(errors: readonly FastifySchemaValidationError[]): ProblemField[] {
  const faults = new Map<string, ProblemField>();
  for (const error of errors) {
    const fault = { field: fieldOf(error), message: messageOf(error) };
    if (!faults.has(fault.field) && faults.size < FAULTS_MAX) faults.set(fault.field, fault);
  }
  return [...faults.values()];
}

type Fault = Pick<ErrorObject, 'keyword' | 'instancePath' | 'params'>;

function fieldOf({ keyword, instancePath, params }: Fault): string {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword === 'required') path.push(String(params.missingProperty));
  return path.length === 0 ? 'body' : path.join('.');
}

function messageOf({ keyword, params }: Fault): string {
  switch (keyword) {
    case 'required':
      return 'é obrigatório';
    case 'type':
      return `deve ser ${typeWords(params.type)}`;
    case 'minimum':
      return `deve ser no mínimo ${params.limit}`;
    case 'maximum':
      return `deve ser no máximo ${params.limit}`;
    case 'maxProperties':
      return `deve ter no máximo ${params.limit} campos`;
    case 'enum':
      return `deve ser um de: ${[params.allowedValues].flat().join(', ')}`;
    case 'format':
      return (
        Object.entries(textFormats).find(([name]) => name === params.format)?.[1].message ?? ''
      );
    default:
      return 'tem um valor inválido';
  }
}

function typeWords(type: unknown): string {
  return [type]
    .flat()
    .filter((name) => name !== 'null')
    .map((name) => TYPE_NAMES[String(name)] ?? String(name))
    .join(' ou ');
}
