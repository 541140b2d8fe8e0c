import { lookup } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Failure } from '../failure.ts';

const BYTES_MAX = 65_536;
const TIMEOUT_MS = 10_000;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const RESERVED_NAME = /(^|\.)(invalid|example)$/;

/** Networks in which no bank serves a code, but this machine may have neighbours. */
const INTERNAL: readonly (readonly [address: string, bits: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];
const internal = new BlockList();
for (const [address, bits, family] of INTERNAL) internal.addSubnet(address, bits, family);

export interface GetLimits {
  readonly timeoutMs?: number;
  /** An authority that is trusted besides those of Node, as PEM. */
  readonly authority?: string | undefined;
}

export interface GotText {
  readonly status: number;
  /** Without its parameters, in lower case. */
  readonly contentType: string;
  readonly text: string;
}

/** Whether an address is of this machine by its name, so that plain http shows nothing. */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}

/**
 * Reads an address that somebody else wrote: only https (http on this machine), no internal
 * network, no redirect, at most 64 KiB and ten seconds. Throws a Failure that says why not.
 */
export function limitedGet(url: URL, limits: GetLimits = {}): Promise<GotText> {
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) {
    throw refusal(`${url.href} não é https`);
  }
  if (RESERVED_NAME.test(url.hostname)) {
    throw refusal(`${url.hostname} não existe: o código é de um ambiente de teste`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!isLoopback(url) && isIP(host) !== 0 && isInternal(host)) throw internalAddress(url);
  return get(url, limits);
}

async function get(url: URL, { timeoutMs = TIMEOUT_MS, authority }: GetLimits): Promise<GotText> {
  const signal = AbortSignal.timeout(timeoutMs);
  const options = {
    signal,
    agent: false as const,
    headers: { accept: 'application/jose, application/json' },
    ...(isLoopback(url) ? {} : { lookup: publicLookup(url) }),
    ...(authority === undefined ? {} : { ca: authority }),
  };
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  try {
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      send(url, options).on('response', resolve).on('error', reject).end();
    });
    const text = await readLimited(incoming, url);
    const [contentType = ''] = (incoming.headers['content-type'] ?? '').split(';');
    const status = incoming.statusCode ?? 0;
    return { status, contentType: contentType.trim().toLowerCase(), text };
  } catch (error) {
    if (error instanceof Failure) throw error;
    const cause = signal.aborted ? 'o prazo acabou' : causeOf(error);
    throw refusal(`${url.host} não responde: ${cause}`);
  }
}

async function readLimited(incoming: IncomingMessage, url: URL): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size > BYTES_MAX) {
      incoming.destroy();
      throw refusal(`${url.host} responde mais de 64 KiB`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Refuses a name that leads into an internal network, at the address that is connected to. */
function publicLookup(url: URL): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || first === undefined) return done(error, '', 0);
      if (addresses.some(({ address }) => isInternal(address))) {
        return done(internalAddress(url), '', 0);
      }
      if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

function isInternal(address: string): boolean {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  const plain = mapped ?? address;
  return internal.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}

function internalAddress(url: URL): Failure {
  return refusal(`${url.hostname} é de uma rede interna; o endereço de um código é público`);
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message;
}

function refusal(message: string): Failure {
  return new Failure('checkFailed', message);
}
