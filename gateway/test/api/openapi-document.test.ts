import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { problems } from '#src/ground/errors/problems.ts';
import { expandReferences } from '#src/host/reference/expand-references.ts';
import { eventKinds } from '#src/webhooks/webhook-event.ts';
import { createAnswerCheck, type OpenApiDocument } from '../support/documented-answers.ts';
import { SANDBOX_KEYS, startGateway } from '../support/gateway.ts';
import { brokenIn, contractOf } from '../support/kept-contract.ts';

const GUIDE_OF_COMPATIBILITY = new URL('../../../docs/guia/compatibilidade.md', import.meta.url);

/** Recorded before a release, so that it has what merchants already rely on. */
const KEPT_CONTRACT = new URL('kept-contract.txt', import.meta.url);

const gateway = await startGateway({ after }, { hasWorker: false });
const { body: published, text } = await gateway.call<OpenApiDocument>('GET', '/openapi.json');
const document = expandReferences(published);

test('an independent linter finds no fault in the document', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  // The linter does not follow the reference to the items of a stream.
  const items = [...text.matchAll(/"x-item-schema":\{"\$ref":"([^"]+)"\}/g)].map(([, at]) => at);
  const real = problems.filter(({ ruleId, location }) => {
    if (ruleId === 'no-unused-components') return !items.includes(location[0]?.pointer);
    // A gateway under test runs on this machine, and the document must name it.
    return ruleId !== 'no-server-example.com';
  });
  assert.deepEqual(
    real.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    [],
  );
});

/** Spectral, another linter; its 242 packages are not among those of the project. */
const SPECTRAL = process.env.SPECTRAL ?? 'spectral';
const hasSpectral = spawnSync(SPECTRAL, ['--version']).status === 0;
// Who runs the gateway names the contact. The linter knows scopes only of OAuth2, though OpenAPI
// 3.1 has them for every scheme.
const NOT_OURS = ['info-contact', 'oas3-operation-security-defined'];

test('Spectral finds no fault in the document', {
  skip: !hasSpectral && 'needs Spectral (@stoplight/spectral-cli of npm, or SPECTRAL)',
}, (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'spectral-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const rules = NOT_OURS.map((rule) => `  ${rule}: off\n`).join('');
  writeFileSync(join(folder, 'rules.yaml'), `extends: spectral:oas\nrules:\n${rules}`);
  writeFileSync(join(folder, 'openapi.json'), text);
  const args = ['lint', '--ruleset', 'rules.yaml', '--fail-severity', 'hint', 'openapi.json'];
  const { status, stdout } = spawnSync(SPECTRAL, args, { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stdout);
});

type Node = Readonly<Record<string, unknown>>;

/** Every object of the document that may be a schema, with its path. */
function nodesOf(node: unknown, path = '#'): readonly (readonly [string, Node])[] {
  if (typeof node !== 'object' || node === null) return [];
  const below = Object.entries(node).filter(([name]) => name !== 'examples');
  const inner = below.flatMap(([name, child]) => nodesOf(child, `${path}/${name}`));
  return Array.isArray(node) ? inner : [[path, node as Node], ...inner];
}

test('every example is what its schema allows, in the format that it says', () => {
  const { faultOf } = createAnswerCheck(published);
  const faults = nodesOf(published).flatMap(([path, node]) => {
    const { examples = [] } = node;
    const values = Array.isArray(examples) ? examples : [];
    return values.flatMap((value) => {
      const fault = faultOf(node, value);
      return fault === undefined ? [] : [`${path}: ${JSON.stringify(value)} ${fault}`];
    });
  });
  assert.deepEqual([...new Set(faults)], []);
});

// No lookaround, backreference, named group, class of Unicode or escape of more than two digits.
const PORTABLE = /^([^\\(]|\((?!\?)|\\[snrt.\-/]|\\x[0-9A-F]{2})+$/;

test('every pattern is written as Go, Java, Python and JavaScript read it', () => {
  const patterns = nodesOf(published).flatMap(([path, { pattern }]) =>
    typeof pattern === 'string' ? [[path, pattern] as const] : [],
  );
  assert.ok(patterns.length > 80, `${patterns.length} patterns`);
  assert.deepEqual(
    patterns.filter(([, pattern]) => !PORTABLE.test(pattern)),
    [],
  );
});

test('no field of a body has a default, which clients of some generators would send', () => {
  const faults = nodesOf(published.components.schemas).filter(([, node]) => 'default' in node);
  assert.deepEqual(
    faults.map(([path]) => path),
    [],
  );
});

test('alternatives of objects have a field that says which of them a value is', () => {
  const { schemas } = published.components;
  const named: string[] = [];
  for (const [path, node] of nodesOf(published)) {
    const alternatives = [node.anyOf, node.oneOf].flatMap((one) => (Array.isArray(one) ? one : []));
    const references = alternatives.flatMap(({ $ref }) => $ref ?? []);
    if (references.length < 2) continue;
    const { propertyName, mapping } = Object(node.discriminator);
    assert.deepEqual(Object.values(Object(mapping)), references, path);
    for (const [value, reference] of Object.entries<string>(mapping)) {
      const { properties, required } = Object(schemas[reference.split('/').at(-1) ?? '']);
      assert.deepEqual(properties[propertyName].enum, [value], `${path}: ${reference}`);
      assert.ok(required.includes(propertyName), `${path}: ${reference}`);
    }
    named.push(path.split('/').at(-1) ?? '');
  }
  assert.deepEqual(named, ['Transaction', 'WebhookEvent']);
  assert.deepEqual(Object.keys(Object(schemas.WebhookEvent).discriminator.mapping), eventKinds);
});

test('every problem code that an operation names exists', () => {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    const named = Object.values(operation.responses).flatMap(
      ({ content }) => content?.['application/json']?.['x-error-codes'] ?? [],
    );
    assert.ok(named.includes('internal_error'), operation.operationId);
    for (const code of named) assert.ok(Object.hasOwn(problems, code), code);
  }
});

const OPERATIONS = [
  'DELETE /v1/customers/{id}',
  'DELETE /v1/disputes/{internal_id}/files/{file_id}',
  'DELETE /v1/test/clocks/{id}',
  'DELETE /v1/webhook-endpoints/{id}',
  'GET /v1/balance',
  'GET /v1/charges/batches',
  'GET /v1/charges/batches/{id}',
  'GET /v1/charges/batches/{id}/carne.pdf',
  'GET /v1/charges/batches/{id}/items',
  'GET /v1/closings',
  'GET /v1/closings/settings',
  'GET /v1/customers',
  'GET /v1/customers/{id}',
  'GET /v1/customers/{id}/export',
  'GET /v1/disputes',
  'GET /v1/disputes/{internal_id}',
  'GET /v1/disputes/{internal_id}/files',
  'GET /v1/disputes/{internal_id}/files/{file_id}',
  'GET /v1/events',
  'GET /v1/events/stream',
  'GET /v1/events/{id}',
  'GET /v1/events/{id}/attempts',
  'GET /v1/payer-mails/settings',
  'GET /v1/payment-links',
  'GET /v1/payment-links/{id}',
  'GET /v1/pix/qrcode/{internal_id}/image',
  'GET /v1/products',
  'GET /v1/products/{id}',
  'GET /v1/refunds',
  'GET /v1/refunds/{id}',
  'GET /v1/requests/stream',
  'GET /v1/splits',
  'GET /v1/statement',
  'GET /v1/subscriptions',
  'GET /v1/subscriptions/{id}',
  'GET /v1/subscriptions/{id}/cycles',
  'GET /v1/subscriptions/{id}/image',
  'GET /v1/test/clocks',
  'GET /v1/test/clocks/{id}',
  'GET /v1/test/webhook-exams',
  'GET /v1/test/webhook-exams/{id}',
  'GET /v1/transactions',
  'GET /v1/transactions/{internal_id}',
  'GET /v1/transactions/{internal_id}/mails',
  'GET /v1/transactions/{internal_id}/receipt',
  'GET /v1/webhook-endpoints',
  'GET /v1/webhook-endpoints/{id}',
  'PATCH /v1/payer-mails/settings',
  'PATCH /v1/payment-links/{id}',
  'PATCH /v1/products/{id}',
  'PATCH /v1/transactions/{internal_id}',
  'PATCH /v1/webhook-endpoints/{id}',
  'POST /v1/charges/batches',
  'POST /v1/disputes/{internal_id}/defense',
  'POST /v1/disputes/{internal_id}/files',
  'POST /v1/events/{id}/resend',
  'POST /v1/payment-links',
  'POST /v1/pix/payout',
  'POST /v1/pix/qrcode',
  'POST /v1/products',
  'POST /v1/splits/preview',
  'POST /v1/subscriptions',
  'POST /v1/subscriptions/{id}/cancel',
  'POST /v1/subscriptions/{id}/cycles',
  'POST /v1/subscriptions/{id}/pause',
  'POST /v1/subscriptions/{id}/resume',
  'POST /v1/subscriptions/{id}/retry',
  'POST /v1/test/charges/{internal_id}/dispute',
  'POST /v1/test/charges/{internal_id}/pay',
  'POST /v1/test/clocks',
  'POST /v1/test/clocks/{id}/advance',
  'POST /v1/test/clocks/{id}/bind',
  'POST /v1/test/clocks/{id}/unbind',
  'POST /v1/test/disputes/{internal_id}/close',
  'POST /v1/test/subscriptions/{id}/authorize',
  'POST /v1/test/subscriptions/{id}/cancel',
  'POST /v1/test/subscriptions/{id}/cycles/{due_on}/fail',
  'POST /v1/test/subscriptions/{id}/reject',
  'POST /v1/test/webhook-exams',
  'POST /v1/test/webhook-exams/{id}/start',
  'POST /v1/test/webhook-scenarios',
  'POST /v1/transactions/{internal_id}/cancel',
  'POST /v1/transactions/{internal_id}/refund',
  'POST /v1/webhook-endpoints',
  'POST /v1/webhook-endpoints/{id}/check-secret',
  'POST /v1/webhook-endpoints/{id}/pause',
  'POST /v1/webhook-endpoints/{id}/resume',
  'POST /v1/webhook-endpoints/{id}/rotate',
  'POST /v1/webhook-endpoints/{id}/test',
];

test('the document describes every operation', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(operations.sort(), OPERATIONS);
});

test('the document describes every webhook', () => {
  assert.deepEqual(Object.keys(document.webhooks), eventKinds);
});

test('components, tags and operations have ASCII names of their own', () => {
  const { components, tags, paths } = published;
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const names = [
    ...Object.keys(components.schemas),
    ...tags.map(({ name }) => name),
    ...operations.map(({ operationId }) => operationId),
  ];
  assert.deepEqual(
    names.filter((name) => !/^[A-Za-z][A-Za-z0-9]*$/.test(name)),
    [],
  );
  const used = new Set(operations.flatMap((operation) => operation.tags ?? []));
  assert.deepEqual(
    [...used].filter((tag) => !tags.some(({ name }) => name === tag)),
    [],
  );
  // As in the files of generators: on some systems names that differ only in case are the same.
  for (const own of [Object.keys(components.schemas), operations.map((one) => one.operationId)]) {
    assert.equal(new Set(own.map((name) => name.toLowerCase())).size, own.length);
  }
});

test('every object of the document is a named component, written once', () => {
  const faults: string[] = [];
  const shapes = new Map<string, string>();
  function collectUnnamed(node: unknown, path: string): void {
    if (typeof node !== 'object' || node === null) return;
    if ('properties' in node && !path.endsWith('/examples')) faults.push(path);
    for (const [name, child] of Object.entries(node)) collectUnnamed(child, `${path}/${name}`);
  }
  collectUnnamed(published.paths, 'paths');
  collectUnnamed(published.webhooks, 'webhooks');
  for (const [name, schema] of Object.entries(published.components.schemas)) {
    for (const [key, part] of Object.entries(schema)) collectUnnamed(part, `${name}/${key}`);
    const shape = JSON.stringify(schema);
    if (shapes.has(shape)) faults.push(`${name} is ${shapes.get(shape)}`);
    shapes.set(shape, name);
  }
  assert.deepEqual(faults, []);
});

test('an integer that may be larger than 32 bits says so, because it may be money', () => {
  const faults: string[] = [];
  function collectNarrow(node: unknown, path: string): void {
    if (typeof node !== 'object' || node === null) return;
    const { type, format, maximum } = node as Record<string, unknown>;
    const isInteger = [type].flat().includes('integer');
    if (isInteger && format !== 'int64' && !(Number(maximum) < 2 ** 31)) faults.push(path);
    for (const [name, child] of Object.entries(node)) collectNarrow(child, `${path}/${name}`);
  }
  collectNarrow([published.components.schemas, published.paths, published.webhooks], '');
  assert.deepEqual(faults, []);
});

test('the published secrets of the sandbox are in the document as examples', () => {
  const { clientId, clientSecret } = document.components.securitySchemes;
  assert.equal(clientId?.['x-example'], SANDBOX_KEYS['client-id']);
  assert.equal(clientSecret?.['x-example'], SANDBOX_KEYS['client-secret']);
  for (const secret of [...Object.values(SANDBOX_KEYS), 'whsec_sandbox_publico']) {
    assert.ok(document.info.description.includes(secret));
  }
});

test('every field has a description, and every field without sub-fields an example', () => {
  const faults: string[] = [];
  function collectFaults(node: unknown, path: string): void {
    if (typeof node !== 'object' || node === null) return;
    const { properties } = node as { properties?: Record<string, Record<string, unknown>> };
    for (const [name, field] of Object.entries(properties ?? {})) {
      const described = [field, ...((field.anyOf as Record<string, unknown>[]) ?? [])];
      if (!described.some((one) => one.description)) faults.push(`${path}.${name}: description`);
      const isPlain = !described.some((one) => one.properties || one.items);
      if (isPlain && !described.some((one) => one.examples))
        faults.push(`${path}.${name}: example`);
    }
    for (const [name, child] of Object.entries(node)) {
      collectFaults(child, `${path}/${name}`);
    }
  }
  collectFaults(document.paths, '');
  assert.deepEqual(faults, []);
});

test('the headers of requests and answers are described', () => {
  const { responses, parameters } = document.paths['/v1/pix/qrcode']?.post ?? {};
  assert.ok(parameters?.some((one) => one.name === 'Idempotency-Key' && one.in === 'header'));
  const created = Object.keys(Object(responses?.['201']).headers);
  const limited = Object.keys(Object(responses?.['429']).headers);
  const budget = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
  const ofKey = ['Idempotency-Replayed', 'X-Unknown-Fields'];
  assert.deepEqual(created, ['X-Request-Id', ...budget, ofKey[0], 'Link', ofKey[1]]);
  assert.deepEqual(limited, ['X-Request-Id', ...budget, 'Retry-After', 'Link']);
  for (const path of ['/v1/payment-links', '/v1/products']) {
    const created = document.paths[path]?.post;
    assert.ok(
      created?.parameters?.some((one) => one.name === 'Idempotency-Key'),
      path,
    );
    assert.ok('Idempotency-Replayed' in Object(created?.responses['201']).headers, path);
  }
  const stream = document.paths['/v1/events/stream']?.get?.parameters;
  assert.ok(stream?.some((one) => one.name === 'Last-Event-ID' && one.in === 'header'));
  const webhook = document.paths['/v1/webhook-endpoints']?.post?.responses;
  const ofWebhook = ['X-Request-Id', ...budget, 'X-Unknown-Fields'];
  assert.deepEqual(Object.keys(Object(webhook?.['201']).headers), ofWebhook);
});

test('what the guide promises of /v1 is still there: operations, fields, types, values and codes', async () => {
  const now = contractOf(published);
  const kept = (await readFile(KEPT_CONTRACT, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  assert.deepEqual(brokenIn(kept, now), []);
  if (process.env.RECORD_CONTRACT === '1') await writeFile(KEPT_CONTRACT, `${now.join('\n')}\n`);
  else assert.ok(kept.length > 0);
});

test('the comparison of contracts finds what breaks a program, and nothing that is added', () => {
  const now = contractOf(published);
  const requirement = 'ChargeRequest requires another';
  for (const line of ['GET /v1/balance', 'ChargeRequest.amount: integer', 'code invalid_json']) {
    const without = now.filter((other) => other !== line);
    assert.deepEqual(brokenIn(now, without), [`is gone: ${line}`]);
    assert.deepEqual(brokenIn(without, now), []);
  }
  assert.deepEqual(brokenIn(now, [...now, requirement]), [`is new: ${requirement}`]);
  assert.deepEqual(brokenIn([...now, requirement], now), []);
  assert.deepEqual(brokenIn(now, [...now, 'UnknownRequest requires another']), []);
});

test('the guide names each deprecated operation, or says that there is none', async () => {
  const guide = await readFile(GUIDE_OF_COMPATIBILITY, 'utf8');
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { deprecated }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      deprecated,
    })),
  );
  const deprecated = operations.filter((operation) => operation.deprecated);
  assert.deepEqual(
    deprecated.filter(({ name }) => !guide.includes(name)),
    [],
  );
  assert.equal(guide.includes('nenhuma operação é obsoleta'), deprecated.length === 0);
});

test('the reference page loads no script from another site', async () => {
  const page = await gateway.call('GET', '/docs/');
  assert.equal(page.status, 200);
  assert.match(String(page.headers.get('content-type')), /text\/html/);
  assert.doesNotMatch(page.text, /<script[^>]+src="https?:/);
});
