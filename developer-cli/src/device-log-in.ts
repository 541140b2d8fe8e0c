import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { reach, refusalOf } from './call.ts';
import { Failure } from './failure.ts';
import { harmless } from './output.ts';
import type { KeyPair } from './session.ts';
import { version } from './version.ts';

const TIMEOUT_MS = 30_000;
const CLIENT_ID = 'pix';
const NAME_MAX = 60;
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';
/** RFC 8628 adds this to the pause when the gateway finds the requests too close. */
const SLOWER_SECONDS = 5;

/** A log-in that a member must confirm in the panel. */
export interface DeviceLogIn {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly expires_in: number;
  readonly interval: number;
}

interface Token {
  readonly access_token: string;
  readonly client_id: string;
}

/** Begins a log-in by the device flow (RFC 8628). Throws a Failure. */
export async function beginLogIn(url: string): Promise<DeviceLogIn> {
  const name = `pix em ${harmless(hostname())}`.slice(0, NAME_MAX);
  const response = await send(url, 'authorization', { client_id: CLIENT_ID, client_name: name });
  if (response.status === 404) {
    throw new Failure('refused', 'este gateway não tem o login pelo navegador: use --client-id');
  }
  if (!response.ok) throw await refusalOf(response);
  return (await response.json()) as DeviceLogIn;
}

/** Waits until a member has decided, and returns the new key. Throws a Failure without one. */
export async function waitForKey(
  url: string,
  { device_code: code, interval, expires_in: seconds }: DeviceLogIn,
  signal: AbortSignal,
): Promise<KeyPair> {
  const fields = { client_id: CLIENT_ID, grant_type: GRANT_TYPE, device_code: code };
  const endAt = Date.now() + seconds * 1_000;
  let pause = interval;
  while (Date.now() < endAt) {
    await sleep(pause * 1_000, undefined, { signal }).catch(() => {});
    if (signal.aborted) throw new Failure('usage', 'interrompido');
    const response = await send(url, 'token', fields);
    if (response.ok) {
      const { client_id: clientId, access_token: clientSecret } = (await response.json()) as Token;
      return { clientId, clientSecret };
    }
    if (response.status !== 400) throw await refusalOf(response);
    const { error, error_description: told } = (await response.json()) as Record<string, string>;
    if (error === 'slow_down') pause += SLOWER_SECONDS;
    else if (error === 'access_denied') throw new Failure('credentials', harmless(told ?? error));
    else if (error !== 'authorization_pending') break;
  }
  throw new Failure('timeout', 'o código venceu antes da confirmação: execute pix login de novo');
}

/** Revokes a key at the gateway. Throws a Failure. */
export async function revokeKey(url: string, { clientId, clientSecret }: KeyPair): Promise<void> {
  const fields = { client_id: clientId, token: clientSecret };
  const response = await send(url, 'revocation', fields);
  if (!response.ok) throw await refusalOf(response);
}

function send(
  url: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  return reach(url, () =>
    fetch(`${url}/oauth/device/${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'user-agent': `pix/${version}` },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }),
  );
}
