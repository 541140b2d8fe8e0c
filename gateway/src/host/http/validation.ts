import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import type { ProblemField } from '#src/ground/errors/problems.ts';
import { type FieldTexts, fieldText } from '#src/ground/errors/texts/field-text.ts';
import type { Text } from '#src/ground/errors/texts/text.ts';
import { textFormats } from './text-formats.ts';

const FAULTS_MAX = 50;
/** The pattern of days, as that of `due_date`. */
const DAY_PATTERN = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';

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
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart, url }) => {
  const ajv = httpPart === 'querystring' ? queryAjv : bodyAjv;
  // The merchants' API has text formats, and ignores unknown fields.
  const isPanel = url?.startsWith('/api/') === true;
  const part = `${ajv === queryAjv ? 'query' : 'body'} ${isPanel ? 'panel' : ''}`;
  const key = `${part} ${JSON.stringify(schema)}`;
  const cached = compiled.get(key);
  if (cached) return cached;
  let validate: ValidateFunction | undefined;
  const validator: Validator = Object.assign(
    (data: unknown): boolean => {
      validate ??= ajv.compile(schema);
      const path = validate(data) && isPanel ? pathOfNul(data) : undefined;
      validator.errors = path === undefined ? (validate.errors ?? null) : [faultAt(path)];
      return validator.errors === null;
    },
    { errors: null },
  );
  compiled.set(key, validator);
  return validator;
};

/** The path of a text with the character NUL, which PostgreSQL keeps in no text. */
function pathOfNul(data: unknown): string | undefined {
  if (typeof data === 'string') return data.includes('\0') ? '' : undefined;
  if (typeof data !== 'object' || data === null) return undefined;
  for (const [name, value] of Object.entries(data)) {
    const path = pathOfNul(value);
    if (path !== undefined) return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}${path}`;
  }
  return undefined;
}

function faultAt(instancePath: string): ErrorObject {
  return { keyword: 'pattern', instancePath, schemaPath: '', params: {} };
}

/** The faults of a request, each with the dotted path of its field and a message. */
export function faultsOf(errors: readonly FastifySchemaValidationError[]): ProblemField[] {
  const faults = new Map<string, ProblemField>();
  for (const error of errors.filter((error) => !isAlternative(error, errors))) {
    const fault = { field: fieldOf(error), message: messageOf(error) };
    if (!faults.has(fault.field) && faults.size < FAULTS_MAX) faults.set(fault.field, fault);
  }
  return [...faults.values()];
}

/**
 * Whether an error only says that a value with faults inside, or of another type, is not null
 * either: alternatives with null are told by the faults of the other one.
 */
function isAlternative(
  { keyword, instancePath, params }: FastifySchemaValidationError,
  errors: readonly FastifySchemaValidationError[],
): boolean {
  if (!isOnlyNull({ keyword, params }) && keyword !== 'anyOf') return false;
  const isNear = (path: string) => path === instancePath || path.startsWith(`${instancePath}/`);
  return errors.some(
    (error) => error.keyword !== 'anyOf' && isNear(error.instancePath) && !isOnlyNull(error),
  );
}

function isOnlyNull({
  keyword,
  params,
}: Pick<FastifySchemaValidationError, 'keyword' | 'params'>): boolean {
  return keyword === 'type' && valuesOf(params.type).length === 0;
}

/** The faults of a body of the merchants' API by a schema; the body is not changed. */
export function faultsOfBody(schema: object, body: unknown): readonly ProblemField[] {
  const validate = checked.get(schema) ?? bodyAjv.compile(schema);
  checked.set(schema, validate);
  return validate(body) ? [] : faultsOf((validate.errors ?? []) as FastifySchemaValidationError[]);
}

const checked = new WeakMap<object, ValidateFunction>();

type Fault = Pick<ErrorObject, 'keyword' | 'instancePath' | 'params'>;

function fieldOf({ keyword, instancePath, params }: Fault): string {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword === 'required') path.push(String(params.missingProperty));
  return path.length === 0 ? 'body' : path.join('.');
}

function messageOf({ keyword, params }: Fault): Text {
  if (keyword === 'format') {
    const format = Object.entries(textFormats).find(([name]) => name === params.format);
    if (format) return format[1].message;
  }
  return fieldText((texts) => wordsOf(texts, keyword, params));
}

function wordsOf(texts: FieldTexts, keyword: string, params: Fault['params']): string {
  switch (keyword) {
    case 'required':
      return texts.required;
    case 'type':
      return texts.type(valuesOf(params.type).map((name) => texts.typeNames[name] ?? name));
    case 'minimum':
    case 'maximum':
    case 'maxProperties':
      return texts[keyword](params.limit);
    case 'pattern':
      return params.pattern === DAY_PATTERN ? texts.day : texts.invalid;
    case 'enum':
      return texts.oneOf(valuesOf(params.allowedValues).join(', '));
    default:
      return texts.invalid;
  }
}

/** The allowed types or values, without `null`. */
function valuesOf(allowed: unknown): readonly string[] {
  return [allowed]
    .flat()
    .map(String)
    .filter((name) => name !== 'null');
}
