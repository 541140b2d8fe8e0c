import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { PAYOUT, startGateway, until } from '../support/gateway.ts';
import { freePort } from '../support/gateway-process.ts';
import { approvalSteps } from '../support/payout-approvals.ts';

const GUIDE = join(import.meta.dirname, '../../../docs/guia/limites-e-aprovacao-de-saques.md');
const gateway = await startGateway({ after });
const { openShop, ends, read } = approvalSteps(gateway);

/** The server of the guide, which listens on a port and knows one payout. */
async function sampleOf(port: number): Promise<string> {
  const source = /```js\n([\s\S]*?)```/u.exec(await readFile(GUIDE, 'utf8'))?.[1] ?? '';
  const known = `external_id === 'saque-7' && amount === 2000 && pix_key === '${PAYOUT.pix_key}'`;
  const sample = source.replace('=> false', `=> ${known}`).replace('4001', `${port}, '127.0.0.1'`);
  assert.ok(sample.includes(known) && sample.includes(`listen(${port}`), 'the guide has changed');
  return sample;
}

test('the server of the guide approves what it knows and refuses false signatures', async () => {
  // The sample refuses calls that are older than five minutes by the machine's clock.
  gateway.clock.set(Date.now());
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'pix-gateway-sample-')), await freePort()];
  after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'servidor.mjs');
  await writeFile(file, await sampleOf(port));
  const shop = await openShop();
  const url = `http://127.0.0.1:${port}/`;
  const body = { url, code: await shop.member.code() };
  const set = await shop.member.call('PUT', '/api/panel/test/approval-server', { body });
  assert.equal(set.status, 200, set.text);
  const env = { APPROVAL_SECRET: String(set.body.secret) };
  const server = spawn(process.execPath, [file], { env, stdio: 'inherit' });
  try {
    const send = (headers: Record<string, string>) =>
      fetch(url, { method: 'POST', headers, body: '{"data":{}}' }).catch(() => undefined);
    await until('it listens', async () => (await send({}))?.status === 401);
    const now = Math.floor(Date.now() / 1_000);
    const falseSignature = { 'x-service-signature': `t=${now},v1=${'0'.repeat(64)}` };
    assert.equal((await send(falseSignature))?.status, 401);
    const request = async (externalId: string) => {
      const payout = { ...PAYOUT, amount: 2_000, external_id: externalId };
      const sent = await gateway.call('POST', '/v1/pix/payout', { keys: shop.keys, body: payout });
      assert.equal(sent.body.status, 'awaiting_approval', sent.text);
      return String(sent.body.internal_id);
    };
    await ends(shop, await request('saque-7'), 'paid');
    const unknown = await request('saque-8');
    await ends(shop, unknown, 'failed');
    assert.equal(Object((await read(shop, unknown)).failure_reason).code, 'not_approved');
    const calls = await gateway.sql(
      'select response_status::int as status from payout_approval_calls order by id',
    );
    assert.deepEqual(calls, [{ status: 200 }, { status: 200 }]);
  } finally {
    server.kill();
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  }
});
