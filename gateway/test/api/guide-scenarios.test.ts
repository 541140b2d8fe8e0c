import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { refusingDestinations } from '#src/bank/simulated/payout-destinations.ts';
import { checkTexts, guideUrlOf } from '#src/webhooks/exams/exam-advice.ts';
import { examChecks } from '#src/webhooks/exams/webhook-exam.ts';
import { anchorsOf, codesOf, tablesOf } from '../../tools/markdown.ts';
import { readPage } from '../support/feed.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  type Keys,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { withValues } from '../support/guide-programs.ts';

const GUIDE = join(import.meta.dirname, '../../../docs/guia');
const SCENARIOS = readFileSync(join(GUIDE, 'cenarios-de-teste.md'), 'utf8');
const EXAM = readFileSync(join(GUIDE, 'exame-de-webhook.md'), 'utf8');
const noCurl = spawnSync('curl', ['--version']).error ? 'curl is not installed' : false;
const run = promisify(execFile);
const gateway = await startGateway({ after });

function blocksOf(page: string, language: string): string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...page.matchAll(fence)].map(([, code = '']) => code);
}

/** Runs the commands of a block with the values of a test, and returns the answer. */
async function runBlock(
  code: string,
  keys: Keys,
  values: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const filled = withValues(code, { url: gateway.url, keys, others: values });
  const { stdout } = await run('bash', ['-euc', filled]);
  const answer: Record<string, unknown> = JSON.parse(stdout);
  assert.equal(answer.error, undefined, stdout);
  return answer;
}

test('every command of the page on scenarios works', { skip: noCurl }, async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const url = 'http://127.0.0.1:9/';
  await gateway.call('POST', '/v1/webhook-endpoints', { keys, body: { url } });
  await receivePayment(gateway, keys);
  const eventId = (await readPage(gateway, keys)).data[0]?.id ?? '';
  const blocks = blocksOf(SCENARIOS, 'sh');
  assert.equal(blocks.length, 4);
  for (const code of blocks) {
    const charge = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
    const values = { INTERNAL_ID: String(charge.body.internal_id), EVENT_ID: eventId };
    await runBlock(code, keys, values);
  }
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

test('the program of the page on exams passes the exam that its command makes', {
  skip: noCurl,
}, async (context) => {
  // The program compares signatures with the time of this machine.
  gateway.clock.set(Date.now());
  const { keys } = await createMerchantWithKeys(gateway);
  const [command = ''] = blocksOf(EXAM, 'sh');
  const [program = ''] = blocksOf(EXAM, 'js');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const { id, secret } = await runBlock(command, keys, { WEBHOOK_URL: url });
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: String(secret) },
    stdio: 'ignore',
  });
  context.after(() => child.kill('SIGKILL'));
  await until('the program listens', async () =>
    fetch(url, { method: 'POST' }).then(
      ({ status }) => status === 401,
      () => false,
    ),
  );
  const path = `/v1/test/webhook-exams/${id}`;
  await gateway.call('POST', `${path}/start`, { keys });
  const exam = await until('the exam ends', async () => {
    const { body } = await gateway.call('GET', path, { keys });
    return body.status !== 'running' && body;
  });
  assert.equal(exam.status, 'passed', JSON.stringify(exam));
});

test('the guide lists every destination that refuses, and every check with its part', () => {
  const tables = tablesOf(SCENARIOS);
  const refusing = tables.find(({ head }) => head[1] === 'código');
  const listed = refusing?.rows.map((row) => row.slice(0, 2).map((cell) => codesOf(cell)[0]));
  const known = [...refusingDestinations].map(([name, code]) => [`${name}@sandbox.com`, code]);
  assert.deepEqual([['falha@sandbox.com', 'AC03'], ...(listed ?? [])], known);
  const checks = tablesOf(EXAM).find(({ head }) => head[0] === '`name`');
  assert.deepEqual(
    checks?.rows.map(([name = '']) => codesOf(name)[0]),
    examChecks,
  );
  const anchors = anchorsOf(EXAM);
  const missing = examChecks.filter((name) => !anchors.includes(checkTexts[name].anchor));
  assert.deepEqual(missing, []);
  assert.equal(guideUrlOf('old_time'), '/guia/exame-de-webhook#assinatura-antiga');
});
