import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '#src/ground/brand/brand.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { sendFixedContent } from '#src/ground/http/fixed-content.ts';
import { LANGUAGE_HEADERS, LANGUAGES, languageOf } from '#src/ground/http/language.ts';
import { PANEL_DIST, readPanelPage } from './panel-files.ts';

const DIST = PANEL_DIST;
const ASSET_NAME = /^[\w.-]+$/;
const YEAR = '365d';

// The addresses of the panel: all of them get the same page, which reads the address.
const PAGES = [
  '/',
  '/entrar',
  '/cadastrar',
  '/esqueci-a-senha',
  '/nova-senha',
  '/confirmar-email',
  '/convite',
  '/fechamentos-por-email',
  '/painel',
  '/painel/*',
  '/operador',
  '/operador/*',
];

const PAGE_HEADERS = {
  'cache-control': 'no-cache',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
};

// The page runs only its own scripts and can't be framed. Mantine writes style elements itself.
const policyOf = (scriptHashes: readonly string[]): string =>
  `default-src 'none'; script-src ${["'self'", ...scriptHashes].join(' ')}; ` +
  "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; " +
  "connect-src 'self'; frame-src 'self' blob:; object-src 'self' blob:; base-uri 'none'; " +
  "form-action 'self'; frame-ancestors 'none'";

/** Serves the panel that the install built, in the brand's look, or 503 if it was not built. */
export function panelPages(brand: Brand): FastifyPluginAsync {
  return async (app) => addPanel(app, brand);
}

async function addPanel(app: FastifyInstance, brand: Brand): Promise<void> {
  const pages = new Map(LANGUAGES.map((language) => [language, readPanelPage(language, brand)]));
  const isBuilt = pages.get('pt-BR') !== undefined;
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: DIST,
      serve: false,
      preCompressed: true,
      cacheControl: true,
    });
  }
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const language = languageOf(request);
    const page = pages.get(language);
    reply.headers({ ...PAGE_HEADERS, vary: LANGUAGE_HEADERS, 'content-language': language });
    reply.header('content-security-policy', policyOf(page?.scriptHashes ?? []));
    if (!page) return reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT);
    const link = page.linkOf(request.url.split('?', 1)[0] ?? '');
    if (link !== undefined) reply.header('link', link);
    return sendFixedContent(request, reply, page.content);
  };
  for (const url of PAGES) app.get(url, { schema: { hide: true } }, sendPage);
  app.get<{ Params: { '*': string } }>(
    '/assets/*',
    { schema: { hide: true }, config: { budget: 'files' } },
    async (request, reply) => {
      const name = request.params['*'];
      if (!isBuilt || !ASSET_NAME.test(name) || !existsSync(join(DIST, 'assets', name)))
        throw new Refusal('route_not_found');
      // Their names change with their content.
      return reply.sendFile(`assets/${name}`, { maxAge: YEAR, immutable: true });
    },
  );
}

const NOT_BUILT = `<!doctype html><html lang="pt-BR"><meta charset="utf-8">
<title>Painel não construído</title><h1>O painel ainda não foi construído</h1>
<p>Rode <code>npm run build</code> e reinicie o gateway.</p></html>`;
