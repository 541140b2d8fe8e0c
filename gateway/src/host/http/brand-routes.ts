import type { FastifyPluginAsync } from 'fastify';
import type { Brand } from '#src/ground/brand/brand.ts';
import { brandIcon } from '#src/ground/brand/brand-icon.ts';
import { BRAND_STYLE_PATH, brandStyle } from '#src/ground/brand/brand-style.ts';
import { systemClock } from '#src/ground/clock.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { fixedContent, sendFixedContent } from '#src/ground/http/fixed-content.ts';

/** With this policy an image that is opened directly can't run scripts or load files. */
const HEADERS = {
  'cache-control': 'public, max-age=300',
  'content-security-policy':
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

const TEXT = 'text/plain; charset=utf-8';
/** Search engines may show the guide and the reference; pages of payers and the panel not. */
const ROBOTS = `User-agent: *
Allow: /guia
Allow: /docs
Disallow: /
`;
/** RFC 9116, section 2.5.5, recommends less than a year. */
const CONTACT_VALID_DAYS = 180;

/**
 * The logo and icon of every page, at `/icon.svg`, the colour of public pages, and what browsers,
 * search engines and finders of faults ask every site for.
 */
export function brandRoutes(brand: Brand, baseUrl: string): FastifyPluginAsync {
  return async (app) => {
    const options = { schema: { hide: true }, config: { budget: 'files' } } as const;
    const icon = fixedContent('image/svg+xml', brandIcon(brand));
    for (const path of ['/icon.svg', '/favicon.ico']) {
      app.get(path, options, (request, reply) =>
        sendFixedContent(request, reply.headers(HEADERS), icon),
      );
    }
    const style = fixedContent('text/css; charset=utf-8', brandStyle(brand));
    app.get(BRAND_STYLE_PATH, options, (request, reply) =>
      sendFixedContent(request, reply.headers(HEADERS), style),
    );
    const robots = fixedContent(TEXT, ROBOTS);
    app.get('/robots.txt', options, (request, reply) =>
      sendFixedContent(request, reply.headers(HEADERS), robots),
    );
    const { securityUrl } = brand;
    if (securityUrl === undefined) return;
    app.get('/.well-known/security.txt', options, (_request, reply) =>
      reply.headers(HEADERS).type(TEXT).send(securityText(securityUrl, baseUrl)),
    );
  };
}

/** RFC 9116. */
function securityText(contact: string, baseUrl: string): string {
  const expires = new Date(systemClock.now() + CONTACT_VALID_DAYS * DAY_MS);
  return `Contact: ${contact}
Expires: ${expires.toISOString()}
Preferred-Languages: pt, en
Canonical: ${baseUrl}/.well-known/security.txt
`;
}
