import { createHmac } from 'node:crypto';
import { standardKeyOf } from '../webhook-secret.ts';

/** What is signed: the raw body, by each secret of the receiver, at an instant. */
export interface Signed {
  readonly body: string;
  /** While a secret is being rotated there are two, so that either verifies. */
  readonly secrets: readonly string[];
  /** Seconds since 1970. */
  readonly atSeconds: number;
}

/** X-Service-Signature: `t=<unix seconds>,v1=<hex>`, HMAC-SHA256 over `<t>.<raw body>`. */
export function signWebhook({ body, secrets, atSeconds }: Signed): string {
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex')}`,
  );
  return [`t=${atSeconds}`, ...signatures].join(',');
}

/**
 * The headers of Standard Webhooks 1.0.0 (https://www.standardwebhooks.com) for the same request:
 * its signature is `v1,<base64>`, HMAC-SHA256 over `<id>.<t>.<raw body>`.
 * @param id the id of the event, by which receivers tell repeats
 */
export function standardHeaders(
  id: string,
  { body, secrets, atSeconds }: Signed,
): Readonly<Record<string, string>> {
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', standardKeyOf(secret));
    return `v1,${hmac.update(`${id}.${atSeconds}.${body}`).digest('base64')}`;
  });
  return standardNames(id, String(atSeconds), signatures.join(' '));
}

/** The names of the three headers of Standard Webhooks. */
export function standardNames(
  id: string,
  seconds: string,
  signature: string,
): Readonly<Record<string, string>> {
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signature,
  };
}
