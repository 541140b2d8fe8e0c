import { createHmac } from 'node:crypto';

/**
 * The X-Service-Signature header: `t=<unix seconds>,v1=<hex>`, HMAC-SHA256 over `<t>.<raw body>`.
 * While a secret is being rotated there is a `v1` for each, so that either verifies.
 */
export function signWebhook(body: string, secrets: readonly string[], atSeconds: number): string {
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex')}`,
  );
  return [`t=${atSeconds}`, ...signatures].join(',');
}
