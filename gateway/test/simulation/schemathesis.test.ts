import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { openStandardClient } from '../support/api-pix.ts';
import { standardDocument } from '../support/bcb/standard.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';

/** Schemathesis (pip install schemathesis) makes requests of an OpenAPI document by itself. */
const PROGRAM = process.env.SCHEMATHESIS ?? 'st';
const isThere = spawnSync(PROGRAM, ['--version']).status === 0;
const skip = !isThere && 'needs Schemathesis (pip install schemathesis, or SCHEMATHESIS)';
/** By hand it may try all operations for so long. */
const SECONDS = process.env.SCHEMATHESIS_SECONDS;
/** A run tries some paths only, which takes seconds; each run begins at another one. */
const PATHS = SECONDS ? Number.POSITIVE_INFINITY : 10;
const EFFORT = SECONDS
  ? ['--phases', 'examples,coverage,fuzzing', '--max-examples', '50', '--max-time', SECONDS]
  : ['--phases', 'fuzzing', '--max-examples', '3'];
/** The same requests in each run. */
const SEED = '24';

const gateway = skip ? undefined : await startGateway({ after });
const folder = mkdtempSync(join(tmpdir(), 'schemathesis-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const CHECKS =
  'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance';

interface Document {
  readonly paths: object;
}

interface Run {
  readonly name: string;
  readonly document: Document;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isExamined: (path: string) => boolean;
}

/** Some paths, from any of them on. */
function turned<Path>(paths: readonly Path[]): Path[] {
  const first = Math.floor(Math.random() * paths.length);
  return [...paths.slice(first), ...paths.slice(0, first)].slice(0, PATHS);
}

/**
 * Runs it on a document; the failures are in the message. The diagnostic says how much it tried.
 */
async function examine(
  context: TestContext,
  { name, document, url, headers, isExamined }: Run,
): Promise<void> {
  const file = join(folder, `${name}.json`);
  const paths = turned(Object.entries(document.paths).filter(([path]) => isExamined(path)));
  const turnedDocument = { ...document, paths: Object.fromEntries(paths) };
  writeFileSync(file, JSON.stringify(turnedDocument));
  const args = [
    'run',
    file,
    '--url',
    url,
    '--mode',
    'all',
    '--workers',
    '1',
    ...EFFORT,
    '--checks',
    CHECKS,
    '--seed',
    SEED,
    '--no-shrink',
    '--continue-on-failure',
    '--warnings',
    'off',
    '--generation-database',
    'none',
    '--suppress-health-check',
    'all',
    '--no-color',
    ...Object.entries(headers).flatMap(([header, value]) => ['-H', `${header}: ${value}`]),
  ];
  const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(PROGRAM, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, output: out + err }),
    );
  });
  assert.equal(code, 0, output.slice(-20_000));
  const summary = output.slice(output.indexOf('API Operations:'));
  context.diagnostic(summary.replaceAll(/\s+/g, ' '));
  assert.match(summary, /\d+ generated/);
}

test('Schemathesis finds no failure of the gateway’s own document', { skip }, async (context) => {
  assert.ok(gateway);
  const { keys } = await createMerchantWithKeys(gateway);
  const { body: document } = await gateway.call<Document & Record<string, unknown>>(
    'GET',
    '/openapi.json',
  );
  await examine(context, {
    name: 'v1',
    document,
    url: gateway.url,
    headers: { ...keys },
    // A stream doesn't end.
    isExamined: (path) => !path.endsWith('/stream'),
  });
});

test('Schemathesis finds no failure of the API Pix', { skip }, async (context) => {
  assert.ok(gateway);
  const { keys } = await createMerchantWithKeys(gateway);
  const { token } = await openStandardClient(gateway, keys);
  await examine(context, {
    name: 'api-pix',
    document: standardDocument(),
    url: `${gateway.url}/pix/v2`,
    headers: { authorization: `Bearer ${token}` },
    isExamined: (path) => /^\/(cobv?|lotecobv|loc|pix|webhook)(\/|$)/.test(path),
  });
});
