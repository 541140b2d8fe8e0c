import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { apiPixDocument } from '../support/bcb/api-pix-document.ts';

/** The Central Bank's OpenAPI document, which checks every request of the gateway. */
export interface CentralBankStandard {
  /** The faults of a request by the standard; empty if there are none. */
  faultsOf(request: StandardRequest): string[];
}

export interface StandardRequest {
  readonly method: string;
  /** Without a bank's own prefix, with the query: `/pix?inicio=...`. */
  readonly path: string;
  readonly body: unknown;
}

type Node = Readonly<Record<string, unknown>>;

/** The families of operations of the standard; banks have others besides. */
export const STANDARD_PATHS =
  /^\/(cob|cobv|lotecobv|loc|pix|webhook|rec|solicrec|cobr|locrec|webhookrec|webhookcobr)(\/|\?|$)/;
const METHODS = ['get', 'put', 'patch', 'post', 'delete'];

let loaded: CentralBankStandard | undefined;

export function centralBankStandard(): CentralBankStandard {
  loaded ??= load(JSON.stringify(apiPixDocument()));
  return loaded;
}

function load(text: string): CentralBankStandard {
  const document = JSON.parse(text, reviveNode) as Node;
  const ajv = new Ajv2019({ strict: false, allErrors: true });
  addFormats.default(ajv as never);
  ajv.addSchema({ ...document, $id: 'bcb' }, 'bcb');
  const paths = document.paths as Readonly<Record<string, Node>>;
  // The payloads that payers read have the form of any other path.
  const ofClients = Object.keys(paths).filter((path) => !path.includes('UrlAccessToken'));
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (pointer: string): ValidateFunction => {
    const found = compiled.get(pointer);
    if (found) return found;
    const made = ajv.compile({ $ref: `bcb#${pointer}`, unevaluatedProperties: false });
    compiled.set(pointer, made);
    return made;
  };
  return {
    faultsOf: (request) => {
      const url = new URL(request.path, 'https://bcb.invalid');
      const template = ofClients.find((path) => matches(path, url.pathname));
      const method = request.method.toLowerCase();
      const operation =
        template && METHODS.includes(method) ? paths[template]?.[method] : undefined;
      if (!template || !operation) return [`${request.method} ${url.pathname} is no operation`];
      const common = (paths[template]?.parameters ?? []) as readonly Node[];
      const own = ((operation as Node).parameters ?? []) as readonly Node[];
      const parameters = [...common, ...own].map((one) => dereference(document, one));
      return [
        ...faultsOfParameters(ajv, parameters, { template, url }),
        ...faultsOfBody(document, operation as Node, { body: request.body, validatorOf }),
      ];
    },
  };
}

/** Schemas that require properties which the document doesn't define or an order can't have. */
const RIGHT_REQUIREMENTS: Readonly<Record<string, readonly string[]>> = {
  PayloadLocationCob: ['id'],
  RecBase: ['calendario', 'vinculo'],
  SolicRecBase: ['calendario', 'idRec', 'destinatario'],
};

/**
 * Corrects known faults of the document: patterns with slashes or without anchors, a choice of two
 * forms of a discount of which the first also fits the second, and a choice of two equal debtors.
 */
function reviveNode(this: unknown, key: unknown, value: unknown): unknown {
  const required = RIGHT_REQUIREMENTS[String(key)];
  if (required) return { ...(value as Node), required };
  if (key === 'oneOf' && Array.isArray(value)) return differentForms(value.map(requireDays));
  if (key !== 'pattern' || typeof value !== 'string') return value;
  const bare = value.replace(/^\/(.*)\/$/, '$1').replace(/^\^?(.*?)\$?$/, '$1');
  return `^(?:${bare.replaceAll('\\\\', '\\')})$`;
}

function requireDays(choice: Node): Node {
  const properties = choice.properties as Node | undefined;
  return properties?.descontoDataFixa ? { ...choice, required: ['descontoDataFixa'] } : choice;
}

function differentForms(choices: readonly Node[]): Node[] {
  const forms = choices.map((choice) => {
    const { title: _, ...form } = choice;
    return [JSON.stringify(form), choice] as const;
  });
  return [...new Map(forms).values()];
}

function matches(template: string, path: string): boolean {
  const parts = template.split('/');
  const given = path.split('/');
  return (
    parts.length === given.length &&
    parts.every((part, index) => part.startsWith('{') || part === given[index])
  );
}

function dereference(document: Node, node: Node): Node {
  if (typeof node.$ref !== 'string') return node;
  const parts = node.$ref.slice(2).split('/');
  return parts.reduce((at, part) => at[part] as Node, document);
}

function faultsOfParameters(
  ajv: Ajv2019,
  parameters: readonly Node[],
  { template, url }: { readonly template: string; readonly url: URL },
): string[] {
  const declared = new Set(parameters.filter((one) => one.in === 'query').map((one) => one.name));
  const unknown = [...url.searchParams.keys()].filter((name) => !declared.has(name));
  const names = template.split('/');
  const wrong = parameters.flatMap((one) => {
    const index = names.indexOf(`{${one.name}}`);
    const text =
      one.in === 'path'
        ? decodeURIComponent(url.pathname.split('/')[index] ?? '')
        : url.searchParams.get(String(one.name));
    if (text === null) return one.required === true ? [`${one.name} is missing`] : [];
    const value = /^\d{1,9}$/.test(text) && one.in === 'query' ? Number(text) : text;
    return ajv.validate(absoluteSchema(one.schema as Node), value) ? [] : [`${one.name}: ${text}`];
  });
  return [...unknown.map((name) => `${name} is no parameter`), ...wrong];
}

/** The same schema with its references made absolute. */
function absoluteSchema(schema: Node): Node {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"bcb#/')) as Node;
}

function faultsOfBody(
  document: Node,
  operation: Node,
  {
    body,
    validatorOf,
  }: {
    readonly body: unknown;
    readonly validatorOf: (pointer: string) => ValidateFunction;
  },
): string[] {
  const declared = operation.requestBody as Node | undefined;
  if (!declared) return body === undefined ? [] : ['a body is not declared'];
  const content = dereference(document, declared).content as Node;
  const media = content['application/json'] as Node;
  const schema = media.schema as Node;
  if (typeof schema.$ref !== 'string') return ['the schema of the body has no name'];
  const validate = validatorOf(schema.$ref.slice(1));
  if (validate(body)) return [];
  return (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`);
}
