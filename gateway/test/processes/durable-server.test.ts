import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { startBankSimulator } from '../../../bank-simulator/src/bank-simulator.ts';
import { createTestDatabase } from '../support/database-server.ts';
import { freePort, spawnGateway } from '../support/gateway-process.ts';
import { bankVariables } from '../support/live.ts';

for (const mode of ['production', 'development']) {
  test(`${mode}: a start with a bank is refused on a server without durability`, async () => {
    const { code, stderr } = await startWithBank(mode);
    assert.equal(code, 1);
    assert.match(stderr, /ligue fsync, full_page_writes, synchronous_commit/);
  });
}

/** Starts the gateway with a bank on the tests' server, which is not durable. */
async function startWithBank(mode: string): Promise<{ code: number; stderr: string }> {
  const bank = await startBankSimulator();
  after(() => bank.stop());
  const { env, drop } = await createTestDatabase();
  after(drop);
  const child = spawnGateway({
    ...(await bankVariables({ after }, bank)),
    NODE_ENV: mode,
    PORT: String(await freePort()),
    ...env,
    ENCRYPTION_KEY: Buffer.alloc(32, 5).toString('base64'),
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, 'exit');
  return { code, stderr };
}
