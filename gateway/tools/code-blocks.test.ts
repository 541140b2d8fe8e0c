import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '../test/support/database-server.ts';
import type { OpenApiDocument } from '../test/support/documented-answers.ts';
import { createJsonCheck, FORM_CHECKS } from './code-block-checks.ts';
import {
  type CodeBlock,
  codeBlocksOf,
  EXAMINED_BY,
  fixedKeysOf,
  NO_RECEIVER,
  NOT_EXECUTED,
  placeOf,
  RUN_BY,
  STARTS_SERVER,
} from './code-blocks.ts';
import { merchantDocument } from './panel-document.ts';
import { refusedBySandbox } from './sandbox-examples.ts';

const ROOT = join(import.meta.dirname, '../..');

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

const PAGES = ['*.md', '.github/*.md', 'docs/**/*.md', '*/README.md', 'sdk/*/README.md'];
const OTHER_PAGES = ['plugins/*/README.md', 'deploy/**/*.md', 'gateway/src/*/README.md'];

const blocks = globSync([...PAGES, ...OTHER_PAGES], { cwd: ROOT })
  .sort()
  .flatMap((page) => codeBlocksOf(page, read(page)));

function blocksIn(language: string): readonly CodeBlock[] {
  return blocks.filter((block) => block.language === language);
}

function isRun({ page, language }: CodeBlock): boolean {
  return RUN_BY.some((one) => one.page === page && one.languages.includes(language));
}

test('every code block of a page is executed by a test or checked in its form', () => {
  assert.ok(blocks.length > 90, `${blocks.length} blocks`);
  const unknown = blocks.filter((block) => !isRun(block) && !(block.language in NOT_EXECUTED));
  const advice =
    'Name the language behind the fence. A program needs a test that executes it: see RUN_BY and ' +
    'NOT_EXECUTED in gateway/tools/code-blocks.ts.';
  assert.deepEqual(unknown.map(placeOf), [], advice);
});

test('the test that executes the blocks of a page exists and names the page', () => {
  const written = RUN_BY.filter(({ page }) => existsSync(join(ROOT, page)));
  for (const { page, languages, test: path } of written) {
    const own = blocks.filter((one) => one.page === page && languages.includes(one.language));
    assert.ok(own.length > 0, `${page} has no ${languages.join(', ')}`);
    const name = page.replace(/^(?:docs\/guia\/(?:receitas\/)?|sdk\/)/, '').replace(/\.md$/, '');
    assert.ok(read(path).includes(name), `${path} does not name ${name}`);
  }
});

test('every server of a page that receives webhooks passes the webhook exam in a test', () => {
  const servers = blocks.filter(({ code }) => STARTS_SERVER.test(code));
  const pages = [...new Set(servers.map(({ page }) => page))];
  assert.deepEqual(pages.sort(), [...Object.keys({ ...EXAMINED_BY, ...NO_RECEIVER })].sort());
  for (const [page, path] of Object.entries(EXAMINED_BY)) {
    const name = page.replace(/^docs\/guia\/(?:receitas\/)?/, '').replace(/\.md$/, '');
    assert.ok(read(path).includes(name), `${path} does not name ${name}`);
    assert.match(read(path), /assertPassesExam\(|webhook-exams/, path);
  }
});

test('no example sends a fixed key or id: on the shared sandbox it would replay or be refused', () => {
  const fixed = blocks
    .filter(({ language }) => !(language in NOT_EXECUTED))
    .filter(({ page }) => !page.startsWith('sdk/'))
    .flatMap((block) => fixedKeysOf(block).map((key) => `${placeOf(block)}: ${key}`));
  assert.deepEqual(fixed, []);
});

test('no example with the keys of the public sandbox calls an operation that refuses it', async () => {
  const document = (await merchantDocument()) as OpenApiDocument;
  const programs = blocks.filter(({ language }) => !(language in NOT_EXECUTED));
  const refused = programs.flatMap((block) => {
    const operations = refusedBySandbox(document, block);
    return operations.length === 0 ? [] : [`${placeOf(block)}: ${operations.join(', ')}`];
  });
  assert.deepEqual(refused, []);
  const sandboxKeys = (code: string) =>
    code
      .replaceAll('SEU_CLIENT_ID_DE_TESTE', 'svc_pk_test_sandbox_publico')
      .replaceAll('SEU_CLIENT_SECRET_DE_TESTE', 'svc_sk_test_sandbox_publico');
  const own = programs.filter(({ code }) => sandboxKeys(code) !== code);
  assert.ok(own.length > 10, `${own.length} blocks`);
  const needless = own
    // It reads the batch of the example above.
    .filter(({ code }) => !code.includes('LOTE_ID'))
    .filter((block) => {
      const code = sandboxKeys(block.code);
      return refusedBySandbox(document, { ...block, code }).length === 0;
    });
  assert.deepEqual(needless.map(placeOf), []);
});

test('npm start and the guide show the same command, which opens a test account', () => {
  const [ofGuide] = blocks.filter(({ page, code }) => {
    return page === 'docs/guia/README.md' && code.includes('merchant create');
  });
  const words = ofGuide?.code
    .replace('npm run -s cli -- ', '')
    .trim()
    .split(/[\s\\]+/);
  assert.ok(words);
  const start = read('gateway/src/host/start-parts.ts')
    .split(/[\s\\]+/)
    .join(' ');
  assert.ok(start.includes(words.join(' ')), words.join(' '));
});

test('the blocks that configure machines are well formed and name what exists', () => {
  const faults = Object.entries(FORM_CHECKS).flatMap(([language, check]) =>
    blocksIn(language).flatMap((block) => {
      const fault = check(block);
      return fault === undefined ? [] : [`${placeOf(block)}: ${fault}`];
    }),
  );
  assert.deepEqual(faults, []);
});

test('every JSON of a page has the fields of the API document that it names, and no other', async () => {
  const check = createJsonCheck((await merchantDocument()) as OpenApiDocument);
  const faults = blocksIn('json').flatMap((block) => {
    const fault = check(block);
    return fault === undefined ? [] : [`${placeOf(block)}: ${fault}`];
  });
  assert.ok(blocksIn('json').length > 8);
  assert.deepEqual(faults, []);
});

test('PostgreSQL parses every SQL block of a page', async () => {
  const { ownerConnectionString, drop } = await createTestDatabase();
  after(drop);
  const client = new pg.Client({ connectionString: ownerConnectionString });
  await client.connect();
  for (const block of blocksIn('sql')) {
    // The body of a SQL function is parsed when it is created, and not executed.
    const text = `create function block() returns void language sql as $block$ ${block.code} $block$`;
    await client.query('begin');
    await assert.doesNotReject(client.query(text), placeOf(block));
    await client.query('rollback');
  }
  await client.end();
});
