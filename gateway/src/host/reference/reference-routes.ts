import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '#src/ground/brand/brand.ts';
import {
  addPageAsset,
  type FixedContent,
  fixedContent,
  sendFixedContent,
} from '#src/ground/http/fixed-content.ts';
import type { ApiDocument } from './api-document.ts';
import { expandReferences } from './expand-references.ts';
import { referenceAssets } from './reference-assets.ts';
import { referencePage } from './reference-page.ts';

const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

export interface ReferenceDeps {
  readonly brand: Brand;
  readonly baseUrl: string;
  /** The published keys of the sandbox, which the page fills in. */
  readonly sandboxKeys: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly webhookSecret: string;
  };
}

/** `/docs` for people and `/openapi.json` for programs, both from the schemas of the routes. */
export function referenceRoutes(
  deps: ReferenceDeps,
  readDocument: () => object,
): FastifyPluginAsync {
  return async (app) => {
    let page: FixedContent | undefined;
    let document: FixedContent | undefined;
    // The document is complete only after all routes are registered, so it is made at first use.
    const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
      const settings = { baseUrl: deps.baseUrl, ...deps.sandboxKeys };
      page ??= fixedContent(
        'text/html; charset=utf-8',
        referencePage(expandReferences(readDocument()) as ApiDocument, settings),
      );
      return sendFixedContent(request, reply.headers(PAGE_HEADERS), page);
    };
    app.get('/docs', { schema: { hide: true } }, sendPage);
    app.get('/docs/', { schema: { hide: true } }, sendPage);
    app.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => {
      document ??= fixedContent('application/json; charset=utf-8', JSON.stringify(readDocument()));
      return sendFixedContent(request, reply, document);
    });
    for (const asset of Object.values(referenceAssets)) addPageAsset(app, asset);
  };
}
