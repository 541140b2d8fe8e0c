import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ProblemCode, Refusal } from '#src/ground/errors/problems.ts';
import type { AuthLibrary } from './auth-library.ts';
import { ADDRESS_HEADER } from './auth-library-options.ts';

const BASE_PATH = '/api/auth';
const RETRY_AFTER_SECONDS = 60;
/** The longest stored User-Agent: clients choose the text, and each session stores it. */
const USER_AGENT_MAX = 512;

// The library's error codes and our problem codes.
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

export interface LibraryAnswer {
  readonly body: Readonly<Record<string, unknown>>;
  readonly cookies: readonly string[];
}

interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  /** Leaves out the session of the request, so that the answer does not depend on it. */
  readonly isWithoutSession?: boolean;
}

/**
 * Calls an endpoint of the log-in library with the cookie and the address of a request; the
 * library's limits count it. Refuses the problem code for the library's error: `log_in_failed`,
 * `email_not_confirmed`, `password_wrong`, `link_invalid`, `second_factor_invalid`,
 * `log_in_expired`, `not_logged_in` or `rate_limited`. Throws an Error for any other answer.
 */
export async function callAuthLibrary(
  auth: AuthLibrary,
  request: FastifyRequest,
  endpoint: Endpoint,
): Promise<LibraryAnswer> {
  const { method, path, body, isWithoutSession = false } = endpoint;
  const library = await auth.library();
  const base = library.options.baseURL;
  const headers = new Headers({
    // Our guard has already refused requests from other origins.
    origin: new URL(base).origin,
    'user-agent': request.headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? '',
    [ADDRESS_HEADER]: request.ip,
  });
  if (request.headers.cookie && !isWithoutSession) headers.set('cookie', request.headers.cookie);
  if (body) headers.set('content-type', 'application/json');
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await library.handler(new Request(`${base}${BASE_PATH}${path}`, init));
  const text = await response.text();
  const answer: Record<string, unknown> = text.startsWith('{') ? JSON.parse(text) : {};
  if (!response.ok) throw refusalOf(response.status, answer);
  return { body: answer, cookies: response.headers.getSetCookie() };
}

/** The session's token in the library's cookies, or undefined. */
export function sessionTokenIn({ cookies }: LibraryAnswer): string | undefined {
  const values = cookies.map((cookie) => /session_token=([^;]+)/.exec(cookie)?.[1]);
  const value = values.find((candidate) => candidate !== undefined);
  // The value is the token, a dot and its signature.
  return value === undefined ? undefined : decodeURIComponent(value).split('.')[0];
}

/** Copies the library's cookies to the answer. */
export function sendCookies(reply: FastifyReply, { cookies }: LibraryAnswer): void {
  for (const cookie of cookies) reply.header('set-cookie', cookie);
}

function refusalOf(status: number, answer: Readonly<Record<string, unknown>>): Error {
  const code = typeof answer.code === 'string' ? answer.code : '';
  const problem = REFUSALS[code];
  if (status === 429 || problem === 'rate_limited') {
    return new Refusal('rate_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  if (problem) return new Refusal(problem);
  // The only conflict: another request used a recovery code of this user at the same time.
  if (status === 409) return new Refusal('second_factor_invalid');
  if (status === 401) return new Refusal('not_logged_in');
  return new Error(`the log-in library refused with ${status} ${code}`);
}
