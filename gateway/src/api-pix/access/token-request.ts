import type { FastifyRequest } from 'fastify';

const BASIC = /^basic +([a-z0-9+/=_-]+)$/i;

/** A request for a token, however the client wrote it. */
export interface TokenRequest {
  readonly grantType: string | undefined;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly scope: string | undefined;
  /** Whether id and secret are in the header, which an error then answers (RFC 6749, 5.2). */
  readonly isBasic: boolean;
}

/**
 * Reads a request for a token in each form that clients of banks send: id and secret in the header
 * (Basic) or in the body, and the body as a form or as JSON. The header wins.
 */
export function readTokenRequest({ headers, body }: FastifyRequest): TokenRequest {
  const fields = fieldsOf(body);
  const basic = readBasic(headers.authorization);
  return {
    grantType: fields('grant_type'),
    clientId: basic?.clientId ?? fields('client_id'),
    // An empty secret is none (RFC 6749, 2.3.1).
    clientSecret: (basic?.clientSecret ?? fields('client_secret')) || undefined,
    scope: fields('scope'),
    isBasic: basic !== undefined,
  };
}

function fieldsOf(body: unknown): (name: string) => string | undefined {
  if (body instanceof URLSearchParams) return (name) => body.get(name)?.trim() || undefined;
  const json: Record<string, unknown> =
    typeof body === 'object' && body !== null ? { ...body } : {};
  return (name) => {
    const value = json[name];
    return typeof value === 'string' ? value.trim() || undefined : undefined;
  };
}

function readBasic(header: string | undefined) {
  const encoded = BASIC.exec(header?.trim() ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString();
  const colon = pair.indexOf(':');
  if (colon < 0) return undefined;
  return { clientId: pair.slice(0, colon), clientSecret: pair.slice(colon + 1) };
}
