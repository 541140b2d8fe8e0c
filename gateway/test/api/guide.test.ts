import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { unzipSync } from 'fflate';
import { problems } from '#src/ground/errors/problems.ts';
import type { OpenApiDocument } from '../support/documented-answers.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const BASE = 'https://pix.loja.example';
const gateway = await startGateway({ after }, { env: { BASE_URL: BASE } });

before(() => {
  const index = join(import.meta.dirname, '../../../guide/dist/README.html');
  assert.ok(existsSync(index), 'npm run build makes the guide');
});

function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(gateway.url + path, { redirect: 'manual', headers });
}

/** By node:http: fetch adds `Cache-Control: no-cache`, as a browser does when it reloads. */
async function statusOf(path: string, headers: Readonly<Record<string, string>>) {
  const [answer] = await once(request(gateway.url + path, { headers }).end(), 'response');
  answer.resume();
  return answer.statusCode;
}

for (const path of ['/guia', '/guia/webhooks', '/guia/receitas/loja', '/guia/erros/rate_limited']) {
  test(`${path} is a page in Portuguese that runs only own scripts and is cached`, async () => {
    const answer = await get(path, { 'accept-encoding': 'br' });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(answer.headers.get('content-encoding'), 'br');
    const page = await answer.text();
    assert.match(page, /<html lang="pt-BR">/);
    assert.match(page, /<h1 id="/);
    const policy = String(answer.headers.get('content-security-policy'));
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.doesNotMatch(page, /<script(?![^>]* src=)|\sstyle=|\son[a-z]+=/);
    const etag = String(answer.headers.get('etag'));
    assert.equal(await statusOf(path, { 'accept-encoding': 'br', 'if-none-match': etag }), 304);
  });
}

test('a page is the same for a reader who is logged in: it has no keys and sets no cookie', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  const own = await get('/guia/primeira-cobranca', { cookie: session.cookie() });
  const other = await get('/guia/primeira-cobranca');
  assert.equal(await own.text(), await other.text());
  assert.equal(own.headers.get('set-cookie'), null);
  assert.deepEqual(await (await get('/guia/ambiente.json')).json(), {
    base_url: BASE,
    client_id: 'svc_pk_test_sandbox_publico',
    client_secret: 'svc_sk_test_sandbox_publico',
    webhook_secret: 'whsec_sandbox_publico',
  });
});

test('each page is also Markdown, with the address of this gateway in its examples', async () => {
  for (const path of ['/guia/README.md', '/guia/saques.md', '/guia/erros/invalid_json.md']) {
    const answer = await get(path);
    assert.equal(answer.status, 200, path);
    assert.equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8');
    assert.match(await answer.text(), /^# /);
    const etag = String(answer.headers.get('etag'));
    assert.equal((await get(path, { 'if-none-match': etag })).status, 304);
  }
  const payouts = await (await get('/guia/saques.md')).text();
  assert.match(payouts, /https:\/\/pix\.loja\.example\/v1\/pix\/payout/);
  assert.doesNotMatch(payouts, /localhost:3000/);
});

test('every link of /llms.txt leads to a text, and llms-full.txt has every page', async () => {
  const index = await (await get('/llms.txt')).text();
  assert.match(index, /^# pix-gateway\n\n> /);
  const links = [...index.matchAll(/\]\((\S+?)\)/g)].map(([, link = '']) => link);
  assert.ok(links.length > 20);
  const whole = await (await get('/guia/llms-full.txt')).text();
  for (const link of links) {
    assert.ok(link.startsWith(`${BASE}/`), link);
    const answer = await get(link.slice(BASE.length));
    assert.equal(answer.status, 200, link);
    const text = await answer.text();
    if (link.endsWith('.md')) assert.ok(whole.includes(text.trim()), link);
  }
});

test('what is no page of the guide is not found, whatever its path', async () => {
  const paths = ['nada', 'erros/nada', 'README.html', 'bruno/bruno.json', 'assets/nada.js'];
  const outside = ['..%2fpackage.json', 'assets/..%2f..%2fpackage.json', '%2e%2e/package.json.md'];
  for (const path of [...paths, ...outside]) {
    const answer = await get(`/guia/${path}`);
    assert.equal(answer.status, 404, path);
    assert.equal(Object(await answer.json()).code, 'route_not_found');
  }
  const page = await get('/guia/nada', { accept: 'text/html' });
  assert.match(await page.text(), /href="\/guia"/);
});

test('every page that the guide links exists, with the part that the link names', async () => {
  const pages = new Map<string, string>();
  const waiting = ['/guia'];
  const links: [from: string, to: string][] = [];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const answer = await get(path);
    assert.equal(answer.status, 200, `${path}, from ${links.find(([, to]) => to === path)?.[0]}`);
    const page = await answer.text();
    pages.set(path, page);
    for (const [, href = ''] of page.matchAll(/<a (?:[^>]* )?href="([^"]+)"/g)) {
      const target = href.startsWith('#') ? path + href : href;
      if (/^https?:/.test(target)) continue;
      links.push([path, target]);
      const [file = ''] = target.split('#');
      if (/^\/guia(\/|$)/.test(file) && !file.includes('.')) waiting.push(file);
    }
  }
  assert.ok(pages.size > 100, `${pages.size} pages`);
  pages.set('/docs', await (await get('/docs')).text());
  const broken = links.filter(([, to]) => {
    const [file = '', anchor] = to.split('#');
    const page = pages.get(file);
    return (
      page !== undefined && anchor !== undefined && !page.includes(`id="${decodeURI(anchor)}"`)
    );
  });
  assert.deepEqual(broken, []);
});

test('every error code has a page, and an error answer links it', async () => {
  for (const code of Object.keys(problems)) {
    const answer = await get(`/guia/erros/${code}.md`);
    assert.equal(answer.status, 200, code);
    const text = await answer.text();
    for (const part of ['Por que acontece', 'O que fazer', 'Repetir ajuda?', 'A resposta']) {
      assert.match(text, new RegExp(`^## ${part.replace('?', '\\?')}\\n\\n\\S`, 'm'), code);
    }
  }
  const refused = await get('/v1/balance');
  assert.equal(refused.status, 401);
  assert.equal(refused.headers.get('link'), '</guia/erros/invalid_credentials>; rel="help"');
});

interface PostmanItem {
  readonly item?: readonly PostmanItem[];
  readonly request?: {
    readonly method: string;
    readonly url: { readonly raw: string };
    readonly body?: { readonly raw: string };
  };
}

function postmanRequests({ item = [], request }: PostmanItem): readonly PostmanItem['request'][] {
  return request ? [request] : item.flatMap(postmanRequests);
}

test('the Postman collection has the operations of the API document with their bodies', async () => {
  const document = (await (await get('/openapi.json')).json()) as OpenApiDocument;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const hasBody = Object(operation).requestBody !== undefined;
      const shown = path.replaceAll(/\{(\w+)\}/g, ':$1');
      return `${method.toUpperCase()} {{base_url}}${shown} ${hasBody}`;
    }),
  );
  const collection = (await (await get('/guia/postman.json')).json()) as PostmanItem;
  const requests = postmanRequests(collection).map((request) => {
    if (request?.body) JSON.parse(request.body.raw);
    return `${request?.method} ${request?.url.raw} ${request?.body !== undefined}`;
  });
  assert.deepEqual([...requests].sort(), operations.sort());
});

test('the Bruno collection has each operation of the API document with its method and path', async () => {
  const document = (await (await get('/openapi.json')).json()) as OpenApiDocument;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method} {{base_url}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
  );
  const archive = unzipSync(new Uint8Array(await (await get('/guia/bruno.zip')).arrayBuffer()));
  const texts = Object.entries(archive).map(([path, bytes]) => ({
    path,
    text: Buffer.from(bytes).toString(),
  }));
  const requests = texts.flatMap(({ text }) => {
    const [, method, url] = /^(get|post|put|patch|delete) \{\n {2}url: (\S+)$/m.exec(text) ?? [];
    return method ? [`${method} ${url}`] : [];
  });
  assert.deepEqual([...requests].sort(), operations.sort());
  const bodies = texts.flatMap(
    ({ text }) => /^body:json \{\n([\s\S]*?)\n\}$/m.exec(text)?.[1] ?? [],
  );
  assert.ok(bodies.length > 5);
  for (const body of bodies) JSON.parse(body);
  assert.ok(texts.some(({ path }) => path === 'api-pix/bruno.json'));
});
