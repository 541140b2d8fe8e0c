const HSTS = 'max-age=31536000';
/** For answers that are not pages: they load and run nothing and can't be framed. */
const NOTHING_ALLOWED =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The security headers of every answer. Routes may replace them afterwards: pages replace the
 * content security policy. With an https origin the headers include HSTS.
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
