import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { DAY_SECONDS, HOUR_SECONDS, SECOND_MS } from '../durations.ts';
import { parseTaxId } from '../pix/tax-id.ts';
import { isVisibleText } from '../visible-text.ts';
import {
  type AccountHolder,
  type BankConfig,
  type ClientCertificate,
  EFI_HOSTS,
  type EfiEnvironment,
  type ReceivingAccount,
} from './bank-config.ts';
import { type BankProfile, lacksRecurring, parseBankProfile } from './bank-profile.ts';
import { bankTls } from './bank-tls.ts';

type Environment = Readonly<Record<string, string | undefined>>;
/** Makes the error of a wrong variable from one line in Portuguese that names it. */
type Fault = (message: string) => Error;

const TIMEOUT_SECONDS = 10;
const TIMEOUT_SECONDS_MAX = 60;
const QUARANTINE = 'PROVIDER_UNKNOWN_QUARANTINE_SECONDS';
// Longer than every timeout of the SPI and of a bank's own queue.
const QUARANTINE_SECONDS = 1_800;
const QUARANTINE_SECONDS_MAX = 7 * DAY_SECONDS;
const DISPUTES = 'PROVIDER_DISPUTES_SECONDS';
const DISPUTES_SECONDS = 180;
const DISPUTES_SECONDS_MAX = HOUR_SECONDS;
const NAME_LENGTH_MAX = 200;
const PIX_KEY = /^\S{1,77}$/;
const CALLBACK_SECRET = /^[\w-]{24,128}$/;
const HEADER_NAME = /^[a-z0-9-]{1,60}$/;
const BRANCH = /^\d{1,4}$/;
const ACCOUNT_NUMBER = /^\d{1,20}$/;
const PEM_EXTENSION = /\.(pem|crt|cer)$/i;
const OLD_BUNDLE = /unsupported/i;

/**
 * Reads the configuration of the bank of live keys; undefined when none is configured. It also
 * loads the certificates, so that a wrong one is reported at the start. Throws the error that
 * `fault` makes for the first wrong variable.
 */
export function readBankConfig(env: Environment, fault: Fault): BankConfig | undefined {
  const read = reader(env, fault);
  if (read.optional('PROVIDER') === undefined) return undefined;
  const provider = read.oneOf('PROVIDER', ['efi', 'api-pix'] as const, undefined);
  const environment = readEnvironment(read, provider);
  const ownHost = environment && EFI_HOSTS[environment];
  const baseUrl = read.url('PROVIDER_BASE_URL', ownHost);
  const ownTokenUrl = provider === 'efi' ? `${baseUrl}/oauth/token` : undefined;
  const tokenBody = provider === 'efi' ? 'json' : 'form';
  const certificateAuthority = read.file('PROVIDER_CA');
  return Object.freeze({
    provider,
    environment,
    baseUrl,
    tokenUrl: read.url('PROVIDER_TOKEN_URL', ownTokenUrl),
    tokenBody: read.oneOf('PROVIDER_TOKEN_BODY', ['json', 'form'] as const, tokenBody),
    clientId: read.required('PROVIDER_CLIENT_ID'),
    clientSecret: read.required('PROVIDER_CLIENT_SECRET'),
    ...readCertificate(read),
    certificateAuthority: checkAuthority(read, certificateAuthority),
    pixKey: read.matching('PROVIDER_PIX_KEY', PIX_KEY, 'esperada a chave Pix da conta'),
    accountHolder: readAccountHolder(read),
    receivingAccount: readReceivingAccount(read),
    timeoutMs: read.seconds('PROVIDER_TIMEOUT_SECONDS', TIMEOUT_SECONDS) * SECOND_MS,
    quarantineMs: read.seconds(QUARANTINE, QUARANTINE_SECONDS, QUARANTINE_SECONDS_MAX) * SECOND_MS,
    disputesEveryMs: read.seconds(DISPUTES, DISPUTES_SECONDS, DISPUTES_SECONDS_MAX) * SECOND_MS,
    callbackSecret: read.matching(
      'PROVIDER_CALLBACK_SECRET',
      CALLBACK_SECRET,
      'esperados de 24 a 128 letras, dígitos, "_" ou "-"; gere um com: openssl rand -hex 24',
    ),
    callbackAuthHeader: readHeader(read),
    isPaymentConfirmed:
      read.oneOf('PROVIDER_CONFIRM_PAYMENTS', ['true', 'false'] as const, 'true') === 'true',
    takesDisputeFiles:
      read.oneOf('PROVIDER_DISPUTE_FILES', ['true', 'false'] as const, 'false') === 'true',
    ...readProfile(read),
  });
}

function readEnvironment(read: Reader, provider: string): EfiEnvironment | undefined {
  const name = 'PROVIDER_ENVIRONMENT';
  if (provider === 'efi') {
    return read.oneOf(name, ['production', 'homologation'] as const, 'production');
  }
  if (read.optional(name) !== undefined) throw read.fault(name, 'só existe com PROVIDER=efi');
  return undefined;
}

/** The account holder. Refuses a name without a document, and a document without a name. */
function readAccountHolder(read: Reader): AccountHolder | undefined {
  const nameField = 'PROVIDER_ACCOUNT_NAME';
  const documentField = 'PROVIDER_ACCOUNT_DOCUMENT';
  const name = read.optional(nameField);
  const unchecked = read.optional(documentField);
  if (name === undefined && unchecked === undefined) return undefined;
  const isName = name !== undefined && name.length <= NAME_LENGTH_MAX && isVisibleText(name);
  if (!isName) throw read.fault(nameField, 'esperado o nome do titular da conta no banco');
  const document = parseTaxId(unchecked ?? '', { checkDigits: true })?.digits;
  if (document === undefined) throw read.fault(documentField, 'esperado o CPF ou CNPJ do titular');
  return { name, document };
}

/** The account for Pix Automático. Refuses a branch or a type without a number. */
function readReceivingAccount(read: Reader): ReceivingAccount | undefined {
  const numberField = 'PROVIDER_ACCOUNT_NUMBER';
  const branchField = 'PROVIDER_ACCOUNT_BRANCH';
  const branch = read.optional(branchField);
  const types = ['checking', 'savings', 'payment'] as const;
  const type = read.oneOf('PROVIDER_ACCOUNT_TYPE', types, 'checking');
  if (read.optional(numberField) === undefined) {
    if (branch === undefined) return undefined;
    throw read.fault(branchField, `só existe com ${numberField}`);
  }
  if (branch !== undefined && !BRANCH.test(branch)) {
    throw read.fault(branchField, 'esperados até quatro dígitos da agência');
  }
  const number = read.matching(numberField, ACCOUNT_NUMBER, 'esperados até 20 dígitos da conta');
  return { branch, number, type };
}

/**
 * How the bank differs from the document, as an exam wrote it, and whether recurrences that it
 * takes away were ended by hand. Refuses the second without the first: a later profile would take
 * recurrences away in silence.
 */
function readProfile(read: Reader): Pick<BankConfig, 'profile' | 'areRecurrencesEnded'> {
  const profile = parseProfile(read);
  const name = 'PROVIDER_RECURRENCES_ENDED';
  const areRecurrencesEnded = read.oneOf(name, ['true', 'false'] as const, 'false') === 'true';
  if (areRecurrencesEnded && !lacksRecurring(profile)) {
    throw read.fault(name, 'só existe com um PROVIDER_PROFILE que tira rec ou cobr');
  }
  return { profile, areRecurrencesEnded };
}

function parseProfile(read: Reader): BankProfile | undefined {
  const name = 'PROVIDER_PROFILE';
  const file = read.file(name);
  try {
    return file && parseBankProfile(file.toString('utf8'));
  } catch (error) {
    throw read.fault(name, error instanceof Error ? error.message : 'esperado um perfil');
  }
}

function readHeader(read: Reader): string | undefined {
  const name = 'PROVIDER_CALLBACK_AUTH';
  const header = read.optional(name)?.toLowerCase();
  if (header === undefined || HEADER_NAME.test(header)) return header;
  throw read.fault(name, 'esperado o nome de um cabeçalho HTTP');
}

/** Reads a PEM pair or a PKCS#12 bundle, and loads it by OpenSSL to check it. */
function readCertificate(read: Reader): Pick<BankConfig, 'clientCertificate' | 'passphrase'> {
  const path = read.required('PROVIDER_CERTIFICATE');
  const bytes = read.requiredFile('PROVIDER_CERTIFICATE');
  const passphrase = read.optional('PROVIDER_CERTIFICATE_PASSPHRASE');
  const keyPath = read.optional('PROVIDER_CERTIFICATE_KEY');
  const isPem = keyPath !== undefined || PEM_EXTENSION.test(path);
  const clientCertificate: ClientCertificate = isPem
    ? {
        kind: 'pem',
        certificate: bytes,
        // One file may hold both, as Efí's converter writes it.
        key: read.file('PROVIDER_CERTIFICATE_KEY') ?? bytes,
      }
    : { kind: 'pkcs12', bundle: bytes };
  try {
    createSecureContext(bankTls({ clientCertificate, passphrase }));
  } catch (error) {
    const isOld = error instanceof Error && OLD_BUNDLE.test(error.message);
    const advice = isOld
      ? 'o .p12 usa uma cifra antiga; converta com: openssl pkcs12 -legacy -nodes'
      : 'o certificado, a chave dele e PROVIDER_CERTIFICATE_PASSPHRASE não combinam';
    throw read.fault('PROVIDER_CERTIFICATE', advice);
  }
  return { clientCertificate, passphrase };
}

function checkAuthority(read: Reader, pem: Buffer | undefined): Buffer | undefined {
  if (pem === undefined || pem.includes('-----BEGIN CERTIFICATE-----')) return pem;
  throw read.fault('PROVIDER_CA', 'esperado um arquivo PEM com certificados');
}

type Reader = ReturnType<typeof reader>;

function reader(env: Environment, makeFault: Fault) {
  const optional = (name: string): string | undefined => env[name]?.trim() || undefined;
  const fault = (name: string, expected: string): Error =>
    makeFault(`${name} inválida: ${expected}`);
  const required = (name: string): string => {
    const text = optional(name);
    if (text === undefined) throw makeFault(`${name} é obrigatória com PROVIDER`);
    return text;
  };
  const requiredFile = (name: string): Buffer =>
    readFileOr(required(name), (code) => fault(name, `o arquivo não pôde ser lido (${code})`));
  return {
    optional,
    required,
    requiredFile,
    fault,
    file: (name: string) => (optional(name) === undefined ? undefined : requiredFile(name)),
    oneOf<Choice extends string>(
      name: string,
      choices: readonly Choice[],
      otherwise: Choice | undefined,
    ): Choice {
      const text = optional(name) ?? otherwise;
      const choice = choices.find((allowed) => allowed === text);
      if (choice === undefined) throw fault(name, `esperado ${choices.join(' ou ')}`);
      return choice;
    },
    matching(name: string, form: RegExp, expected: string): string {
      const text = required(name);
      if (!form.test(text)) throw fault(name, expected);
      return text;
    },
    url(name: string, otherwise: string | undefined): string {
      const text = (optional(name) ?? otherwise ?? required(name)).replace(/(?<!\/)\/+$/, '');
      const url = URL.canParse(text) ? new URL(text) : undefined;
      // Tokens and payments are sent to it, so it must be encrypted.
      if (url?.protocol === 'https:' && url.search === '' && url.hash === '') return text;
      throw fault(name, 'esperada uma URL https absoluta');
    },
    seconds(name: string, otherwise: number, max = TIMEOUT_SECONDS_MAX): number {
      const seconds = Number(optional(name) ?? otherwise);
      if (Number.isInteger(seconds) && seconds >= 1 && seconds <= max) return seconds;
      throw fault(name, `esperado um inteiro de 1 a ${max}`);
    },
  };
}

/** Reads a file. Throws the error that `fault` makes for the code of a system error. */
function readFileOr(path: string, fault: (code: unknown) => Error): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw fault(error.code);
    throw error;
  }
}
