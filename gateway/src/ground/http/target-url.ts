import { TargetError } from './http-failure.ts';
import { isBlockedHost } from './network-address.ts';

const URL_LENGTH_MAX = 2_048;
// No white space or backslash, which `URL` would repair, and no user or password.
const TARGET_SHAPE = /^https?:\/\/[^\s\p{Cc}\\/?#@]+([/?#][^\s\p{Cc}\\]*)?$/iu;

export interface TargetRules {
  readonly allowPrivateAddresses: boolean;
  readonly allowPlainHttp: boolean;
}

export type TargetVerdict = 'ok' | 'invalid' | 'plain_http' | 'blocked_address';

/** Checks a URL without DNS, for its registration. */
export function checkTargetUrl(url: string, rules: TargetRules): TargetVerdict {
  const target = parseTargetUrl(url);
  return target === null ? 'invalid' : judgeTarget(target, rules);
}

/** The URL to call, or the error that forbids the call. */
export function readTarget(url: string, rules: TargetRules): URL | TargetError {
  const target = parseTargetUrl(url);
  if (target === null) return new TargetError('protocol', 'INVALID_URL');
  const verdict = judgeTarget(target, rules);
  if (verdict === 'plain_http') return new TargetError('protocol', 'PLAIN_HTTP');
  return verdict === 'ok' ? target : new TargetError('blocked_address');
}

function judgeTarget(target: URL, rules: TargetRules): TargetVerdict {
  if (target.protocol !== 'https:' && !rules.allowPlainHttp) return 'plain_http';
  if (!rules.allowPrivateAddresses && isBlockedHost(target.hostname)) return 'blocked_address';
  return 'ok';
}

function parseTargetUrl(url: string): URL | null {
  if (url.length > URL_LENGTH_MAX || !TARGET_SHAPE.test(url)) return null;
  const target = URL.parse(url);
  return target === null || target.port === '0' ? null : target;
}
