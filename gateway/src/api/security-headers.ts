const HSTS = 'max-age=31536000';
/** For what is no page of ours: it loads nothing, runs nothing and is framed by nobody. */
const NOTHING_ALLOWED =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The headers of every answer, to be set before a route sets its own: pages replace the policy. By
 * https browsers are told to come by https from then on.
 */
export function createSecurityHeaders(origins: ReadonlySet<string>) {
  const isHttps = [...origins].some((origin) => origin.startsWith('https:'));
  const headers = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': NOTHING_ALLOWED,
    ...(isHttps && { 'strict-transport-security': HSTS }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    values: headers,
    /** For answers that are written without Fastify. */
    text: lines.join(''),
  };
}
