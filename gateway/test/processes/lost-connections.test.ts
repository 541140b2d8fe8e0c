import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startGateway } from '../support/gateway.ts';
import { spawnCli } from '../support/gateway-process.ts';

const gateway = await startGateway({ after });
const lost = join(import.meta.dirname, '../support/lost-connections.ts');

test('connections lost after a verification change neither its answer nor its exit code', async () => {
  const env = {
    DATABASE_URL: gateway.connectionString,
    ENCRYPTION_KEY: gateway.appContext.config.encryptionKey?.toString('base64') ?? '',
    NODE_OPTIONS: `--import ${lost}`,
  };
  const { exitCode, stdout, stderr } = await spawnCli(env, 'ledger', 'verify', '--json');
  assert.equal(JSON.parse(stdout).clean, true);
  assert.match(stderr, /Connection terminated unexpectedly/);
  assert.equal(exitCode, 0);
});
