import { HOUR_SECONDS, SECOND_MS } from '#src/ground/durations.ts';
import type { WireResult } from './exchange.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The answer of a bank to one request; the body is not read yet. */
export type BankAnswer =
  | { readonly kind: 'done'; readonly body: JsonObject | undefined }
  /** A 4xx that the bank itself wrote. */
  | { readonly kind: 'refused'; readonly status: number; readonly body: JsonObject }
  | { readonly kind: 'unknown'; readonly reason: string }
  /** Not sent, or rejected unread. */
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number };

export interface ClassifyRules {
  /** Whether the request changes nothing at the bank, which is each GET and nothing else. */
  readonly isRead: boolean;
  /** Milliseconds since 1970, for a Retry-After that names an instant. */
  readonly now: number;
}

const RETRY_AFTER_SECONDS = 15;
const RETRY_AFTER_SECONDS_MAX = HOUR_SECONDS;
const TOO_EARLY = 425;
const TOO_MANY = 429;
const REQUEST_TIMEOUT = 408;
const SERVICE_UNAVAILABLE = 503;

/**
 * Classifies the result of a request by what is certain about it. One rule for every operation:
 * payouts, refunds, charges, locations, recurrences, their requests and cycles, defences,
 * call-back addresses. Only what stands in the first three lines was not done.
 *
 * | result                                                  | read        | write       |
 * |---------------------------------------------------------|-------------|-------------|
 * | no connection: refused, TLS failed, none free, breaker  | unavailable | unavailable |
 * | no token, or 401 also with a new token                  | unavailable | unavailable |
 * | 429 and 425, which reject a request unread              | unavailable | unavailable |
 * | 503 with Retry-After: a proxy may send it after the     | unavailable | unknown     |
 * |   bank has done the request                             |             |             |
 * | 503 without it, 408, other 5xx, 1xx and 3xx             | unknown     | unknown     |
 * | a connection that ends after the first byte, a time-out | unknown     | unknown     |
 * | a body that is not JSON                                 | unknown     | unknown     |
 * | another 4xx that the bank wrote                         | refused     | refused     |
 */
export function classifyResult(result: WireResult, rules: ClassifyRules): BankAnswer {
  if (result.kind === 'failed') {
    return result.wasSent ? unknown(result.reason) : unavailable(RETRY_AFTER_SECONDS);
  }
  const { status, retryAfter } = result;
  const seconds = secondsOf(retryAfter, rules.now);
  if (status === TOO_MANY || status === TOO_EARLY) {
    return unavailable(seconds ?? RETRY_AFTER_SECONDS);
  }
  if (status === SERVICE_UNAVAILABLE && seconds !== undefined && rules.isRead) {
    return unavailable(seconds);
  }
  if (status >= 200 && status < 300) return readDone(result.body);
  if (status < 400 || status >= 500 || status === REQUEST_TIMEOUT) return unclear(status);
  // A body that is not JSON comes from a proxy, so the bank's answer is not known.
  const body = parseObject(result.body);
  return body === undefined ? unclear(status) : { kind: 'refused', status, body };
}

/** Whether an answer counts as a failure of the bank. A rate limit (429) does not. */
export function isBankFailure(result: WireResult, answer: BankAnswer): boolean {
  if (result.kind === 'answered' && result.status === TOO_MANY) return false;
  return answer.kind === 'unknown' || answer.kind === 'unavailable';
}

export function unavailable(retryAfterSeconds: number): BankAnswer {
  return { kind: 'unavailable', retryAfterSeconds };
}

/** Parses a JSON object; undefined for anything else. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

function readDone(text: string): BankAnswer {
  if (text.trim() === '') return { kind: 'done', body: undefined };
  const body = parseObject(text);
  return body ? { kind: 'done', body } : unknown('A resposta do banco não é um objeto JSON.');
}

function unclear(status: number): BankAnswer {
  return unknown(`O banco respondeu ${status}, que não indica o resultado.`);
}

function unknown(reason: string): BankAnswer {
  return { kind: 'unknown', reason };
}

/** Reads a Retry-After, in seconds or as an instant (RFC 9110, 10.2.3). */
function secondsOf(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d{1,9}$/.test(text)
    ? Number(text)
    : Math.ceil((Date.parse(text) - now) / SECOND_MS);
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(Math.max(seconds, 1), RETRY_AFTER_SECONDS_MAX);
}
