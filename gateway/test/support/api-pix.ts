import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { faultsOfAnswer } from './bcb/standard.ts';
import { type Answer, callGateway, type Keys } from './gateway.ts';

/** The Pix key of every merchant in the test environment. */
export const TEST_KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';

/** The body of the smallest immediate charge. */
export const COB = {
  calendario: { expiracao: 3600 },
  valor: { original: '100.00' },
  chave: TEST_KEY,
};

/** A program that speaks the Central Bank's API to the gateway. */
export interface StandardClient {
  /** Sends a request under /pix/v2. Its answer must be as the document says. */
  call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer<Body>>;
  readonly token: string;
  readonly scope: string;
}

/** Gets a token with the keys of a merchant. */
export async function openStandardClient(
  { url }: { readonly url: string },
  keys: Keys,
  scope?: string,
): Promise<StandardClient> {
  const issued = await requestToken(url, keys, scope);
  assert.equal(issued.status, 200, issued.text);
  const token = String(issued.body.access_token);
  return {
    token,
    scope: String(issued.body.scope),
    call: (method, path, body, headers) =>
      callStandard(url, { method, path, body, headers: { ...bearer(token), ...headers } }),
  };
}

/** The header of a token. */
export function bearer(token: string) {
  return { authorization: `Bearer ${token}` };
}

/** Asks for a token with a form and the header of Basic. */
export function requestToken(
  url: string,
  keys: Keys,
  scope?: string,
): Promise<Answer<Record<string, unknown>>> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) });
  return callGateway(`${url}/pix/oauth/token`, 'POST', {
    headers: { ...basic(keys), 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  });
}

/** The header of Basic with id and secret. */
export function basic(keys: Keys) {
  const pair = `${keys['client-id']}:${keys['client-secret']}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Sends a request under /pix/v2 and checks the answer against the document. */
export async function callStandard<Body>(
  url: string,
  {
    method,
    path,
    body,
    headers = {},
  }: {
    readonly method: string;
    readonly path: string;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  },
): Promise<Answer<Body>> {
  const answer = await callGateway<Body>(`${url}/pix/v2${path}`, method, { headers, body });
  const faults = faultsOfAnswer({
    method,
    status: answer.status,
    body: answer.body,
    path: decodeURI(path.split('?')[0] ?? '').replace(/\/+$/, ''),
    contentType: answer.headers.get('content-type'),
  });
  assert.deepEqual(faults, [], answer.text);
  return answer;
}

/** A txid that no charge has. */
export function newTxid(): string {
  return randomBytes(16).toString('hex').toUpperCase();
}

/** The name of the type of an error. */
export function typeOf({ body }: Pick<Answer, 'body'>): string {
  return String(body.type).split('/').at(-1) ?? '';
}
