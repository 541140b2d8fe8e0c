import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startBankSimulator } from '../src/bank-simulator.ts';
import { createBankClient } from './support/bank-client.ts';
import { startCallbackReceiver } from './support/callback-receiver.ts';
import { chargeBody, createManualClock, createTxid, until } from './support/open-bank.ts';

async function createFolder(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bank-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('charges, balances, tokens, certificates and due work survive a restart', async (context) => {
  const folder = await createFolder(context);
  const clock = createManualClock();
  const options = {
    clock,
    stateFile: join(folder, 'bank.sqlite'),
    certificateFolder: join(folder, 'certificates'),
    openingBalance: 50_000n,
  };
  const receiver = await startCallbackReceiver();
  context.after(() => receiver.close());
  const first = await startBankSimulator(options);
  const client = createBankClient(first);
  const token = await client.logIn();
  await client.call('PUT', `/v2/webhook/${first.pixKey}`, { webhookUrl: receiver.url });
  const txid = createTxid();
  await client.call('PUT', `/v2/cob/${txid}`, chargeBody(first, '10.00'));
  await client.call('PATCH', `/v2/cob/${txid}`, { valor: { original: '12.34' } });
  first.faults.add({ kind: 'callback_late', operation: 'callback', times: 1, delayMs: 5000 });
  const { endToEndId } = first.pay(txid);
  await client.call('PUT', `/v2/pix/${endToEndId}/devolucao/1`, { valor: '2.34' });
  await client.call('PUT', '/v3/gn/pix/saque1', {
    valor: '100.00',
    pagador: { chave: first.pixKey },
    favorecido: { chave: 'falha@simulador.example' },
  });
  const before = first.snapshot();
  await first.stop();

  const second = await startBankSimulator(options);
  context.after(() => second.stop());
  assert.deepEqual(second.snapshot(), before);
  assert.equal(second.snapshot().balance, 50_000n + 1234n - 234n - 10_000n);
  assert.deepEqual(second.clientCertificate, first.clientCertificate);
  const again = createBankClient(second);
  const headers = { authorization: `Bearer ${token}` };
  const old = await again.call('GET', `/v2/cob/${txid}?revisao=0`, undefined, { headers });
  assert.equal(old.body.valor.original, '10.00');
  clock.advance(5000);
  await until('all due work is done', () => receiver.received.length === 3);
  assert.equal(second.payout('saque1')?.status, 'NAO_REALIZADO');
  assert.equal(second.payment(endToEndId)?.refunds[0]?.status, 'DEVOLVIDO');
});

test('npm run bank prints its addresses, and a kill loses no data', async (context) => {
  const folder = await createFolder(context);
  const environment = {
    ...process.env,
    BANK_FOLDER: folder,
    BANK_PORT: '0',
    BANK_CONTROL_PORT: '0',
  };
  const start = async () => {
    const main = join(import.meta.dirname, '../src/main.ts');
    const child = spawn(process.execPath, [main], {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    context.after(() => void child.kill('SIGKILL'));
    let text = '';
    for await (const chunk of child.stdout) {
      text += chunk;
      if (text.includes('encerra')) break;
    }
    const controlUrl = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? '';
    assert.match(text, /https:\/\/127\.0\.0\.1:\d+\/oauth\/token/);
    return { child, controlUrl };
  };
  const first = await start();
  const received = await fetch(`${first.controlUrl}/control/receive`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ amount: '12.34' }),
  });
  assert.equal(received.status, 200);
  const firstClient = await readFile(join(folder, 'certificates/client.p12'));
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const second = await start();
  const state = await (await fetch(`${second.controlUrl}/control/state`)).json();
  assert.equal((state as { balance: string }).balance, '1012.34');
  assert.deepEqual(await readFile(join(folder, 'certificates/client.p12')), firstClient);
  second.child.kill('SIGTERM');
  const [code] = await once(second.child, 'exit');
  assert.equal(code, 0);
});
