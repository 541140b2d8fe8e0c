import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { Refusal } from '#src/platform/errors/problems.ts';

const DIST = join(import.meta.dirname, '..', '..', '..', 'panel', 'dist');
const ASSET_NAME = /^[\w.-]+$/;
const YEAR = '365d';
const DAY = '1d';

// The addresses of the panel: all of them get the same page, which reads the address.
const PAGES = [
  '/',
  '/entrar',
  '/cadastrar',
  '/esqueci-a-senha',
  '/nova-senha',
  '/confirmar-email',
  '/convite',
  '/painel',
  '/painel/*',
  '/operador',
  '/operador/*',
];

// The page runs only its own scripts and can't be framed. Mantine writes style elements itself.
const PAGE_HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self' blob:; " +
    "object-src 'self' blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
};

/** Serves the panel that the install built. Answers 503 if it was not built. */
export const panelPages: FastifyPluginAsync = async (app) => {
  const isBuilt = existsSync(join(DIST, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: DIST,
      serve: false,
      preCompressed: true,
      cacheControl: true,
    });
  }
  const sendPage = async (_request: unknown, reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers(PAGE_HEADERS);
    if (!isBuilt) return reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT);
    return reply.sendFile('index.html', { cacheControl: false });
  };
  for (const url of PAGES) app.get(url, { schema: { hide: true } }, sendPage);
  app.get('/icon.svg', { schema: { hide: true } }, async (_request, reply) =>
    isBuilt ? reply.sendFile('icon.svg', { maxAge: DAY }) : reply.code(404).send(),
  );
  app.get<{ Params: { '*': string } }>(
    '/assets/*',
    { schema: { hide: true } },
    async (request, reply) => {
      const name = request.params['*'];
      if (!isBuilt || !ASSET_NAME.test(name) || !existsSync(join(DIST, 'assets', name)))
        throw new Refusal('route_not_found');
      // Their names change with their content.
      return reply.sendFile(`assets/${name}`, { maxAge: YEAR, immutable: true });
    },
  );
};

const NOT_BUILT = `<!doctype html><html lang="pt-BR"><meta charset="utf-8">
<title>Painel não construído</title><h1>O painel ainda não foi construído</h1>
<p>Rode <code>npm run build</code> e reinicie o gateway.</p></html>`;
