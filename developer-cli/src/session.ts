import { Failure } from './failure.ts';
import { DEFAULT_PROFILE, type Profile, readProfiles } from './profiles.ts';

const DEFAULT_URL = 'http://localhost:3000';
/** The published keys of the sandbox, with which a clone works without a login. */
const SANDBOX_KEYS = {
  clientId: 'svc_pk_test_sandbox_publico',
  clientSecret: 'svc_sk_test_sandbox_publico',
};
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The options of every command that talks to the gateway. */
export interface SessionOptions {
  readonly url?: string;
  readonly profile?: string;
  readonly insecure?: boolean;
}

export interface KeyPair {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Where a gateway is, and the keys with which it is called. */
export interface Session {
  /** Without a slash at the end. */
  readonly url: string;
  readonly keys: KeyPair;
  readonly keysFrom: 'environment' | 'profile' | 'sandbox';
  readonly profileName: string;
  readonly profile: Profile | undefined;
}

/** Whether a key moves real money. */
export function isLiveKey({ clientId }: KeyPair): boolean {
  return clientId.includes('_live_');
}

/**
 * Chooses gateway and keys: options, then the environment, then the profile. Keys of a profile are
 * sent only to the gateway that they were stored for. Throws a Failure when there are none.
 */
export function openSession(
  options: SessionOptions,
  environment: NodeJS.ProcessEnv = process.env,
): Session {
  const chosen = chooseGateway(options, environment);
  const { url, profileName, profile } = chosen;
  return { ...chosen, ...keysFor(url, profileName, profile, environment) };
}

/** Like `openSession`, for what needs no keys. Throws a Failure for a wrong address. */
export function openWithoutKeys(
  options: SessionOptions,
  environment: NodeJS.ProcessEnv = process.env,
): Session {
  const keys = { clientId: '', clientSecret: '' };
  return { ...chooseGateway(options, environment), keys, keysFrom: 'sandbox' };
}

function chooseGateway(
  options: SessionOptions,
  environment: NodeJS.ProcessEnv,
): Pick<Session, 'url' | 'profileName' | 'profile'> {
  const profiles = readProfiles();
  const asked = options.profile ?? (environment.PIX_PROFILE || undefined);
  const named = profiles[asked ?? DEFAULT_PROFILE];
  if (asked !== undefined && named === undefined) {
    throw new Failure(
      'credentials',
      `o perfil "${asked}" não existe: pix login --profile ${asked}`,
      { code: 'profile_not_found' },
    );
  }
  const url = checkUrl(
    options.url ?? (environment.PIX_URL || (named?.url ?? DEFAULT_URL)),
    options,
  );
  const stored = Object.entries(profiles).filter(([, one]) => one.url === url);
  const [profileName, profile] = stored.find(([name]) => name === (asked ?? DEFAULT_PROFILE)) ??
    (asked === undefined ? stored[0] : undefined) ?? [asked ?? DEFAULT_PROFILE, undefined];
  return { url, profileName, profile };
}

function keysFor(
  url: string,
  profileName: string,
  profile: Profile | undefined,
  { PIX_CLIENT_ID, PIX_CLIENT_SECRET }: NodeJS.ProcessEnv,
): Pick<Session, 'keys' | 'keysFrom'> {
  if (PIX_CLIENT_ID && PIX_CLIENT_SECRET) {
    const keys = { clientId: PIX_CLIENT_ID, clientSecret: PIX_CLIENT_SECRET };
    return { keys, keysFrom: 'environment' };
  }
  if (PIX_CLIENT_ID || PIX_CLIENT_SECRET) {
    throw new Failure('usage', 'informe PIX_CLIENT_ID e PIX_CLIENT_SECRET, os dois');
  }
  if (profile?.clientId && profile.clientSecret) {
    const { clientId, clientSecret } = profile;
    return { keys: { clientId, clientSecret }, keysFrom: 'profile' };
  }
  if (isLoopback(url)) return { keys: SANDBOX_KEYS, keysFrom: 'sandbox' };
  throw new Failure(
    'credentials',
    `não há chaves para ${url}: use pix login --url ${url} --profile ${profileName}, ou defina ` +
      'PIX_CLIENT_ID e PIX_CLIENT_SECRET',
  );
}

/**
 * The address of a gateway in its usual form. Throws a Failure for one that is not http or https,
 * and for plain http to another machine, which would show the keys to the network.
 */
export function checkUrl(text: string, { insecure = false }: SessionOptions): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new Failure(
      'usage',
      `"${text}" não é um endereço: use http://localhost:3000 ou https://…`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new Failure('usage', 'o endereço do gateway não leva usuário nem senha');
  }
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname) && !insecure) {
    throw new Failure(
      'usage',
      `as chaves iriam sem criptografia a ${url.host}: use https, ou --insecure numa rede sua`,
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

function isLoopback(url: string): boolean {
  return LOOPBACK.test(new URL(url).hostname);
}
