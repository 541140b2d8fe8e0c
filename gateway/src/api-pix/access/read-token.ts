import { LRUCache } from 'lru-cache';
import type { AuthenticatedKey } from '#src/accounts/merchants/credentials/authenticate.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import { bearerOf, type ReadToken } from '#src/ground/http/standard-door.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import type { KeyOfScope, RegisteredCertificate } from '../certificates/certificate-store.ts';
import { isRegistered } from '../certificates/find-certificates.ts';
import { isValid, parseToken } from './token.ts';
import type { CertificateOf } from './token-routes.ts';

const SIGNED_TOKENS_MAX = 10_000;

export interface ReadTokenDeps {
  readonly findKey: Batcher<string, AuthenticatedKey | undefined>;
  readonly findCertificates: Batcher<KeyOfScope, readonly RegisteredCertificate[]>;
  readonly certificateOf: CertificateOf;
  readonly clock: Clock;
  readonly secretBox: SecretBox;
}

/**
 * Makes the function that reads the token of a request (RFC 6750). It returns undefined for a token
 * that is missing, expired or not ours, whose key pair was revoked, that is bound to another
 * certificate, or that was given for a certificate that is not registered any more.
 */
export function createTokenReader(deps: ReadTokenDeps): ReadToken {
  const checker = {
    secretBox: deps.secretBox,
    signedTokens: new LRUCache<string, true>({ max: SIGNED_TOKENS_MAX }),
  };
  return async (request) => {
    const text = bearerOf(request);
    const token = text === undefined ? undefined : parseToken(text);
    if (!token) return undefined;
    const { clientId, scopes, certificate } = token.claims;
    const key = await deps.findKey.add(clientId);
    if (!key) return undefined;
    const { secretSha256, caller } = key;
    const now = deps.clock.now();
    if (!isValid(checker, token, { secretSha256, now })) return undefined;
    if (certificate !== undefined && certificate !== deps.certificateOf(request)) return undefined;
    if (token.claims.isByCertificate) {
      const registered = await deps.findCertificates.add(caller);
      if (certificate === undefined || !isRegistered(registered, certificate, now))
        return undefined;
    }
    return { caller, scopes };
  };
}
