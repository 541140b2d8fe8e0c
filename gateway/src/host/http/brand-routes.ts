import type { FastifyPluginAsync } from 'fastify';
import type { Brand } from '#src/ground/brand/brand.ts';
import { brandIcon } from '#src/ground/brand/brand-icon.ts';
import { BRAND_STYLE_PATH, brandStyle } from '#src/ground/brand/brand-style.ts';
import { fixedContent, sendFixedContent } from '#src/ground/http/fixed-content.ts';

/** With this policy an image that is opened directly can't run scripts or load files. */
const HEADERS = {
  'cache-control': 'public, max-age=300',
  'content-security-policy':
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

/** The logo and icon of every page, at `/icon.svg`, and the colour of public pages. */
export function brandRoutes(brand: Brand): FastifyPluginAsync {
  return async (app) => {
    const options = { schema: { hide: true }, config: { budget: 'files' } } as const;
    const icon = fixedContent('image/svg+xml', brandIcon(brand));
    app.get('/icon.svg', options, (request, reply) =>
      sendFixedContent(request, reply.headers(HEADERS), icon),
    );
    const style = fixedContent('text/css; charset=utf-8', brandStyle(brand));
    app.get(BRAND_STYLE_PATH, options, (request, reply) =>
      sendFixedContent(request, reply.headers(HEADERS), style),
    );
  };
}
