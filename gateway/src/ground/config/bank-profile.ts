/**
 * How a bank differs from the Central Bank's document, as an exam of API Pix writes it. It holds no
 * secret. Only `scopes`, `missing`, `errorNameFields` and `notFoundNames` change what the adapter
 * does; it takes every order of lists and every known form of call-backs without being told.
 */
export interface BankProfile {
  readonly bank: string;
  /** The day of the exam: 2026-11-29. */
  readonly examinedOn: string;
  /** The version of the document. */
  readonly document: string;
  readonly dialect: 'standard' | 'efi';
  readonly levels: readonly string[];
  /** The codes of all deviations, and whether the adapter copes: `yes`, `profile` or `no`. */
  readonly deviations: Readonly<Record<string, string>>;
  /** What a request for a token must ask for; null asks for nothing. */
  readonly scopes: readonly string[] | null;
  /** Groups of operations that the bank doesn't have: `cobv`, `rec`. */
  readonly missing: readonly string[];
  readonly listOrder: string | null;
  readonly callbackBody: string | null;
  /** Fields in which the bank names its errors, besides those of the document and of Efí. */
  readonly errorNameFields: readonly string[];
  /** Names of errors that mean that a record doesn't exist, and nothing else. */
  readonly notFoundNames: readonly string[];
}

/** What a bank may leave out; without the others nothing can be received. */
export const OPTIONAL_RESOURCES: readonly string[] = [
  'cobv',
  'lotecobv',
  'loc',
  'rec',
  'solicrec',
  'cobr',
  'locrec',
  'webhookrec',
  'webhookcobr',
];

/** Whether Pix Automático is missing at the bank: recurrences or their charges. */
export function lacksRecurring(profile: BankProfile | undefined): boolean {
  return profile?.missing.some((name) => name === 'rec' || name === 'cobr') ?? false;
}

const NAME = /^[\w.-]{1,60}$/;
/** A scope of OAuth 2.0 (RFC 6749, 3.3). */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/;

/** Reads a profile. Throws an error whose message names what is wrong, in Portuguese. */
export function parseBankProfile(text: string): BankProfile {
  const unchecked: unknown = parse(text);
  if (typeof unchecked !== 'object' || unchecked === null) fail('esperado um objeto JSON');
  const fields = unchecked as Readonly<Record<string, unknown>>;
  const missing = namesAt(fields, 'missing');
  const essential = missing.find((name) => !OPTIONAL_RESOURCES.includes(name));
  if (essential !== undefined) fail(`missing: um banco sem ${essential} não pode receber`);
  return {
    bank: textAt(fields, 'bank'),
    examinedOn: textAt(fields, 'examinedOn'),
    document: textAt(fields, 'document'),
    dialect: fields.dialect === 'efi' ? 'efi' : 'standard',
    levels: namesAt(fields, 'levels'),
    deviations: deviationsAt(fields),
    scopes: fields.scopes == null ? null : namesAt(fields, 'scopes', SCOPE),
    missing,
    listOrder: typeof fields.listOrder === 'string' ? fields.listOrder : null,
    callbackBody: typeof fields.callbackBody === 'string' ? fields.callbackBody : null,
    errorNameFields: namesAt(fields, 'errorNameFields'),
    notFoundNames: namesAt(fields, 'notFoundNames'),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fail('esperado JSON');
  }
}

function textAt(fields: Readonly<Record<string, unknown>>, name: string): string {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : fail(`${name}: esperado um texto`);
}

function namesAt(
  fields: Readonly<Record<string, unknown>>,
  name: string,
  form = NAME,
): readonly string[] {
  const value = fields[name];
  const isList =
    Array.isArray(value) && value.every((one) => typeof one === 'string' && form.test(one));
  return isList ? value : fail(`${name}: esperada uma lista de nomes`);
}

function deviationsAt({ deviations }: Readonly<Record<string, unknown>>) {
  const isMap = typeof deviations === 'object' && deviations !== null;
  const entries = isMap ? Object.entries(deviations) : fail('deviations: esperado um objeto');
  return Object.fromEntries(entries.map(([code, copes]) => [code, String(copes)]));
}

function fail(reason: string): never {
  throw new Error(reason);
}
