import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ProblemCode, Refusal } from '#src/platform/errors/problems.ts';
import { ADDRESS_HEADER, type Auth } from './auth.ts';

const BASE_PATH = '/api/auth';
const RETRY_AFTER_SECONDS = 60;

// The library's refusals in our words.
const REFUSALS: Readonly<Record<string, ProblemCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'log_in_failed',
  INVALID_EMAIL: 'log_in_failed',
  EMAIL_NOT_VERIFIED: 'email_not_confirmed',
  INVALID_PASSWORD: 'password_wrong',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'password_wrong',
  INVALID_TOKEN: 'link_invalid',
  TOKEN_EXPIRED: 'link_invalid',
  USER_NOT_FOUND: 'link_invalid',
  INVALID_USER: 'link_invalid',
  INVALID_CODE: 'second_factor_invalid',
  INVALID_BACKUP_CODE: 'second_factor_invalid',
  TOTP_NOT_ENABLED: 'second_factor_invalid',
  TWO_FACTOR_NOT_ENABLED: 'second_factor_invalid',
  BACKUP_CODES_NOT_ENABLED: 'second_factor_invalid',
  INVALID_TWO_FACTOR_COOKIE: 'log_in_expired',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'log_in_expired',
  ACCOUNT_TEMPORARILY_LOCKED: 'rate_limited',
};

export interface AuthAnswer {
  readonly body: Readonly<Record<string, unknown>>;
  readonly cookies: readonly string[];
}

interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  /** The session of the request is left out: the answer must not depend on it. */
  readonly isForVisitors?: boolean;
}

/**
 * Calls an endpoint of the log-in library with the cookie and the address of a request, limits
 * included. Throws a Refusal for every refusal of the library.
 */
export async function callAuth(
  { auth }: Auth,
  request: FastifyRequest,
  endpoint: Endpoint,
): Promise<AuthAnswer> {
  const { method, path, body, isForVisitors = false } = endpoint;
  const base = auth.options.baseURL;
  const headers = new Headers({
    // Our guard has refused pages of others already.
    origin: new URL(base).origin,
    'user-agent': request.headers['user-agent'] ?? '',
    [ADDRESS_HEADER]: request.ip,
  });
  if (request.headers.cookie && !isForVisitors) headers.set('cookie', request.headers.cookie);
  if (body) headers.set('content-type', 'application/json');
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await auth.handler(new Request(`${base}${BASE_PATH}${path}`, init));
  const text = await response.text();
  const answer: Record<string, unknown> = text.startsWith('{') ? JSON.parse(text) : {};
  if (!response.ok) throw refusalOf(response.status, answer);
  return { body: answer, cookies: response.headers.getSetCookie() };
}

/** The token of the session that the library's cookies open; undefined when they open none. */
export function sessionTokenIn({ cookies }: AuthAnswer): string | undefined {
  const values = cookies.map((cookie) => /session_token=([^;]+)/.exec(cookie)?.[1]);
  const [value] = values.filter((one) => one !== undefined);
  // The value is the token, a dot and its signature.
  return value === undefined ? undefined : decodeURIComponent(value).split('.')[0];
}

/** Hands the library's cookies on to the browser. */
export function sendCookies(reply: FastifyReply, { cookies }: AuthAnswer): void {
  for (const cookie of cookies) reply.header('set-cookie', cookie);
}

function refusalOf(status: number, answer: Readonly<Record<string, unknown>>): Error {
  const code = typeof answer.code === 'string' ? answer.code : '';
  const known = REFUSALS[code];
  if (status === 429 || known === 'rate_limited') {
    return new Refusal('rate_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  if (known) return new Refusal(known);
  if (status === 401) return new Refusal('not_logged_in');
  return new Error(`the log-in library refused with ${status} ${code}`);
}
