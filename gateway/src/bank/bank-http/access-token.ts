import { DAY_SECONDS, SECOND_MS } from '#src/ground/durations.ts';
import type { Logger } from '#src/ground/log.ts';
import type { Deadline } from '#src/ground/work/scheduler.ts';
import { type JsonObject, parseObject } from './classify-result.ts';
import type { WireRequest, WireResult } from './exchange.ts';
import { type TokenClient, tokenMessage } from './token-message.ts';

/** The OAuth 2.0 client of one account at a bank (RFC 6749, 4.4: client credentials). */
export interface TokenSettings extends TokenClient {
  readonly url: string;
  /** What is asked for; nothing by default, and the bank grants what the account has. */
  readonly scopes?: readonly string[];
}

export interface TokenDeps {
  readonly send: (request: WireRequest) => Promise<WireResult>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly logger: Logger;
  /** Starts the deadline of a request for a token, which callers with other deadlines share. */
  readonly startDeadline: () => Deadline;
}

export interface AccessTokens {
  /** A valid token; undefined when the bank returns none in time. */
  take(deadline: Deadline): Promise<string | undefined>;
  /** Discards a token that the bank rejected, unless a newer one has replaced it. */
  discard(token: string): void;
}

interface Token {
  readonly value: string;
  readonly usableUntil: number;
}

const RENEW_BEFORE_END_SECONDS = 30;
const LIFETIME_SECONDS = 300;
const LIFETIME_SECONDS_MAX = DAY_SECONDS;

/** Caches one token for all calls. Concurrent callers share one request for a new one. */
export function createAccessTokens(settings: TokenSettings, deps: TokenDeps): AccessTokens {
  let current: Token | undefined;
  let fetching: Promise<Token | undefined> | undefined;

  async function fetchToken(): Promise<Token | undefined> {
    const result = await deps.send(tokenRequest(settings, deps.startDeadline()));
    const token = readToken(result, deps.now());
    if (token) current = token;
    else deps.logger.error(describe(result), 'the bank returned no access token');
    return token;
  }

  return {
    take: async (deadline) => {
      if (current && deps.now() < current.usableUntil) return current.value;
      fetching ??= fetchToken().finally(() => {
        fetching = undefined;
      });
      return (await within(fetching, Math.max(deadline.leftMs(), 1)))?.value;
    },
    discard: (token) => {
      if (current?.value === token) current = undefined;
    },
  };
}

function tokenRequest(settings: TokenSettings, deadline: Deadline): WireRequest {
  const message = tokenMessage(settings, (settings.scopes ?? []).join(' '));
  return { ...message, url: new URL(settings.url), deadline };
}

function readToken(result: WireResult, now: number): Token | undefined {
  if (result.kind === 'failed' || result.status < 200 || result.status >= 300) return undefined;
  const body = parseObject(result.body);
  const value = body?.access_token;
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value)) return undefined;
  return { value, usableUntil: now + usableSeconds(body) * SECOND_MS };
}

function usableSeconds(body: JsonObject | undefined): number {
  const expiresIn = Number(body?.expires_in ?? LIFETIME_SECONDS);
  const lifetime = expiresIn > 0 ? Math.min(expiresIn, LIFETIME_SECONDS_MAX) : LIFETIME_SECONDS;
  return Math.max(lifetime - RENEW_BEFORE_END_SECONDS, lifetime / 2);
}

/** For the log: the status or reason, and only the name of the bank's error, not its text. */
function describe(result: WireResult): Record<string, unknown> {
  if (result.kind === 'failed') return { reason: result.reason };
  const body = parseObject(result.body);
  const fault = body?.error ?? body?.nome;
  const isName = typeof fault === 'string' && /^[\w.-]{1,60}$/.test(fault);
  return { status: result.status, ...(isName && { fault }) };
}

/** The promise's value, or undefined after `timeoutMs`. */
async function within<Value>(
  promise: Promise<Value | undefined>,
  timeoutMs: number,
): Promise<Value | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), timeoutMs);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
