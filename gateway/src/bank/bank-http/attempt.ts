import type { Logger } from '#src/ground/log.ts';
import type { Deadline } from '#src/ground/work/scheduler.ts';
import { createAccessTokens, type TokenDeps } from './access-token.ts';
import type { BankHttpDeps, BankHttpSettings, BankRequest } from './bank-request.ts';
import { type BankAnswer, classifyResult, isBankFailure, unavailable } from './classify-result.ts';
import type { WireRequest, WireResult } from './exchange.ts';

/** One attempt of a request, and whether it counts as a failure of the bank. */
export interface Attempt {
  readonly answer: BankAnswer;
  readonly isFailure: boolean;
}

/** The pause after the bank gave no token, or rejected a new one. */
const NO_TOKEN_SECONDS = 15;
const UNAUTHORIZED = 401;

/**
 * Makes the function that sends one request with a token. After a 401 the
 * request is sent once more with a new token, because the bank has not processed it.
 */
export function createAttempts(
  settings: BankHttpSettings,
  deps: BankHttpDeps,
  { send, startDeadline }: Pick<TokenDeps, 'send' | 'startDeadline'>,
) {
  const { logger, now } = deps;
  const tokens = createAccessTokens(settings.token, { send, now, logger, startDeadline });
  return async (request: BankRequest, deadline: Deadline): Promise<Attempt> => {
    for (const isLast of [false, true]) {
      const token = await tokens.take(deadline);
      const startedAt = performance.now();
      if (token === undefined || deadline.leftMs() <= 0) break;
      const result = await send(wireRequest(settings.baseUrl, request, { token, deadline }));
      if (result.kind === 'answered' && result.status === UNAUTHORIZED) {
        tokens.discard(token);
        if (isLast) logger.error('the bank rejected a token that it had just issued');
        continue;
      }
      const answer = classifyResult(result, {
        isRead: request.method === 'GET',
        now: now(),
      });
      logFailure(logger, { request, result, answer, durationMs: performance.now() - startedAt });
      return { answer, isFailure: isBankFailure(result, answer) };
    }
    return { answer: unavailable(NO_TOKEN_SECONDS), isFailure: true };
  };
}

function wireRequest(
  baseUrl: string,
  request: BankRequest,
  { token, deadline }: { readonly token: string; readonly deadline: Deadline },
): WireRequest {
  const url = new URL(baseUrl + request.path);
  for (const [name, value] of Object.entries(request.query ?? {})) {
    url.searchParams.set(name, value);
  }
  const hasBody = request.body !== undefined;
  return {
    method: request.method,
    url,
    headers: {
      ...request.headers,
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    body: hasBody ? JSON.stringify(request.body) : undefined,
    deadline,
  };
}

interface FailedCall {
  readonly request: BankRequest;
  readonly result: WireResult;
  readonly answer: BankAnswer;
  readonly durationMs: number;
}

function logFailure(logger: Logger, { request, result, answer, durationMs }: FailedCall): void {
  if (answer.kind === 'done' || answer.kind === 'refused') return;
  const cause = result.kind === 'failed' ? { reason: result.reason } : { status: result.status };
  const facts = { operation: request.operation, outcome: answer.kind, ...cause };
  logger.warn({ ...facts, durationMs: Math.round(durationMs) }, 'a call to the bank failed');
}
