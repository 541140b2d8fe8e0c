import { createHmac, hash } from 'node:crypto';
import type { LRUCache } from 'lru-cache';
import { SECOND_MS } from '#src/ground/durations.ts';
import { digestsEqual, type SecretBox } from '#src/ground/encryption/encryption.ts';
import { STANDARD_SCOPES, type StandardScope } from './standard-scopes.ts';

/** How long a token is valid. */
export const TOKEN_SECONDS = 3_600;

const PURPOSE = 'api-pix-tokens';
/** Programs that look for leaked secrets know a token by this prefix. */
const PREFIX = 'svc_at_';
const TOKEN_LENGTH_MAX = 1_024;

/** The content of a token. */
export interface TokenClaims {
  readonly clientId: string;
  readonly scopes: readonly StandardScope[];
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
  /** The SHA-256 thumbprint of the client's certificate (RFC 8705), which must come with it. */
  readonly certificate: string | undefined;
  /** Whether the client came without a secret: the certificate must still be registered. */
  readonly isByCertificate: boolean;
}

/** A token whose signature was not checked yet. */
export interface UncheckedToken {
  readonly claims: TokenClaims;
  readonly payload: string;
  readonly signature: Buffer;
}

/**
 * Makes a token. It is signed with a key of the installation and the digest of the client's secret,
 * so nothing is stored, and a new secret ends it. A revoked key pair ends it, because the pair is
 * looked up with each request.
 */
export function signToken(secretBox: SecretBox, claims: TokenClaims, secretSha256: Buffer): string {
  const payload = Buffer.from(JSON.stringify(toJson(claims))).toString('base64url');
  const [secret] = secretBox.derive(PURPOSE);
  if (!secret) throw new Error('there is no encryption key');
  const signature = signatureOf(payload, secret.value, secretSha256);
  return `${PREFIX}${payload}.${signature.toString('base64url')}`;
}

/** Reads a token; undefined for a text that can't be one. */
export function parseToken(text: string): UncheckedToken | undefined {
  if (!text.startsWith(PREFIX) || text.length > TOKEN_LENGTH_MAX) return undefined;
  const [payload = '', signature = ''] = text.slice(PREFIX.length).split('.');
  const claims = claimsOf(Buffer.from(payload, 'base64url').toString());
  return claims && { claims, payload, signature: Buffer.from(signature, 'base64url') };
}

/** Digests of tokens that were found signed, with the secrets that signed them. */
export type SignedTokens = LRUCache<string, true>;

/**
 * Whether the installation signed the token for a key pair with this secret, and it is valid. A
 * client sends its token with each request, so the signature is computed once.
 */
export function isValid(
  {
    secretBox,
    signedTokens,
  }: { readonly secretBox: SecretBox; readonly signedTokens: SignedTokens },
  { claims, payload, signature }: UncheckedToken,
  { secretSha256, now }: { readonly secretSha256: Buffer; readonly now: number },
): boolean {
  if (now >= claims.expiresAt) return false;
  const secrets = secretBox.derive(PURPOSE);
  const versions = secrets.map(({ version }) => version).join();
  const parts = [payload, signature.toString('base64'), secretSha256.toString('base64'), versions];
  const digest = hash('sha256', parts.join(' '));
  if (signedTokens.has(digest)) return true;
  const isSigned = secrets.some(({ value }) =>
    digestsEqual(signatureOf(payload, value, secretSha256), signature),
  );
  if (isSigned) signedTokens.set(digest, true);
  return isSigned;
}

function signatureOf(payload: string, secret: string, secretSha256: Buffer): Buffer {
  return createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(secretSha256)
    .update(payload)
    .digest();
}

function toJson({ clientId, scopes, expiresAt, certificate, isByCertificate }: TokenClaims) {
  const bits = scopes.reduce((sum, scope) => sum + 2 ** STANDARD_SCOPES.indexOf(scope), 0);
  const expiry = Math.floor(expiresAt / SECOND_MS);
  return {
    c: clientId,
    s: bits,
    e: expiry,
    ...(certificate !== undefined && { x: certificate }),
    ...(isByCertificate && { k: 1 }),
  };
}

function claimsOf(json: string): TokenClaims | undefined {
  const { c, s, e, x, k } = parseObject(json);
  if (typeof c !== 'string' || typeof s !== 'number' || typeof e !== 'number') return undefined;
  if (x !== undefined && typeof x !== 'string') return undefined;
  const scopes = STANDARD_SCOPES.filter((_, index) => Math.floor(s / 2 ** index) % 2 === 1);
  const expiresAt = e * SECOND_MS;
  return { clientId: c, scopes, expiresAt, certificate: x, isByCertificate: k === 1 };
}

function parseObject(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
