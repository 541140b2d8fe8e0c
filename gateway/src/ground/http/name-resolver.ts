import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../durations.ts';
import { partOf, type WorkSharing } from '../work/work-sharing.ts';
import { CallNotMade, codeOf, TargetError } from './http-failure.ts';

const HOSTS_PATH = '/etc/hosts';
const READ_AGAIN_AFTER_MS = 10_000;
/** RFC 6761, section 6.3: these names are the machine itself, even if the file lacks them. */
const LOCALHOST = /(^|\.)localhost$/;
const LOOPBACK: readonly string[] = ['127.0.0.1', '::1'];
const TRY_MS = 1_000;
const TRIES = 2;
const LOOKUP_MS_MAX = 4_000;
/** RFC 8305, section 3: how long to wait for the second address family after the first. */
const FAMILY_LAG_MS = 50;
const TTL_SECONDS = { min: 5, max: 300 };
const FAILURE_MS = 10_000;
/** How long known addresses are used while the name server doesn't answer. */
const STALE_MS_MAX = HOUR_MS;
const NAMES_MAX = 10_000;
const LOOKUPS_MAX = 512;
const WAITING_PER_OWNER_MAX = 64;
/** Servers of the machine may change: they are read again this often. */
const SERVERS_MS_MAX = MINUTE_MS;

/** The codes for a name that doesn't exist or has no address. */
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EBADQUERY']);

/** Thrown when too many look-ups are under way; the name was not looked up. */
export class TooManyLookups extends CallNotMade {
  override readonly name = 'TooManyLookups';
}

export interface NameResolver {
  /**
   * Returns the addresses of a host name, at least one. One name is looked up once at a time; the
   * look-ups under way are limited, and so are the calls of one `owner` that wait for one.
   * Throws a TargetError with the reason `dns`, or TooManyLookups.
   */
  resolve(hostname: string, owner?: string): Promise<readonly LookupAddress[]>;
}

export interface NameResolverOptions {
  /** Addresses with or without a port; by default those of the machine. */
  readonly servers?: readonly string[] | undefined;
  readonly hostsPath?: string;
  /** The processes that share the limits of look-ups; default: this one alone. */
  readonly sharing?: Pick<WorkSharing, 'processCount'>;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

interface Known {
  readonly addresses: readonly LookupAddress[];
  /** Why the name has no addresses. */
  readonly failure: TargetError | undefined;
  readonly learntAt: number;
  readonly freshUntil: number;
}

type Waiting = Promise<readonly LookupAddress[]>;

function limitsOf({ sharing = { processCount: 1 } }: NameResolverOptions) {
  return {
    lookupsMax: partOf(LOOKUPS_MAX, sharing),
    waitingPerOwnerMax: partOf(WAITING_PER_OWNER_MAX, sharing),
  };
}

/**
 * Resolves names with c-ares, on separate sockets. `dns.lookup` would block a thread of libuv's
 * small pool for as long as a name server is silent, and with it all other work of the pool. A
 * client that must not wait for other clients' look-ups needs its own resolver.
 */
export function createNameResolver(options: NameResolverOptions = {}): NameResolver {
  const localNames = createLocalNames(options.hostsPath);
  const cache = new LRUCache<string, Known>({ max: NAMES_MAX });
  const underWay = new Map<string, Waiting>();
  const waitingByOwner = new Map<string, number>();
  const now = options.now ?? (() => performance.now());
  const { lookupsMax, waitingPerOwnerMax } = limitsOf(options);
  const currentResolver = keepResolver(options.servers, now);

  async function lookUp(name: string): Waiting {
    try {
      const { addresses, seconds } = await askServers(currentResolver(), name);
      const learntAt = now();
      const freshUntil = learntAt + seconds * SECOND_MS;
      cache.set(name, { addresses, failure: undefined, learntAt, freshUntil });
      return addresses;
    } catch (error) {
      const failure = new TargetError('dns', codeOf(error));
      const failedAt = now();
      const before = cache.get(name);
      const kept = before && mayUseStale(before, failure, failedAt) ? before : undefined;
      const next = kept ?? { addresses: [], failure, learntAt: failedAt };
      cache.set(name, { ...next, freshUntil: failedAt + FAILURE_MS });
      if (kept) return kept.addresses;
      throw failure;
    }
  }

  function join(name: string): Waiting {
    const running = underWay.get(name);
    if (running) return running;
    if (underWay.size >= lookupsMax) throw new TooManyLookups();
    const started = lookUp(name).finally(() => underWay.delete(name));
    underWay.set(name, started);
    return started;
  }

  async function joinFor(owner: string, name: string): Waiting {
    const waiting = waitingByOwner.get(owner) ?? 0;
    if (waiting >= waitingPerOwnerMax) throw new TooManyLookups();
    waitingByOwner.set(owner, waiting + 1);
    try {
      return await join(name);
    } finally {
      const left = (waitingByOwner.get(owner) ?? 1) - 1;
      if (left > 0) waitingByOwner.set(owner, left);
      else waitingByOwner.delete(owner);
    }
  }

  return {
    async resolve(hostname, owner) {
      if (isIP(hostname) !== 0) return [addressOf(hostname)];
      const name = hostname.toLowerCase().replace(/\.$/, '');
      const local = localNames(name);
      if (local.length > 0) return local.map(addressOf);
      const cached = cache.get(name);
      if (cached === undefined || now() >= cached.freshUntil) {
        return owner === undefined ? join(name) : joinFor(owner, name);
      }
      if (cached.failure) throw cached.failure;
      return cached.addresses;
    },
  };
}

/**
 * Known addresses are used after a time-out, but not after the answer that the name doesn't exist.
 */
function mayUseStale(before: Known, failure: TargetError, now: number): boolean {
  const isRecent = now - before.learntAt < STALE_MS_MAX;
  return before.addresses.length > 0 && isRecent && !NO_SUCH_NAME.has(failure.code);
}

function addressOf(address: string): LookupAddress {
  return { address, family: isIP(address) };
}

/** A resolver that has read the machine's servers lately. Look-ups under way keep the old one. */
function keepResolver(servers: readonly string[] | undefined, now: () => number): () => Resolver {
  let resolver: Resolver | undefined;
  let madeAt = 0;
  return () => {
    const isOld = servers === undefined && now() - madeAt > SERVERS_MS_MAX;
    if (resolver === undefined || isOld) {
      resolver = new Resolver({ timeout: TRY_MS, tries: TRIES, maxTimeout: LOOKUP_MS_MAX });
      madeAt = now();
      if (servers) resolver.setServers(servers);
    }
    return resolver;
  };
}

interface FamilyAnswer {
  readonly addresses: readonly LookupAddress[];
  /** How long the addresses may be cached. */
  readonly seconds: number;
  readonly code: string;
}

/** Asks for both address families at once, and waits only a moment longer for the slower one. */
async function askServers(resolver: Resolver, name: string): Promise<FamilyAnswer> {
  const families = [
    answerOf(resolver.resolve4(name, { ttl: true })),
    answerOf(resolver.resolve6(name, { ttl: true })),
  ];
  const alone = families.map(async (family) => {
    const answer = await family;
    const hasAddress = answer.addresses.length > 0;
    return pause(hasAddress ? FAMILY_LAG_MS : LOOKUP_MS_MAX, [answer]);
  });
  const silence = pause<FamilyAnswer[]>(LOOKUP_MS_MAX, []);
  const answers = await Promise.race([Promise.all(families), ...alone, silence]);
  const good = answers.filter(({ addresses }) => addresses.length > 0);
  if (good.length === 0) throw failureOf(answers);
  const addresses = good.flatMap((answer) => answer.addresses);
  return { addresses, seconds: Math.min(...good.map(({ seconds }) => seconds)), code: '' };
}

function pause<Value>(ms: number, value: Value): Promise<Value> {
  return sleep(ms, value, { ref: false });
}

async function answerOf(query: Promise<{ address: string; ttl: number }[]>): Promise<FamilyAnswer> {
  try {
    const records = await query;
    const ttl = Math.min(...records.map((record) => record.ttl));
    const seconds = Math.min(Math.max(ttl, TTL_SECONDS.min), TTL_SECONDS.max);
    return { addresses: records.map(({ address }) => addressOf(address)), seconds, code: '' };
  } catch (error) {
    return { addresses: [], seconds: 0, code: codeOf(error) };
  }
}

/** The error of a look-up; `ENOTFOUND` or similar only when both families report it. */
function failureOf(answers: readonly FamilyAnswer[]): Error {
  const codes = answers.map(({ code }) => code);
  const other = codes.find((code) => !NO_SUCH_NAME.has(code));
  const isSilent = codes.length < 2;
  const code = other ?? (isSilent ? 'ETIMEOUT' : (codes[0] ?? ''));
  return Object.assign(new Error('the name was not resolved'), { code });
}

/**
 * Makes the function that returns the addresses of names in the machine's hosts file and of
 * `localhost`. It asks no name server. The file is read again after ten seconds, synchronously,
 * because it is small and must not wait for the thread pool.
 */
function createLocalNames(path = HOSTS_PATH): (name: string) => readonly string[] {
  let addresses = new Map<string, string[]>();
  let readAt = Number.NEGATIVE_INFINITY;
  return (name) => {
    const now = performance.now();
    if (now - readAt > READ_AGAIN_AFTER_MS) {
      readAt = now;
      addresses = parseHosts(readText(path));
    }
    return addresses.get(name) ?? (LOCALHOST.test(name) ? LOOPBACK : []);
  };
}

function parseHosts(text: string): Map<string, string[]> {
  const byName = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names) {
      const addresses = byName.get(name.toLowerCase()) ?? [];
      if (!addresses.includes(address)) byName.set(name.toLowerCase(), [...addresses, address]);
    }
  }
  return byName;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
