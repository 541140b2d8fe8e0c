import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  CHARGE,
  createMerchantWithKeys,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';
import { runCli } from '../support/gateway-process.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const env = {
  DATABASE_URL: gateway.connectionString,
  ENCRYPTION_KEY: gateway.appContext.config.encryptionKey?.toString('base64') ?? '',
  LOG_LEVEL: 'silent',
};
const ROSA = { name: 'Rosa Prado', document: '98765432100' };

test('an operator shows, exports and erases a customer by commands, and the audit log has it', async () => {
  const { keys, username } = await createMerchantWithKeys(gateway);
  const paid = await receivePayment(gateway, keys, { ...CHARGE, payer: ROSA });
  const words = [username, '--document', '987.654.321-00', '--environment', 'test', '--json'];
  const run = (verb: string, ...more: string[]) => runCli(env, 'customer', verb, ...words, ...more);

  const shown = await run('show');
  assert.deepEqual([shown.exitCode, shown.stderr], [0, '']);
  const customer = JSON.parse(shown.stdout);
  assert.equal(customer.name, ROSA.name);
  const read = await gateway.call('GET', `/v1/customers/${customer.id}`, { keys });
  assert.equal(read.body.document, ROSA.document);

  const exported = JSON.parse((await run('export')).stdout);
  assert.equal(exported.charges[0].internal_id, paid.internal_id);

  assert.notEqual((await run('erase')).exitCode, 0, 'an erasure without --yes');
  const erased = JSON.parse((await run('erase', '--yes')).stdout);
  assert.deepEqual([erased.status, erased.erased_charges], ['done', 1]);
  assert.notEqual((await run('show')).exitCode, 0, 'an erased customer is shown');
  const rows = await gateway.sql(
    `select action, actor_kind from audit_log where action like 'customer.%' order by id`,
  );
  assert.deepEqual(rows, [
    { action: 'customer.exported', actor_kind: 'command' },
    { action: 'customer.erased', actor_kind: 'command' },
  ]);
});
