import createFetchClient from 'openapi-fetch';
import createClient from 'openapi-react-query';
import { fetchOrTakeEarly } from '#panel/early/take-early.ts';
import { serverHasAnswered, serverIsBack } from './connection.ts';
import { sessionHasEnded } from './ended-session.ts';
import type { paths } from './schema.d.ts';
import { merchantIsSwitched } from './switched-merchant.ts';

const PROXY_REFUSALS = [502, 503, 504];
const UNAUTHORIZED = 401;
const CONFLICT = 409;

/** The error of a request without an answer. Whether it had an effect is unknown, except a read. */
export class ServerNotReached extends Error {
  override readonly name = 'ServerNotReached';
  /** Whether the same request again has the effect of once: it had the key of its form. */
  readonly isRepeatable: boolean;
  readonly isRead: boolean;

  constructor(request: Request, cause: unknown) {
    super('a request got no answer', { cause });
    this.isRepeatable = request.headers.has('idempotency-key');
    this.isRead = request.method === 'GET';
  }
}

/** Calls the panel's API with the session's cookie. Typed by its own OpenAPI document. */
export const fetchApi = createFetchClient<paths>({
  credentials: 'same-origin',
  fetch: fetchOrTakeEarly,
});

let viewedMerchant: string | undefined;

/**
 * Adds to every request the username of the merchant that this page shows: another tab may choose
 * another merchant, whose data must not appear here and for which nothing must be changed here.
 */
export function nameViewedMerchant(username: string): void {
  viewedMerchant = username;
}

/**
 * The address of a download or a stream, which is read without headers, with the merchant that this
 * page shows.
 */
export function addressOf(path: string, query: readonly [string, string][] = []): string {
  const viewed: [string, string][] =
    viewedMerchant === undefined ? [] : [['viewed', viewedMerchant]];
  const search = new URLSearchParams([...query, ...viewed]).toString();
  return search === '' ? path : `${path}?${search}`;
}

const sentAt = new WeakMap<Request, number>();

fetchApi.use({
  onRequest: ({ request }) => {
    sentAt.set(request, performance.now());
    if (viewedMerchant !== undefined) request.headers.set('x-viewed-merchant', viewedMerchant);
  },
  onError: ({ request, error }) => {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    void serverIsBack();
    return new ServerNotReached(request, error);
  },
  onResponse: async ({ request, response }) => {
    // Status codes that a proxy answers while the gateway is down.
    if (PROXY_REFUSALS.includes(response.status)) void serverIsBack();
    else serverHasAnswered(sentAt.get(request) ?? 0);
    const { status } = response;
    if (status === UNAUTHORIZED && (await hasCode(response, 'not_logged_in'))) sessionHasEnded();
    if (status === CONFLICT && (await hasCode(response, 'merchant_switched'))) merchantIsSwitched();
    // A proxy's: the gateway's refusals have a body. Without an error it would count as a success.
    if (!response.ok && (await response.clone().text()) === '') {
      throw new ServerNotReached(request, response.status);
    }
  },
});

async function hasCode(response: Response, code: string): Promise<boolean> {
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return isProblem(problem) && problem.code === code;
}

/** The same as hooks: `api.useQuery('get', '/api/account/session')`. */
export const api = createClient(fetchApi);

/** The body of every refusal of the gateway. */
export interface Problem {
  readonly error: string;
  readonly message: string;
  readonly code: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

export function isProblem(error: unknown): error is Problem {
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
}
