import { SECOND_MS } from '../durations.ts';

/** One server of DATABASE_URL. `name` is `host:port`, for logs and metrics. */
export interface DatabaseHost {
  readonly name: string;
  readonly host: string;
  readonly port: number;
}

/** A connection string, read as libpq reads it: it may name several servers. */
export interface DatabaseAddress {
  /** The same address with its first server alone, which the driver can read. */
  readonly driverUrl: string;
  /** The servers in their order. One server keeps the driver's own reading of host and port. */
  readonly hosts: readonly [DatabaseHost, ...DatabaseHost[]];
  /** `primary` also accepts a server whose sessions are read-only by default. */
  readonly target: 'read-write' | 'primary';
  /** Whether the server must be asked if it doesn't report its state at the log-in. */
  readonly isTargetGiven: boolean;
  /** How long connecting to one server may take. */
  readonly connectTimeoutMs: number;
}

const SHAPE = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)/s;
const HOSTS_MAX = 16;
const LOCAL = 'localhost';
const DEFAULT_PORT = 5_432;
const CONNECT_TIMEOUT_MS = 3_000;
const CONNECT_TIMEOUT_SECONDS_MAX = 60;

/** A wrong connection string. The message is Portuguese and quotes no part of the address. */
export class DatabaseAddressError extends Error {
  override readonly name = 'DatabaseAddressError';
}

/**
 * Reads `postgres://user:password@a:5432,b:5432/database?target_session_attrs=read-write`. The
 * gateway writes, so a server in recovery or read-only is never wanted. Throws a
 * DatabaseAddressError.
 */
export function readDatabaseAddress(text: string): DatabaseAddress {
  const [, scheme = '', authority = '', rest = ''] = SHAPE.exec(text) ?? [];
  const userEnd = authority.lastIndexOf('@') + 1;
  const names = authority.slice(userEnd).split(',');
  const urlOf = (name: string): string => `${scheme}${authority.slice(0, userEnd)}${name}${rest}`;
  // Without a server in it, `host=` names a socket or the driver takes localhost.
  const named = (name: string): URL => urlFrom(urlOf(names.length === 1 ? name || LOCAL : name));
  const { searchParams: parameters } = named(names[0] ?? '');
  const [first, ...others] = names.map((name) => hostOf(name, named(name), parameters));
  if (first === undefined) throw new DatabaseAddressError('falta o servidor');
  const unique = new Set([first, ...others].map(({ name }) => name));
  if (unique.size < names.length)
    throw new DatabaseAddressError('há um servidor repetido na lista');
  if (names.length > HOSTS_MAX) {
    throw new DatabaseAddressError(`a lista tem mais de ${HOSTS_MAX} servidores`);
  }
  return {
    driverUrl: urlOf(names[0] ?? ''),
    hosts: [first, ...others],
    ...targetOf(parameters, names.length),
    connectTimeoutMs: connectTimeoutOf(parameters),
  };
}

function urlFrom(text: string): URL {
  if (URL.canParse(text)) return new URL(text);
  throw new DatabaseAddressError(
    'cada servidor é nome ou nome:porta, separado do próximo por vírgula: ' +
      'postgres://usuario:senha@a:5432,b:5432/banco',
  );
}

function hostOf(name: string, url: URL, parameters: URLSearchParams): DatabaseHost {
  const [inHost, inPort] = ['host', 'port'].map((name) => parameters.get(name) ?? '');
  if (inHost?.includes(',') || inPort?.includes(',')) {
    throw new DatabaseAddressError(
      'a lista de servidores fica antes da barra, e não em host= ou port=: ' +
        'postgres://usuario:senha@a:5432,b:5432/banco',
    );
  }
  if (url.hostname === '') throw new DatabaseAddressError('falta um servidor na lista');
  const host = decodeURIComponent(name === '' ? inHost || LOCAL : url.hostname);
  const port = Number(url.port || inPort || DEFAULT_PORT);
  return { name: host.startsWith('/') ? host : `${host}:${port}`, host: bare(host), port };
}

function bare(host: string): string {
  return host.replace(/^\[(.+)\]$/, '$1');
}

function targetOf(
  parameters: URLSearchParams,
  count: number,
): Pick<DatabaseAddress, 'target' | 'isTargetGiven'> {
  const text = parameters.get('target_session_attrs');
  if (text === 'primary') return { target: 'primary', isTargetGiven: true };
  const isGiven = text === 'read-write' || (text === null && count > 1);
  // One server with `any` is what libpq does without the parameter.
  if (isGiven || text === null || (text === 'any' && count === 1)) {
    return { target: 'read-write', isTargetGiven: isGiven };
  }
  throw new DatabaseAddressError(
    'target_session_attrs deve ser read-write (o padrão) ou primary, porque o gateway grava',
  );
}

function connectTimeoutOf(parameters: URLSearchParams): number {
  const text = parameters.get('connect_timeout');
  if (text === null) return CONNECT_TIMEOUT_MS;
  const seconds = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (seconds >= 1 && seconds <= CONNECT_TIMEOUT_SECONDS_MAX) return seconds * SECOND_MS;
  throw new DatabaseAddressError(
    `connect_timeout deve ser de 1 a ${CONNECT_TIMEOUT_SECONDS_MAX} segundos`,
  );
}
