import { availableParallelism } from 'node:os';
import ipaddr from 'ipaddr.js';

export type Role = 'api' | 'worker';

/** A wrong environment variable. The message is one line, in Portuguese, and names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const ENCRYPTION_KEY_BYTES = 32;
const PROCESSES_MAX = 128;

/** Less would end healthy processes of a busy machine; a debugger needs more than 30 s. */
const SilenceSeconds: Bounds = { min: 5, max: 86_400 };

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export type Reader = ReturnType<typeof reader>;

/** One method a kind of variable; an empty value counts as not set. */
export function reader(env: Environment) {
  const optional = (name: string): string | undefined => env[name]?.trim() || undefined;
  const refuse = (name: string, expected: string): never => {
    throw new ConfigError(`${name} inválida: ${expected}`);
  };
  return {
    optional,
    text: (name: string, otherwise: string): string => optional(name) ?? otherwise,
    integer(name: string, otherwise: number, bounds: Bounds): number {
      const text = optional(name);
      if (text === undefined) return otherwise;
      const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
      if (value >= bounds.min && value <= bounds.max) return value;
      return refuse(name, `esperado um inteiro de ${bounds.min} a ${bounds.max}`);
    },
    flag(name: string, otherwise: boolean): boolean {
      const text = optional(name);
      if (text === undefined) return otherwise;
      if (text === 'true' || text === 'false') return text === 'true';
      return refuse(name, 'esperado true ou false');
    },
    oneOf(name: string, otherwise: string, allowed: readonly string[]): string {
      const text = optional(name) ?? otherwise;
      return allowed.includes(text) ? text : refuse(name, `esperado ${allowed.join(', ')}`);
    },
    url(name: string): string | undefined {
      const text = optional(name);
      if (text === undefined) return undefined;
      const url = URL.canParse(text) ? new URL(text) : undefined;
      if (url && /^https?:$/.test(url.protocol)) return text.replace(/(?<!\/)\/+$/, '');
      return refuse(name, 'esperada uma URL http(s) absoluta');
    },
    address(name: string, scheme: RegExp, example: string): string | undefined {
      const text = optional(name);
      if (text === undefined || (scheme.test(text) && URL.canParse(text))) return text;
      return refuse(name, `esperado um endereço ${example}`);
    },
    keys(name: string): readonly Buffer[] {
      const keys = (optional(name)?.split(',') ?? []).map((text) => Buffer.from(text, 'base64'));
      if (keys.every((key) => key.length === ENCRYPTION_KEY_BYTES)) return keys;
      return refuse(name, 'esperadas chaves de 32 bytes em base64, separadas por vírgulas');
    },
    key(name: string): Buffer | undefined {
      const text = optional(name);
      if (text === undefined) return undefined;
      const key = Buffer.from(text, 'base64');
      if (key.length === ENCRYPTION_KEY_BYTES) return key;
      return refuse(name, 'esperados 32 bytes em base64; gere com: openssl rand -base64 32');
    },
    roles(name: string): ReadonlySet<Role> {
      const roles = (optional(name) ?? 'api,worker').split(',').map((role) => role.trim());
      const valid = roles.filter((role): role is Role => role === 'api' || role === 'worker');
      if (valid.length === roles.length) return new Set(valid);
      return refuse(name, 'esperado api, worker ou api,worker');
    },
  };
}

/** How many processes there are, `auto` being one for each core, and how long one may hang. */
export function readProcesses(read: Reader) {
  const processSilenceSeconds = read.integer('PROCESS_SILENCE_SECONDS', 30, SilenceSeconds);
  const text = read.text('PROCESSES', 'auto');
  const wanted = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  const processes = text === 'auto' ? Math.min(PROCESSES_MAX, availableParallelism()) : wanted;
  if (processes >= 1 && processes <= PROCESSES_MAX) return { processes, processSilenceSeconds };
  throw new ConfigError(`PROCESSES inválida: esperado auto ou um número de 1 a ${PROCESSES_MAX}`);
}

/** TRUST_PROXY: proxies as addresses, or as the number of them in a row; `true` is one. */
export function readTrustedProxies(read: Reader): false | number | string {
  const text = read.text('TRUST_PROXY', 'false');
  if (text === 'false') return false;
  if (text === 'true') return 1;
  if (/^[1-9]$/.test(text)) return Number(text);
  if (text.split(',').every((part) => isProxyRange(part.trim()))) return text;
  const expected = 'esperado true, false, quantos proxies há, ou os endereços deles';
  throw new ConfigError(`TRUST_PROXY inválida: ${expected}`);
}

function isProxyRange(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = ''] = text.split('/');
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return false;
  return address === text || ipaddr.isValidCIDR(text);
}
