import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { after, test } from 'node:test';
import {
  type ApiDocument,
  operationsOf,
  type PlacedOperation,
  schemaOf,
} from '../../gateway/src/host/reference/api-document.ts';
import { codeSamples } from '../../gateway/src/host/reference/code-samples.ts';
import { exampleOf } from '../../gateway/src/host/reference/json-schema.ts';
import { SDK_CALLS } from '../../gateway/src/host/reference/sdk-calls.ts';
import { merchantDocument } from '../../gateway/tools/panel-document.ts';
import { PHP, PYTHON, SDK, whyNoPhp, whyNoPython } from './support/languages.ts';
import { emptyFolder, folderWithSdk } from './support/packed-sdk.ts';

const require = createRequire(import.meta.url);
const ID = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b72';
const operations = operationsOf((await merchantDocument()) as ApiDocument);

/** A request as a gateway receives it. */
interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly body: unknown;
}

/** The requests that samples sent, by the client id of each. */
const received = new Map<string, Received>();
const arrived = new EventTarget();
const url = await startRecorder();

/** Answers every request as if it had succeeded, and keeps the first one of each client id. */
async function startRecorder(): Promise<string> {
  const server = createServer(async (request, response) => {
    const { method, url: path, headers } = request;
    const client = String(headers['client-id']);
    const body = headers['content-length'] ? await json(request).catch(() => null) : undefined;
    if (!received.has(client)) received.set(client, { method, path, body });
    const isStream = path?.startsWith('/v1/events/stream') || path?.includes('/requests/stream');
    if (method === 'DELETE' && !/\/customers\/|\/files\//.test(path ?? '')) {
      response.writeHead(204).end();
    } else if (isStream) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': aberto\n\n');
    } else {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"data":[],"next_cursor":null,"has_more":false,"status":"ready"}');
    }
    arrived.dispatchEvent(new Event(client));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}

function sampleOf(operation: PlacedOperation, language: 'javascript' | 'python' | 'php') {
  const clientId = `svc_pk_test_${language}_${operation.id}`;
  const settings = { baseUrl: url, clientId, clientSecret: 'svc_sk_test_exemplo' };
  const program = codeSamples(operation, settings)[language].replaceAll(/\{(\w*id|due_on)\}/g, ID);
  return { clientId, program };
}

/** Runs a program of a sample; one that follows a stream is ended when its request has come. */
async function runSample(
  command: readonly string[],
  { isStream, clientId }: { isStream: boolean; clientId: string },
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<void> {
  const [program = '', ...words] = command;
  const child = spawn(program, words, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  if (isStream) arrived.addEventListener(clientId, () => void child.kill(), { once: true });
  const [exitCode] = await once(child, 'close');
  assert.ok(isStream || exitCode === 0, errors);
}

/** How the programs of a language are run. */
interface Runner {
  readonly folder: string;
  readonly suffix: string;
  /** Runs files, one after another in one process: to start one takes longer than a sample. */
  readonly command: (files: readonly string[]) => readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs the sample of each operation; one that follows a stream has a process of its own. */
async function runSamples(
  language: 'javascript' | 'python',
  { folder, suffix, command, ...more }: Runner,
): Promise<void> {
  const options = { cwd: folder, ...more };
  const samples = operations.map((operation) => {
    const file = `sends-${operation.id}${suffix}`;
    const { clientId, program } = sampleOf(operation, language);
    writeFileSync(join(folder, file), program);
    return { operation, clientId, file, isStream: isStream(operation) };
  });
  const ending = samples.filter((sample) => !sample.isStream).map(({ file }) => file);
  await runSample(command(ending), { isStream: false, clientId: '' }, options);
  for (const { isStream, clientId, file } of samples) {
    if (isStream) await runSample(command([file]), { isStream, clientId }, options);
  }
  for (const { operation, clientId } of samples) assertSent(operation, clientId);
}

const importEach = (files: readonly string[]): string =>
  files.map((file) => `await import('./${file}');`).join('\n');
const RUN_EACH = `import runpy, sys
for file in sys.argv[1:]:
    runpy.run_path(file, run_name='__main__')`;

/** Asserts that a sample sent the request of its operation, with the example as its body. */
function assertSent(operation: PlacedOperation, clientId: string): void {
  const { method, path, body } = received.get(clientId) ?? {};
  const [expected] = [operation.path.replaceAll(/\{\w+\}/g, ID)];
  assert.deepEqual([method, path?.split('?')[0]], [operation.method, expected], clientId);
  const schema = schemaOf(operation.requestBody?.content);
  if (schema) assert.deepEqual(body ?? {}, exampleOf(schema, true), clientId);
}

const isStream = ({ id }: PlacedOperation): boolean => SDK_CALLS[id]?.result === 'stream';

test('the reference has the SDKs’ method of each operation, and no other', () => {
  assert.deepEqual(Object.keys(SDK_CALLS).sort(), operations.map(({ id }) => id).sort());
});

test('each JavaScript sample of the reference sends the request of its operation', () =>
  runSamples('javascript', {
    folder: folderWithSdk(),
    suffix: '.mjs',
    command: (files) => [process.execPath, '--input-type=module', '-e', importEach(files)],
  }));

test('each JavaScript sample of the reference passes the type check of the SDK', () => {
  const folder = folderWithSdk();
  const files = operations.map((operation) => {
    const file = `sample-${operation.id}.mts`;
    writeFileSync(join(folder, file), `${sampleOf(operation, 'javascript').program}\n`);
    return file;
  });
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  const types = ['--typeRoots', join(SDK, '../node_modules/@types'), '--types', 'node'];
  const flags = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', ...types];
  const options = { encoding: 'utf8', stdio: 'pipe', cwd: folder } as const;
  execFileSync(process.execPath, [tsc, ...flags, ...files], options);
});

test('each Python sample of the reference sends the request of its operation', {
  skip: whyNoPython() ?? false,
}, async () => {
  await runSamples('python', {
    folder: emptyFolder(),
    suffix: '.py',
    command: (files) => [PYTHON, '-c', RUN_EACH, ...files],
    env: { ...process.env, PYTHONPATH: join(SDK, 'python/src') },
  });
});

test('each PHP sample of the reference sends the request of its operation', {
  skip: whyNoPhp() ?? false,
}, async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'vendor'));
  writeFileSync(join(folder, 'vendor/autoload.php'), AUTOLOAD);
  for (const operation of operations) {
    const { clientId, program } = sampleOf(operation, 'php');
    writeFileSync(join(folder, 'sample.php'), program);
    const run = { isStream: isStream(operation), clientId };
    await runSample([PHP, 'sample.php'], run, { cwd: folder });
    assertSent(operation, clientId);
  }
});

/** As Composer makes it for the package. */
const AUTOLOAD = `<?php
spl_autoload_register(function (string $class): void {
    require '${SDK}/php/src/' . str_replace('\\\\', '/', substr($class, strlen('PixGateway\\\\'))) . '.php';
});
`;
