import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';

const GUIDE = join(import.meta.dirname, '../../../docs/guia');
const gateway = await startGateway({ after });

test('the test of the guide passes: days from a charge to its refund', (context) =>
  assertPasses(context, 'relogios-de-teste.md'));

test('the test of the guide passes: before, on and after a due date', (context) =>
  assertPasses(context, 'cobranca-com-vencimento.md'));

test('the test of the guide passes: a year of a subscription', (context) =>
  assertPasses(context, 'assinaturas-por-api.md'));

/** Runs the program of a page as the page says. */
async function assertPasses(context: TestContext, page: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pix-gateway-sample-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const source = /```js\n([\s\S]*?)```/u.exec(await readFile(join(GUIDE, page), 'utf8'))?.[1] ?? '';
  assert.ok(source.includes('/v1/test/clocks'), 'the guide has changed');
  const file = join(folder, 'guide.test.mjs');
  await writeFile(file, source);
  const { keys } = await createMerchantWithKeys(gateway);
  const env = {
    PIX_URL: gateway.url,
    PIX_CLIENT_ID: keys['client-id'],
    PIX_CLIENT_SECRET: keys['client-secret'],
  };
  const args = ['--test', '--test-reporter=tap', file];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  context.diagnostic(/# duration_ms .*/.exec(stdout)?.[0] ?? '');
  assert.match(stdout, /# pass 1\n/, stdout);
}
