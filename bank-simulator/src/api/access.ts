import { createHash } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import type { FastifyRequest } from 'fastify';
import { type Bank, now } from '../bank/bank.ts';
import { BankRefusal } from '../bank/refusal.ts';
import { createIdentifier } from '../identifiers.ts';
import type { Token } from '../state/records.ts';

const BEARER = /^Bearer\s+(\S+)$/i;
const BASIC = /^Basic\s+(\S+)$/i;

/** Without asking, with the deviation `narrowScopes`. */
const NARROW_SCOPES = ['cob.read', 'cob.write', 'extrato.read'];
/** Scopes that the deviation `otherScopesRefused` refuses. */
const OTHER_SCOPES = /^(?!(cob|pix|webhook|extrato)\.)/;

const fingerprints = new WeakMap<object, string>();

/** SHA-256 of the client's certificate, which is the same for all requests of a connection. */
export function fingerprintOf({ raw: { socket } }: FastifyRequest): string {
  const known = fingerprints.get(socket);
  if (known !== undefined) return known;
  const { raw } = (socket as TLSSocket).getPeerCertificate();
  const fingerprint = createHash('sha256').update(raw).digest('hex');
  fingerprints.set(socket, fingerprint);
  return fingerprint;
}

/**
 * Checks that the request's token is valid, belongs to its certificate and has the scope. Throws
 * BankRefusal.
 */
export function checkToken(bank: Bank, request: FastifyRequest, scope: string): Token {
  const [, value = ''] = BEARER.exec(request.headers.authorization ?? '') ?? [];
  const token = bank.state.tokens.get(value);
  if (token === undefined || token.expiresAt <= now(bank)) {
    throw new BankRefusal('tokenInvalid', 'The access token is invalid or has expired');
  }
  if (token.certificateFingerprint !== fingerprintOf(request)) {
    throw new BankRefusal('tokenInvalid', 'The access token is bound to another certificate');
  }
  if (!token.scopes.includes(scope)) {
    throw new BankRefusal('accessDenied', 'Access token has insufficient scope');
  }
  return token;
}

/**
 * Client credentials (RFC 6749, section 4.4), in the forms that clients of banks use: by Basic, or
 * in a body of JSON or of a form, also the id alone, because the certificate proves the rest. Of
 * the scopes that are asked for, those that exist are granted (RFC 6749, section 3.3).
 */
export function issueToken(bank: Bank, request: FastifyRequest): Token {
  const body = (request.body ?? {}) as TokenBody;
  if (!isOurClient(bank, request, body)) {
    throw new BankRefusal('clientInvalid', 'Invalid or inactive credentials');
  }
  if (body.grant_type !== 'client_credentials') {
    throw new BankRefusal('grantUnsupported', 'Only client_credentials is supported');
  }
  const { scopes, tokenLifetimeSeconds } = bank.settings;
  const asked = typeof body.scope === 'string' ? body.scope.split(/\s+/).filter(Boolean) : [];
  const unasked = bank.deviations.has('narrowScopes') ? NARROW_SCOPES : scopes;
  const known = [...scopes, ...unasked];
  const granted = asked.length === 0 ? unasked : asked.filter((scope) => known.includes(scope));
  const isStrict = bank.deviations.has('otherScopesRefused');
  if (granted.length === 0 || (isStrict && asked.some((scope) => OTHER_SCOPES.test(scope)))) {
    throw new BankRefusal('scopeInvalid', 'The client has none of these scopes');
  }
  const token: Token = {
    value: createIdentifier(),
    scopes: granted,
    expiresAt: now(bank) + tokenLifetimeSeconds * 1000,
    certificateFingerprint: fingerprintOf(request),
  };
  for (const old of bank.state.tokens.values()) {
    if (old.expiresAt <= now(bank)) bank.state.tokens.remove(old.value);
  }
  bank.state.tokens.put(token);
  return token;
}

interface TokenBody {
  readonly grant_type?: unknown;
  readonly scope?: unknown;
  readonly client_id?: unknown;
  readonly client_secret?: unknown;
}

/** Basic is read first. Without a secret the certificate of the connection is enough. */
function isOurClient({ settings }: Bank, { headers }: FastifyRequest, body: TokenBody): boolean {
  const { clientId, clientSecret } = settings;
  const [, basic] = BASIC.exec(headers.authorization ?? '') ?? [];
  if (basic !== undefined) {
    return Buffer.from(basic, 'base64').toString() === `${clientId}:${clientSecret}`;
  }
  return body.client_id === clientId && (body.client_secret ?? clientSecret) === clientSecret;
}

/** Revokes every token: the next request with one of them gets a 401. */
export function revokeTokens(bank: Bank): void {
  for (const { value } of bank.state.tokens.values()) bank.state.tokens.remove(value);
}
