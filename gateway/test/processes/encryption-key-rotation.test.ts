import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import Stripe from 'stripe';
import { countOldSeals, resealValues } from '#src/accounts/encryption/reseal-values.ts';
import { SEALED_COLUMNS } from '#src/accounts/encryption/sealed-values-store.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { findRunningEmbeddedDatabase } from '#src/ground/embedded-database/embedded-database.ts';
import { createSecretBox } from '#src/ground/encryption/encryption.ts';
import { addKeyToFile } from '#src/ground/encryption/key-file.ts';
import { bootstrap } from '#src/host/bootstrap.ts';
import { createEndpoint } from '#src/webhooks/endpoints/manage-endpoints.ts';
import { run } from '../support/database-server.ts';
import {
  CHARGE,
  callGateway,
  createMerchantWithKeys,
  startGateway,
  testConfig,
  until,
} from '../support/gateway.ts';
import { freePort, runCli, startGatewayProcess } from '../support/gateway-process.ts';
import { enableSecondFactor, openSession, PASSWORD } from '../support/panel.ts';
import { makeServerFolder } from '../support/server-folder.ts';
import { move, openTwo } from '../support/two-buckets.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

type Facts = Record<string, unknown>;
const stripe = new Stripe('sk_test_unused');

/** A gateway with its own data folder, a webhook, and an operator with a second factor. */
async function openShop(context: Parameters<typeof startWebhookSink>[0]) {
  const dataDir = await makeServerFolder();
  await chmod(dataDir, 0o711);
  const email = 'otto@operador.example';
  const env = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
    OPERATOR_EMAIL: email,
    OPERATOR_PASSWORD: PASSWORD,
  };
  let gateway = await startGatewayProcess(env);
  const sink = await startWebhookSink(context);
  context.after(async () => {
    await gateway.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  async function command(words: string): Promise<Facts> {
    const { stdout, stderr } = await runCli(env, ...words.split(' '), '--json');
    return JSON.parse(stdout || `{"stderr":${JSON.stringify(stderr)}}`);
  }
  await command('merchant create --username loja --name Loja --document 11222333000181 --approve');
  const scope = '--merchant loja --environment test';
  const pair = await command(`credential create ${scope} --name loja`);
  const webhook = await command(`webhook create ${scope} --url ${sink.url}`);
  const keys = { 'client-id': String(pair.client_id), 'client-secret': String(pair.client_secret) };
  const clock = { now: () => Date.now() };
  const sql = async (text: string): Promise<unknown[]> => {
    const found = await findRunningEmbeddedDatabase(dataDir);
    return run(String(found?.ownerConnectionString), text);
  };
  const session = openSession({ url: gateway.url, clock, sql } as never, email);
  const logIn = () =>
    session.call('POST', '/api/account/log-in', { body: { email, password: PASSWORD } });
  assert.equal((await logIn()).status, 200);
  await enableSecondFactor(session);
  return {
    command,
    keyFile: join(dataDir, 'encryption-key'),
    async restart() {
      assert.equal(await gateway.stop(), 0);
      gateway = await startGatewayProcess(env);
    },
    /** Checks that sealed values can be read: a webhook's signature and a second-factor code. */
    async assertEverythingOpens(): Promise<void> {
      const before = sink.received.length;
      const charge = { keys, body: CHARGE };
      const made = await callGateway<Facts>(`${gateway.url}/v1/pix/qrcode`, 'POST', charge);
      const pay = `${gateway.url}/v1/test/charges/${String(made.body.internal_id)}/pay`;
      assert.equal((await callGateway(pay, 'POST', { keys })).status, 200);
      await until('the webhook arrives', async () => sink.received.length > before);
      const told = sink.received.at(-1);
      const header = String(told?.headers['x-service-signature']);
      stripe.webhooks.constructEvent(told?.rawBody ?? '', header, String(webhook.secret), 300);
      assert.equal((await logIn()).body.is_second_factor_needed, true);
      const path = '/api/account/log-in/second-factor';
      const body = { code: await session.code() };
      assert.equal((await session.call('POST', path, { body })).status, 200);
    },
  };
}

test('a rotation seals everything again while the gateway runs, and goes on when cut off', async (context) => {
  const shop = await openShop(context);
  const lines = async () => (await readFile(shop.keyFile, 'utf8')).trim().split('\n').length;
  assert.equal((await shop.command('encryption forget')).forgotten, 0);
  const rotated = await shop.command('encryption rotate');
  assert.ok(Number(rotated.resealed) >= 3, JSON.stringify(rotated));
  assert.deepEqual([rotated.remaining, await lines()], [0, 2]);
  await shop.assertEverythingOpens();
  assert.equal((await shop.command('encryption forget')).forgotten, 1);
  // Killed right after the new key was written.
  addKeyToFile(shop.keyFile);
  assert.equal((await shop.command('encryption forget')).code, 'key_in_use');
  const resumed = await shop.command('encryption rotate');
  assert.ok(Number(resumed.resealed) >= 3, JSON.stringify(resumed));
  assert.equal((await shop.command('encryption rotate')).resealed, 0);
  assert.equal((await shop.command('encryption forget')).forgotten, 1);
  assert.deepEqual([await lines(), (await stat(shop.keyFile)).mode & 0o777], [1, 0o600]);
  await shop.restart();
  await shop.assertEverythingOpens();
});

test('with ENCRYPTION_KEY_PREVIOUS the old key is read; after the rotation it is refused', async () => {
  const gateway = await startGateway({ after }, { hasWorker: false });
  const { database, secretBox, config, logger, clock } = gateway.appContext;
  const [oldKey, newKey] = [config.encryptionKey ?? Buffer.alloc(0), randomBytes(32)];
  const { merchant } = await createMerchantWithKeys(gateway);
  const targetRules = { allowPrivateAddresses: true, allowPlainHttp: true };
  const scope = { merchantId: merchant.merchantId, environment: 'test', isSandbox: false } as const;
  const url = 'http://127.0.0.1:9/';
  await createEndpoint({ database, clock, secretBox, targetRules }, scope, { url }, commandActor);
  const start = async (env: Readonly<Record<string, string>>) => {
    const { connectionString } = gateway;
    const started = await bootstrap({
      config: testConfig(connectionString, env),
      logger,
      clock,
      connectionString,
    });
    await started.database.close();
    return started.secretBox;
  };
  const [previous, current] = [oldKey.toString('base64'), newKey.toString('base64')];
  await assert.rejects(start({ ENCRYPTION_KEY: current }), /ENCRYPTION_KEY/);
  const both = await start({ ENCRYPTION_KEY: current, ENCRYPTION_KEY_PREVIOUS: previous });
  assert.ok((await countOldSeals({ database, secretBox: both })) >= 2);
  assert.ok((await resealValues({ database, secretBox: both })) >= 2);
  assert.equal(await resealValues({ database, secretBox: both }), 0);
  await start({ ENCRYPTION_KEY: current });
  await assert.rejects(start({ ENCRYPTION_KEY: previous }), /ENCRYPTION_KEY/);
});

test('the secrets of merchants in all buckets are sealed again, also of one that has moved', async (context) => {
  const { gateway, home, away } = await openTwo(context, { hasWorker: false });
  const { database, secretBox, config, clock } = gateway.appContext;
  const targetRules = { allowPrivateAddresses: true, allowPlainHttp: true };
  const parts = { database, clock, secretBox, targetRules };
  const url = 'http://127.0.0.1:9/';
  for (const { merchant } of [home, away]) {
    const { merchantId } = merchant;
    const scope = { merchantId, environment: 'test', isSandbox: false } as const;
    await createEndpoint(parts, scope, { url }, commandActor);
  }
  await move(gateway, home, 'b1');
  const oldKey = config.encryptionKey ?? Buffer.alloc(0);
  const newKey = randomBytes(32);
  const both = createSecretBox(() => [newKey, oldKey]);
  const before = await countOldSeals({ database, secretBox: both });
  assert.equal(await resealValues({ database, secretBox: both }), before);
  assert.equal(await countOldSeals({ database, secretBox: both }), 0);
  const sealed = await gateway.sql('select sealed_secret as sealed from b1.webhook_endpoints');
  assert.equal(sealed.length, 2);
  const prefix = both.currentPrefix();
  for (const row of sealed) {
    assert.deepEqual((row.sealed as Buffer).subarray(0, prefix.length), prefix);
  }
});

test('every sealed column of the database is known to the rotation', async () => {
  const gateway = await startGateway({ after }, { hasWorker: false });
  const columns = await gateway.sql(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema in ('public', 'b0') and column_name like 'sealed%' order by name`,
  );
  const known = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort();
  assert.deepEqual(
    columns.map(({ name }) => name),
    known,
  );
});

test('a value of the first versions, which does not name its key, still opens', () => {
  const key = Buffer.alloc(32, 9);
  const box = createSecretBox(() => [randomBytes(32), key]);
  const old = createSecretBox(key).seal('segredo', 'linha');
  assert.equal(box.open(old.subarray(5), 'linha'), 'segredo');
});
