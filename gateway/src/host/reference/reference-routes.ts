import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '#src/ground/brand/brand.ts';
import {
  addPageAsset,
  type FixedContent,
  fixedContent,
  sendFixedContent,
} from '#src/ground/http/fixed-content.ts';
import type { PublishedSecrets } from '../http/openapi.ts';
import type { ApiDocument } from './api-document.ts';
import { expandReferences } from './expand-references.ts';
import { referenceAssets } from './reference-assets.ts';
import type { ReferenceSettings } from './reference-layout.ts';
import { referencePages } from './reference-page.ts';
import { searchEntries } from './reference-search.ts';

const HTML_TYPE = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

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
  readonly sandboxKeys: PublishedSecrets;
}

/** The documents for programs. They are complete only after all routes are registered. */
interface Documents {
  readonly api: () => object;
  readonly events: () => object;
}

/**
 * `/docs` for people, and `/openapi.json` and `/asyncapi.json` for programs, from the schemas of
 * the routes.
 */
export function referenceRoutes(deps: ReferenceDeps, documents: Documents): FastifyPluginAsync {
  return async (app) => {
    let pages: ReadonlyMap<string, FixedContent> | undefined;
    let index: FixedContent | undefined;
    const expanded = () => expandReferences(documents.api()) as ApiDocument;
    const sendPage = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
      pages ??= pagesOf(expanded(), { baseUrl: deps.baseUrl, ...deps.sandboxKeys });
      const page = pages.get(path);
      if (!page) return reply.callNotFound();
      return sendFixedContent(request, reply.headers(PAGE_HEADERS), page);
    };
    const hide = { schema: { hide: true } };
    app.get('/docs', hide, async (request, reply) => sendPage(request, reply, '/docs'));
    app.get('/docs/', hide, async (request, reply) => sendPage(request, reply, '/docs'));
    app.get<{ Params: { name: string } }>('/docs/:name', hide, async (request, reply) =>
      sendPage(request, reply, `/docs/${request.params.name}`),
    );
    app.get('/docs/busca.json', hide, async (request, reply) => {
      index ??= fixedContent(JSON_TYPE, JSON.stringify(searchEntries(expanded())));
      return sendFixedContent(request, reply, index);
    });
    for (const [path, read] of [
      ['/openapi.json', documents.api],
      ['/asyncapi.json', documents.events],
    ] as const) {
      let document: FixedContent | undefined;
      app.get(path, hide, async (request, reply) => {
        document ??= fixedContent(JSON_TYPE, JSON.stringify(read()));
        return sendFixedContent(request, reply, document);
      });
    }
    for (const asset of Object.values(referenceAssets)) addPageAsset(app, asset);
  };
}

function pagesOf(
  document: ApiDocument,
  settings: ReferenceSettings,
): ReadonlyMap<string, FixedContent> {
  const texts = [...referencePages(document, settings)];
  return new Map(texts.map(([path, text]) => [path, fixedContent(HTML_TYPE, text)]));
}
