import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type {
  AuthenticatedKey,
  UncheckedCredential,
} from '#src/accounts/merchants/credentials/authenticate.ts';
import { callRefusal } from '#src/accounts/merchants/merchant.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import type { Clock } from '#src/ground/clock.ts';
import { SEEN_CERTIFICATE } from '#src/ground/config/api-pix-config.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { type SecretBox, sha256 } from '#src/ground/encryption/encryption.ts';
import { isInRanges } from '#src/ground/http/address-range.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import type { Budget, RateLimits } from '#src/ground/http/rate-limit.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import type { KeyOfScope, RegisteredCertificate } from '../certificates/certificate-store.ts';
import { isRegistered } from '../certificates/find-certificates.ts';
import { grantableScopes, type StandardScope } from './standard-scopes.ts';
import { signToken, TOKEN_SECONDS } from './token.ts';
import { readTokenRequest, type TokenRequest } from './token-request.ts';

const PATHS = ['/pix/oauth/token', '/oauth/token', '/pix/oauth/v2/token', '/oauth/v2/token'];
const FORM_TYPE = 'application/x-www-form-urlencoded';
const BODY_BYTES_MAX = 8 * 1_024;
const GRANT_TYPE = 'client_credentials';

/** The errors of RFC 6749, section 5.2, for programs, with a sentence for people. */
const OAUTH_ERRORS = {
  invalid_request: {
    status: 400,
    text: 'Falta um campo da requisição, ou ele tem valor inválido.',
  },
  invalid_client: {
    status: 401,
    text:
      'O client_id é desconhecido ou foi revogado, ou o client_secret não é o dele. Sem ' +
      'client_secret, é preciso um certificado cadastrado na chave de API, dentro da validade.',
  },
  invalid_scope: { status: 400, text: 'A chave não tem nenhum dos escopos pedidos.' },
  unauthorized_client: { status: 400, text: 'A conta está suspensa ou ainda não foi aprovada.' },
  unsupported_grant_type: { status: 400, text: `O grant_type deve ser "${GRANT_TYPE}".` },
  temporarily_unavailable: { status: 429, text: 'Pedidos demais: espere e tente de novo.' },
} as const;

/**
 * The thumbprint of the certificate that a request came with, as RFC 8705 writes it (base64url of
 * SHA-256); undefined without a certificate.
 */
export type CertificateOf = (request: FastifyRequest) => string | undefined;

export interface TokenRoutesDeps {
  readonly authenticate: Batcher<UncheckedCredential, Caller | undefined>;
  readonly findKey: Batcher<string, AuthenticatedKey | undefined>;
  readonly findCertificates: Batcher<KeyOfScope, readonly RegisteredCertificate[]>;
  readonly certificateOf: CertificateOf;
  readonly clock: Clock;
  readonly rateLimits: RateLimits;
  readonly defaultRateLimitPerMinute: number;
  readonly secretBox: SecretBox;
}

/**
 * The tokens of the façade: OAuth 2.0 with client credentials (RFC 6749, 4.4). Failures count
 * against the address, as those of keys do, and tokens against a budget of the key's size.
 */
export function tokenRoutes(deps: TokenRoutesDeps): FastifyPluginAsync {
  return async (app) => {
    takeFormsAndJson(app);
    const options = {
      schema: { hide: true },
      bodyLimit: BODY_BYTES_MAX,
      config: { budget: 'guarded' },
    } as const;
    for (const path of PATHS) {
      app.post(path, options, (request, reply) => answerToken(deps, request, reply));
    }
  };
}

async function answerToken(
  deps: TokenRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
  const seen = deps.certificateOf(request);
  if (seen !== undefined) reply.header(SEEN_CERTIFICATE, seen);
  const asked = readTokenRequest(request);
  const { grantType, scope, isBasic } = asked;
  const key = await authenticate(deps, asked, seen);
  if (!key || !isAddressAllowed(key.caller, request)) {
    const failures = await deps.rateLimits.countFailure(request.ip);
    if (failures.isExceeded) return refuseForNow(reply, failures);
    if (isBasic) reply.header('www-authenticate', 'Basic realm="pix"');
    return refuse(reply, 'invalid_client');
  }
  const { caller } = key;
  const budget = await spendBudget(deps, caller, request);
  if (budget.isExceeded) return refuseForNow(reply, budget);
  if (grantType === undefined) return refuse(reply, 'invalid_request');
  if (grantType !== GRANT_TYPE) return refuse(reply, 'unsupported_grant_type');
  if (callRefusal(caller.status)) return refuse(reply, 'unauthorized_client');
  const scopes = grantedOf(caller, scope);
  if (scopes.length === 0) return refuse(reply, 'invalid_scope');
  const claims = {
    clientId: caller.clientId,
    scopes,
    certificate: seen,
    isByCertificate: asked.clientSecret === undefined,
    expiresAt: deps.clock.now() + TOKEN_SECONDS * SECOND_MS,
  };
  return reply.send({
    access_token: signToken(deps.secretBox, claims, key.secretSha256),
    token_type: 'Bearer',
    expires_in: TOKEN_SECONDS,
    scope: scopes.join(' '),
  });
}

/** The key pair of a client: by its secret, or without one by its certificate (RFC 8705, 2). */
async function authenticate(
  deps: TokenRoutesDeps,
  { clientId, clientSecret }: TokenRequest,
  certificate: string | undefined,
): Promise<AuthenticatedKey | undefined> {
  if (clientId === undefined) return undefined;
  if (clientSecret !== undefined) {
    const caller = await deps.authenticate.add({ clientId, clientSecret });
    return caller && { caller, secretSha256: sha256(clientSecret) };
  }
  if (certificate === undefined) return undefined;
  const key = await deps.findKey.add(clientId);
  if (!key) return undefined;
  const registered = await deps.findCertificates.add(key.caller);
  return isRegistered(registered, certificate, deps.clock.now()) ? key : undefined;
}

/** The requested scopes that the key has; all of its scopes if none is requested. */
function grantedOf({ scopes }: Caller, asked: string | undefined): StandardScope[] {
  const grantable = grantableScopes(scopes);
  if (asked === undefined) return grantable;
  const names = new Set(asked.split(/[\s,]+/));
  return grantable.filter((scope) => names.has(scope));
}

function isAddressAllowed({ addresses }: Caller, { ip }: FastifyRequest): boolean {
  return addresses === null || isInRanges(ip, addresses);
}

/** Some clients ask for a token with each call, so a key has as many tokens as requests. */
function spendBudget(
  { rateLimits, defaultRateLimitPerMinute }: TokenRoutesDeps,
  { clientId, isSandbox, rateLimitPerMinute }: Caller,
  { ip }: FastifyRequest,
): Promise<Budget> {
  const owner = isSandbox ? `${clientId} ${clientNetwork(ip)}` : clientId;
  const limit = rateLimitPerMinute ?? defaultRateLimitPerMinute;
  return rateLimits.countRequest(`tokens ${owner}`, limit);
}

function refuseForNow(reply: FastifyReply, { resetSeconds }: Budget): FastifyReply {
  reply.header('retry-after', resetSeconds);
  return refuse(reply, 'temporarily_unavailable');
}

function refuse(reply: FastifyReply, error: keyof typeof OAUTH_ERRORS): FastifyReply {
  const { status, text } = OAUTH_ERRORS[error];
  return reply.code(status).send({ error, error_description: text });
}

/**
 * A body that can't be read has no fields, so that it gets an answer of OAuth. `trim` removes the
 * mark of the byte order, which some programs put in front.
 */
function takeFormsAndJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const options = { parseAs: 'string' } as const;
  app.addContentTypeParser<string>(FORM_TYPE, options, (_request, body, done) =>
    done(null, new URLSearchParams(body.trim())),
  );
  app.addContentTypeParser<string>('*', options, (_request, body, done) =>
    done(null, parseJson(body)),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch {
    return undefined;
  }
}
