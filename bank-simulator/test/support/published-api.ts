import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { apiPixDocument } from '../../../gateway/test/support/bcb/api-pix-document.ts';

/** Properties that the document requires although its own examples lack them. */
const MISTAKEN_REQUIREMENTS: Readonly<Record<string, readonly string[]>> = {
  PixConsultados: ['cobs'],
  CobsConsultadas: ['idCob'],
  CobGerada: ['txid'],
  // A charge has no location after `DELETE /loc/{id}/txid`; `locationPresente` asks for that.
  CobVGerada: ['location'],
  CobsVConsultadas: ['idCob'],
  WebhookCompleto: ['cnpj'],
  DadosPagadorRec: ['ispbParticipante'],
  RecBase: ['retentativa'],
  RecNotification: ['atualizacao"'],
  SolicRecBase: ['pagador'],
  SolicRecCompleta: ['rec'],
};

interface Operation {
  readonly responses: Record<string, { $ref?: string; content?: Record<string, unknown> }>;
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, object>;
    readonly responses: Record<string, { content?: Record<string, { schema: object }> }>;
  };
}

const document = openDocument();
const validators = new Map<string, ValidateFunction | undefined>();
const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true }));
ajv.addSchema({ ...document, $id: 'https://bcb/api' });

export interface Answer {
  readonly method: string;
  /** Without query, as in the document: `/cob/abc`. */
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

/** The faults of an answer by the published API; empty for operations that it lacks. */
export function findFaults(answer: Answer): string[] {
  const name = nameOf(document, answer);
  if (name === undefined) return [];
  if (!validators.has(name)) validators.set(name, compile(document, name));
  const validate = validators.get(name);
  if (validate === undefined || validate(answer.body)) return [];
  return (validate.errors ?? []).map((error) => `${name}: ${error.instancePath} ${error.message}`);
}

/** The faults of a value by a schema of the published API, such as `CobVPayload`. */
export function findFaultsOf(schema: string, value: unknown): string[] {
  const validate = ajv.compile({ $ref: `https://bcb/api#/components/schemas/${schema}` });
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function nameOf(api: Document, { method, path, status }: Answer): string | undefined {
  const template = Object.keys(api.paths)
    // Paths of payers' locations, which the simulator does not have.
    .filter((one) => !one.includes('UrlAccessToken'))
    .filter((one) => api.paths[one]?.[method.toLowerCase()] !== undefined)
    .find((one) => new RegExp(`^${one.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path));
  return template === undefined ? undefined : `${method.toLowerCase()} ${template} ${status}`;
}

function compile(api: Document, name: string): ValidateFunction | undefined {
  const [method = '', template = '', status = ''] = name.split(' ');
  const declared = api.paths[template]?.[method]?.responses[status];
  if (declared === undefined) throw new Error(`${name} is no answer of the published API`);
  const shared = declared.$ref?.split('/').at(-1);
  const response = shared === undefined ? declared : api.components.responses[shared];
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
  // The address is required of `recebedor`, and the document repeats that one level too high.
  const receiver = opened.components.schemas.DadosRecebedor as { required?: string[] };
  delete receiver.required;
  // The amount of an automatic Pix is a text, and also one of five objects.
  const pix = opened.components.schemas.PixAutomatico as { properties: { valor: object } };
  pix.properties.valor = { type: 'string', pattern: '^\\d{1,10}\\.\\d{2}$' };
  return JSON.parse(JSON.stringify(opened), (key, value) => {
    // Of two forms of a discount, or of an end, the first would fit the second too.
    if (key === 'oneOf') return value.map(requireName);
    // A location has no scheme, so it isn't a URI; patterns apply to the whole text.
    if (key === 'format' && value === 'uri') return undefined;
    if (key === 'default' && value === '86400') return Number(value);
    if (key !== 'pattern' || typeof value !== 'string') return value;
    // Patterns with their slashes would refuse every CPF.
    const bare = value.replace(/^\/(.*)\/$/, '$1');
    return bare.startsWith('^') ? bare : `^(?:${bare})$`;
  });
}

function requireName(form: { properties?: Readonly<Record<string, object>> }): object {
  const names = ['descontoDataFixa', 'rejeicao', 'cancelamento'];
  const name = names.find((one) => form.properties?.[one] !== undefined);
  return name === undefined ? form : { ...form, required: [name] };
}

function removeRequirements(node: unknown, mistaken: readonly string[], isInner: boolean): void {
  if (typeof node !== 'object' || node === null) return;
  const schema = node as { required?: string[] };
  if (Array.isArray(schema.required) && !isInner) {
    schema.required = schema.required.filter((one) => !mistaken.includes(one));
  }
  for (const child of Object.values(schema)) removeRequirements(child, mistaken, false);
}
