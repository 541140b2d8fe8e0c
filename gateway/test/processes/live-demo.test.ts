import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { createDurableDatabase } from '../support/durable-database.ts';
import { makeFolder } from '../support/embedded-database-folder.ts';
import { freePort } from '../support/gateway-process.ts';

const DEMO = join(import.meta.dirname, '../../../demo/live.ts');

test('the demo of live money goes from a code to a withdrawal', async (context) => {
  const { env: databaseEnv, drop } = await createDurableDatabase();
  after(drop);
  const [port, bankPort, controlPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const env = {
    PATH: process.env.PATH ?? '',
    DEMO_FOLDER: await makeFolder(context),
    ...databaseEnv,
    ENCRYPTION_KEY: Buffer.alloc(32, 3).toString('base64'),
    PORT: String(port),
    BANK_PORT: String(bankPort),
    BANK_CONTROL_PORT: String(controlPort),
  };
  const { stdout } = await promisify(execFile)(process.execPath, [DEMO, '--once'], { env });
  assert.match(stdout, /6\. O saque saiu pelo banco: paid, E/);
  assert.match(stdout, /7\. Saldo da loja: 4802 centavos/);
  assert.match(stdout, /"clean":true/);
});
