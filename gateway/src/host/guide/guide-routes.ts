import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { type Brand, isRenamed, OWN_NAME } from '#src/ground/brand/brand.ts';
import {
  type FixedContent,
  fixedContent,
  sendFixedContent,
} from '#src/ground/http/fixed-content.ts';
import { html } from '#src/ground/http/html.ts';

const DIST = join(import.meta.dirname, '../../../../guide/dist');
const YEAR = '365d';
/** A page, or the Markdown of a page: `webhooks`, `erros/rate_limited.md`. */
const PAGE_NAME = /^([a-z0-9_-]+\/)?[a-z0-9_-]+$/;
const MARKDOWN_NAME = /^([a-z0-9_-]+\/)?[a-zA-Z0-9_-]+\.md$/;
const ASSET_NAME = /^[\w.-]+$/;
/** A package of `pix` or of an SDK. Its name has its version. */
const PACKAGE_NAME = /^[\w.-]+\.(tgz|whl|zip)$/;
/** The version of the module for Go, which is asked for by `v` and it. */
const GO_PACKAGE = /^pix-gateway-sdk-go-([\w.-]+)\.mod$/;
const GO_FILE = /^v([\w.-]+\.(zip|mod|info))$/;
const COMMAND_PACKAGE = /^pix-gateway-cli-[\w.-]+\.tgz$/;
/** Where `GOPROXY=…/guia/sdk/go` has the module. */
const GO_MODULE = '/guia/sdk/go/pix-gateway.internal/sdk';
const DAY = '1d';

// The pages run only their own scripts and can't be framed.
const PAGE_HEADERS = {
  'cache-control': 'public, no-cache',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/** The base URL and the keys in the built examples; `ownTexts` replaces them. */
const EXAMPLE_BASE = 'http://localhost:3000';
const EXAMPLE_KEYS = {
  clientId: 'svc_pk_test_sandbox_publico',
  clientSecret: 'svc_sk_test_sandbox_publico',
  webhookSecret: 'whsec_sandbox_publico',
};

/** The product name in built page titles; package names in code samples must stay. */
const OWN_TITLES = { page: `Guia do ${OWN_NAME}`, text: `# ${OWN_NAME}\n` };

export interface GuideDeps {
  readonly brand: Brand;
  readonly baseUrl: string;
  /** The published keys of the sandbox, which the examples use. */
  readonly sandboxKeys: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly webhookSecret: string;
  };
}

/**
 * The guide at `/guia`, which `npm run build` made of `docs/guia`. Its pages are read from the disk
 * for each answer; texts with this gateway's keys are made once. Answers 503 if it was not built.
 */
export function guideRoutes(deps: GuideDeps): FastifyPluginAsync {
  return async (app) => {
    const hide = { schema: { hide: true } };
    const sendPage = isRenamed(deps.brand) ? renamedPages(deps.brand) : sendBuiltPage;
    if (!existsSync(join(DIST, 'README.html'))) {
      for (const url of ['/guia', '/guia/*', '/llms.txt']) app.get(url, hide, sendNotBuilt);
      return;
    }
    await app.register(fastifyStatic, { root: DIST, serve: false, preCompressed: true });
    for (const url of ['/guia', '/guia/']) {
      app.get(url, hide, async (request, reply) => sendPage(request, reply, 'README'));
    }
    const sendText = ownTexts(deps);
    app.get('/llms.txt', hide, async (request, reply) => sendText(request, reply, 'llms.txt'));
    app.get('/guia/llms-full.txt', hide, async (request, reply) =>
      sendText(request, reply, 'llms-full.txt'),
    );
    app.get('/guia/ambiente.json', hide, async (_request, reply) => {
      const { clientId, clientSecret, webhookSecret } = deps.sandboxKeys;
      const keys = { client_id: clientId, client_secret: clientSecret };
      const answer = { base_url: deps.baseUrl, ...keys, webhook_secret: webhookSecret };
      return reply.header('cache-control', 'public, no-cache').send(answer);
    });
    addPackages(app, sendText);
    addFiles(app, sendPage, sendText);
  };
}

/**
 * The packages of `pix` and the SDKs, so that programs install them from this gateway. Composer
 * finds its package by `packages.json`, Go its module by the protocol of GOPROXY. `pix.tgz` leads
 * to the newest `pix`, for `npx`.
 */
function addPackages(app: FastifyInstance, sendText: SendText): void {
  const files = { schema: { hide: true }, config: { budget: 'files' } } as const;
  const folder = join(DIST, 'sdk');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const newest = names.find((name) => COMMAND_PACKAGE.test(name));
  app.get('/guia/sdk/packages.json', files, async (request, reply) =>
    sendText(request, reply, 'sdk/packages.json'),
  );
  app.get('/guia/sdk/pix.tgz', files, async (_request, reply) => {
    if (!newest) return reply.callNotFound();
    return reply.header('cache-control', 'public, no-cache').redirect(`/guia/sdk/${newest}`);
  });
  app.get<{ Params: { name: string } }>('/guia/sdk/:name', files, async (request, reply) => {
    const path = join('sdk', request.params.name);
    if (!PACKAGE_NAME.test(request.params.name) || !isFile(path)) return reply.callNotFound();
    reply.header('x-content-type-options', 'nosniff');
    return reply.sendFile(path, { maxAge: DAY });
  });
  app.get<{ Params: { name: string } }>(`${GO_MODULE}/@v/:name`, files, async (request, reply) => {
    const { name } = request.params;
    const versions = names.flatMap((file) => GO_PACKAGE.exec(file)?.[1] ?? []);
    if (name === 'list') return reply.type('text/plain').send(versions.map(goLine).join(''));
    const [, file] = GO_FILE.exec(name) ?? [];
    const path = join('sdk', `pix-gateway-sdk-go-${file}`);
    if (file === undefined || !isFile(path)) return reply.callNotFound();
    return reply.sendFile(path, { maxAge: DAY });
  });
}

function goLine(version: string): string {
  return `v${version}\n`;
}

type SendPage = (request: FastifyRequest, reply: FastifyReply, name: string) => FastifyReply;

function addFiles(app: FastifyInstance, sendPage: SendPage, sendText: SendText): void {
  const hide = { schema: { hide: true } };
  app.get('/guia/busca.json', hide, (_request, reply) => sendFile(reply, 'busca.json'));
  app.get('/guia/bruno.zip', hide, (_request, reply) => sendFile(reply, 'bruno.zip'));
  app.get('/guia/postman.json', hide, (_request, reply) => sendFile(reply, 'postman.json'));
  const files = { ...hide, config: { budget: 'files' } } as const;
  app.get<{ Params: { name: string } }>('/guia/assets/:name', files, async (request, reply) => {
    const path = join('assets', request.params.name);
    if (!ASSET_NAME.test(request.params.name) || !isFile(path)) return reply.callNotFound();
    // Their names change with their content.
    return reply.sendFile(path, { maxAge: YEAR, immutable: true });
  });
  app.get<{ Params: { '*': string } }>('/guia/*', hide, async (request, reply) => {
    const name = request.params['*'];
    if (MARKDOWN_NAME.test(name) && isFile(name)) return sendText(request, reply, name);
    if (PAGE_NAME.test(name) && isFile(`${name}.html`)) return sendPage(request, reply, name);
    return reply.callNotFound();
  });
}

function isFile(name: string): boolean {
  return existsSync(join(DIST, name));
}

function sendBuiltPage(_request: FastifyRequest, reply: FastifyReply, name: string): FastifyReply {
  return reply.headers(PAGE_HEADERS).sendFile(`${name}.html`, { cacheControl: false });
}

/** Sends pages that name the platform, not the gateway; each is made once, at its first use. */
function renamedPages({ name: title }: Brand): SendPage {
  const pages = new Map<string, FixedContent>();
  return (request, reply, name) => {
    const made = pages.get(name) ?? makePage(name, title);
    pages.set(name, made);
    return sendFixedContent(request, reply.headers(PAGE_HEADERS), made);
  };
}

function makePage(name: string, title: string): FixedContent {
  const written = readFileSync(join(DIST, `${name}.html`), 'utf8');
  const shown = html`Guia ${title}`.markup;
  return fixedContent(
    'text/html; charset=utf-8',
    written.replaceAll(OWN_TITLES.page, () => shown),
  );
}

async function sendFile(reply: FastifyReply, name: string): Promise<FastifyReply> {
  reply.header('cache-control', 'public, no-cache');
  return reply.sendFile(name, { cacheControl: false });
}

type SendText = (request: FastifyRequest, reply: FastifyReply, name: string) => FastifyReply;

/**
 * Sends texts with the address and the sandbox keys of this gateway in their examples. Each is made
 * once, at its first use.
 */
function ownTexts(deps: GuideDeps): SendText {
  const texts = new Map<string, FixedContent>();
  return (request, reply, name) => {
    const made = texts.get(name) ?? makeText(name, deps);
    texts.set(name, made);
    return sendFixedContent(request, reply.header('cache-control', 'public, no-cache'), made);
  };
}

function makeText(name: string, { baseUrl, sandboxKeys, brand }: GuideDeps): FixedContent {
  const text = readFileSync(join(DIST, name), 'utf8')
    .replaceAll(OWN_TITLES.text, () => `# ${brand.name}\n`)
    .replaceAll(EXAMPLE_BASE, () => baseUrl)
    .replaceAll(EXAMPLE_KEYS.clientId, () => sandboxKeys.clientId)
    .replaceAll(EXAMPLE_KEYS.clientSecret, () => sandboxKeys.clientSecret)
    .replaceAll(EXAMPLE_KEYS.webhookSecret, () => sandboxKeys.webhookSecret);
  return fixedContent(typeOf(name), text);
}

function typeOf(name: string): string {
  if (name.endsWith('.json')) return 'application/json; charset=utf-8';
  return `text/${name.endsWith('.md') ? 'markdown' : 'plain'}; charset=utf-8`;
}

async function sendNotBuilt(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.headers(PAGE_HEADERS).code(503);
  return reply.type('text/html; charset=utf-8').send(NOT_BUILT);
}

const NOT_BUILT = `<!doctype html><html lang="pt-BR"><meta charset="utf-8">
<title>Guia não construído</title><h1>O guia ainda não foi construído</h1>
<p>Rode <code>npm run build</code> e reinicie o gateway.</p></html>`;
