import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { apiPixDocument } from './api-pix-document.ts';

/** Paths of payers' codes, which have no token and another prefix. */
const PUBLIC_PATH = /\{(pix|rec)UrlAccessToken\}/;
const PROBLEM = 'https://bcb/api#/components/schemas/Problema';

/** Properties that the document requires although it defines none of that name. */
const MISTAKEN_REQUIREMENTS: Readonly<Record<string, readonly string[]>> = {
  PixConsultados: ['cobs'],
  CobsVConsultadas: ['idCob'],
  CobsConsultadas: ['idCob'],
  PayloadLocationCob: ['tipoCob'],
  CobGerada: ['txid'],
  WebhookCompleto: ['cnpj'],
  // By its own text a charge has none after DELETE /loc/{id}/txid.
  CobVGerada: ['location'],
  RecBase: ['retentativa', 'idRec'],
  SolicRecBase: ['pagador'],
  SolicRecCompleta: ['rec'],
  RecNotification: ['atualizacao"'],
  // It is required of the payer, and not beside it.
  DadosPagadorRec: ['ispbParticipante'],
};

interface Operation {
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses: Record<string, { $ref?: string; content?: Record<string, unknown> }>;
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, object>;
    readonly responses: Record<string, { content?: Record<string, { schema: object }> }>;
  };
}

/** An operation of the document that a merchant's program calls. */
export interface StandardOperation {
  readonly method: string;
  readonly path: string;
  /** The scope that its token needs. */
  readonly scope: string;
}

export interface StandardAnswer {
  readonly method: string;
  /** Without prefix and query: `/cob/abc`. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly body: unknown;
}

const document = openDocument();
const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true }));
ajv.addSchema({ ...document, $id: 'https://bcb/api' });
const validators = new Map<string, ValidateFunction | undefined>();

/**
 * The document with its known faults corrected. Each operation also has the errors that the
 * document doesn't name, such as 401 and 429, in the form of an error.
 */
export function standardDocument(): { readonly paths: object } {
  const content = {
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problema' } },
  };
  const copy = structuredClone(document);
  for (const operations of Object.values(copy.paths)) {
    for (const { responses } of Object.values(operations)) {
      if (responses) responses['4XX'] = { content };
    }
  }
  return copy;
}

/** The operations that a merchant's program calls. */
export function standardOperations(): StandardOperation[] {
  return Object.entries(document.paths)
    .filter(([path]) => !PUBLIC_PATH.test(path))
    .flatMap(([path, operations]) =>
      ['get', 'put', 'patch', 'post', 'delete'].flatMap((method) => {
        const operation = operations[method];
        if (!operation) return [];
        const scope = operation.security?.flatMap((one) => one.OAuth2 ?? [])[0] ?? '';
        return [{ method: method.toUpperCase(), path, scope }];
      }),
    );
}

/**
 * The faults of an answer by the document; empty if there are none. An error that the operation
 * doesn't declare must still have the form of an error.
 */
export function faultsOfAnswer(answer: StandardAnswer): string[] {
  const name = nameOf(answer);
  if (answer.status >= 400) return faultsOfProblem(name ?? answer.path, answer);
  if (name === undefined) return [`${answer.method} ${answer.path} is no operation`];
  if (!validators.has(name)) validators.set(name, compile(name));
  const validate = validators.get(name);
  if (!validate || validate(answer.body)) return [];
  return (validate.errors ?? []).map((error) => `${name}: ${error.instancePath} ${error.message}`);
}

/** The faults of an object by a schema of the document. */
export function faultsOfSchema(name: string, value: unknown): string[] {
  const validate = ajv.getSchema(`https://bcb/api#/components/schemas/${name}`);
  if (!validate) throw new Error(`the document has no schema ${name}`);
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => `${name}: ${error.instancePath} ${error.message}`);
}

function faultsOfProblem(name: string, { status, contentType, body }: StandardAnswer): string[] {
  const faults: string[] = [];
  if (!contentType?.startsWith('application/problem+json')) faults.push(`${name}: ${contentType}`);
  const validate = ajv.getSchema(PROBLEM);
  if (!validate?.(body)) faults.push(`${name}: ${ajv.errorsText(validate?.errors)}`);
  const stated = (body as { status?: unknown } | null)?.status;
  if (stated !== status) faults.push(`${name}: status ${stated} in an answer of ${status}`);
  return faults;
}

function nameOf({ method, path, status }: StandardAnswer): string | undefined {
  const template = Object.keys(document.paths)
    .filter((one) => !PUBLIC_PATH.test(one))
    .filter((one) => document.paths[one]?.[method.toLowerCase()] !== undefined)
    .find((one) => new RegExp(`^${one.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path));
  return template === undefined ? undefined : `${method.toLowerCase()} ${template} ${status}`;
}

function compile(name: string): ValidateFunction | undefined {
  const [method = '', template = '', status = ''] = name.split(' ');
  const declared = document.paths[template]?.[method]?.responses[status];
  if (declared === undefined) throw new Error(`${name} is no answer of the document`);
  const shared = declared.$ref?.split('/').at(-1);
  const response = shared === undefined ? declared : document.components.responses[shared];
  const [content] = Object.values(response?.content ?? {}) as { schema: object }[];
  if (content === undefined) return undefined;
  return ajv.compile(
    JSON.parse(JSON.stringify(content.schema).replaceAll('"#/', '"https://bcb/api#/')),
  );
}

/** Reads the document and corrects its known faults. */
function openDocument(): Document {
  const opened: Document = apiPixDocument();
  for (const [name, mistaken] of Object.entries(MISTAKEN_REQUIREMENTS)) {
    removeRequirements(opened.components.schemas[name], mistaken, name === 'CobGerada');
  }
  // The amount of a PixAutomatico is a text, and also the parts that only another Pix has.
  const { properties } = opened.components.schemas.PixAutomatico as {
    properties: { valor: { anyOf?: unknown } };
  };
  delete properties.valor.anyOf;
  // The address is required of the receiver, where the document says it too, and not beside it.
  delete (opened.components.schemas.DadosRecebedor as { required?: unknown }).required;
  return JSON.parse(JSON.stringify(opened), (key, value) => {
    // A location has no scheme, so it isn't a URI.
    if (key === 'format' && value === 'uri') return undefined;
    if (key === 'default' && value === '86400') return Number(value);
    // Of two forms of a discount, or of an end, the first also fits the second.
    if (key === 'oneOf' && Array.isArray(value)) return value.map(requireName);
    if (key !== 'pattern' || typeof value !== 'string') return value;
    // Patterns of JavaScript with their slashes, and without anchors.
    const bare = value.replace(/^\/(.*)\/$/, '$1').replace(/^\^?(.*?)\$?$/, '$1');
    return `^(?:${bare})$`;
  });
}

function requireName(choice: { properties?: Readonly<Record<string, object>> }): object {
  const names = ['descontoDataFixa', 'rejeicao', 'cancelamento'];
  const name = names.find((one) => choice.properties?.[one]);
  return name === undefined ? choice : { ...choice, required: [name] };
}

function removeRequirements(node: unknown, mistaken: readonly string[], isInner: boolean): void {
  if (typeof node !== 'object' || node === null) return;
  const schema = node as { required?: string[] };
  if (Array.isArray(schema.required) && !isInner) {
    schema.required = schema.required.filter((one) => !mistaken.includes(one));
  }
  for (const child of Object.values(schema)) removeRequirements(child, mistaken, false);
}
