import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { CHARGE, callGateway } from '../../../gateway/test/support/gateway.ts';
import { newDeveloper, world } from '../world.ts';

test('tail shows the requests of the key, without bodies or secrets, and its events', async (context) => {
  const developer = await newDeveloper(context);
  const tailing = developer.open(['tail']);
  await tailing.next('connected');
  const address = `${world.gateway.url}/v1/pix/qrcode`;
  const headers = { 'idempotency-key': 'pedido-1' };
  const options = { keys: developer.keys, body: CHARGE, headers };
  const first = await callGateway<Record<string, string>>(address, 'POST', options);
  const created = await tailing.next('request');
  assert.deepEqual(
    [created.method, created.path, created.status, created.idempotency_replayed],
    ['POST', '/v1/pix/qrcode', 201, false],
  );
  assert.equal(created.request_id, first.headers.get('x-request-id'));
  await callGateway(address, 'POST', options);
  assert.equal((await tailing.next('request')).idempotency_replayed, true);
  const wrong = { keys: developer.keys, body: { amount: 0, secret: 'planted' } };
  await callGateway(`${address}?planted=1`, 'POST', wrong);
  assert.equal((await tailing.next('request')).code, 'invalid_request');
  await developer.json(['pay', String(first.body.internal_id)]);
  assert.equal((await tailing.next('event')).event, 'deposit.paid');
  const { exitCode, stdout } = await tailing.interrupt();
  assert.equal(exitCode, 0);
  assert.ok(!stdout.includes('planted') && !stdout.includes(developer.keys['client-secret']));
});

// A while after the answer's headers Node 20 collects the signal of a request as garbage.
const COLLECT_GARBAGE = `
import v8 from 'node:v8';
import vm from 'node:vm';
v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc');
const write = process.stdout.write;
process.stdout.write = function (text, ...rest) {
  if (String(text).includes('"connected"')) setTimeout(() => {
    for (let count = 0; count < 3; count += 1) collect();
    write.call(process.stdout, '{"type":"collected"}\\n');
  });
  return write.call(process.stdout, text, ...rest);
};`;

const oldNode = findOldNode();

for (const command of ['listen', 'tail']) {
  test(`Ctrl-C ends an idle ${command} on Node 20`, {
    skip: oldNode === undefined && 'there is no Node 20 in the PATH',
  }, async (context) => {
    const developer = await newDeveloper(context);
    const script = `data:text/javascript,${encodeURIComponent(COLLECT_GARBAGE)}`;
    const env = { NODE_OPTIONS: `--import=${script}` };
    const idle = developer.open([command], { env, ...(oldNode && { node: oldNode }) });
    await idle.next('collected');
    assert.equal((await idle.interrupt()).exitCode, 0);
  });
}

/** A Node 20 of the machine; the tests themselves run with the Node of the project. */
function findOldNode(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const programs = folders
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'));
  return programs.find(
    (program) =>
      existsSync(program) &&
      execFileSync(program, ['--version'], { encoding: 'utf8' }).startsWith('v20.'),
  );
}
