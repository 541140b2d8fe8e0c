import assert from 'node:assert/strict';
import { chmod, rm } from 'node:fs/promises';
import { after, test } from 'node:test';
import { findRunningEmbeddedDatabase } from '#src/ground/embedded-database/embedded-database.ts';
import { run } from '../support/database-server.ts';
import { CHARGE, callGateway, SANDBOX_KEYS } from '../support/gateway.ts';
import {
  type CommandEnd,
  freePort,
  runCli,
  spawnCli,
  startGatewayProcess,
} from '../support/gateway-process.ts';
import { makeServerFolder } from '../support/server-folder.ts';

const dataDir = await makeServerFolder();
await chmod(dataDir, 0o711);
after(() => rm(dataDir, { recursive: true, force: true }));
const env = { DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'silent' };

type Facts = Record<string, unknown>;
/** Runs a command that must succeed and returns its output as data, with and without --json. */
type Command = (words: string) => Promise<Facts>;

const outputs: string[] = [];

async function inJson(words: string): Promise<Facts> {
  return readJson(words, await runCli(env, ...words.split(' '), '--json'));
}

function readJson(words: string, { exitCode, stdout, stderr }: CommandEnd): Facts {
  assert.deepEqual([exitCode, stderr], [0, ''], `${words}: ${stdout}`);
  outputs.push(stdout);
  return JSON.parse(stdout);
}

async function inWords(words: string): Promise<Facts> {
  const { exitCode, stdout, stderr } = await runCli(env, ...words.split(' '));
  assert.deepEqual([exitCode, stderr], [0, ''], `${words}: ${stdout}`);
  outputs.push(stdout);
  const lines = stdout.split('\n').map((line) => /^(\w+) {2,}(.+)$/.exec(line));
  return Object.fromEntries(lines.flatMap((found) => (found ? [[found[1], found[2]]] : [])));
}

/** Runs every command that changes something once; returns the secrets that were shown. */
async function useEveryCommand(command: Command, username: string): Promise<string[]> {
  const person = '--document 11222333000181 --name Loja';
  const created = await command(`merchant create --username ${username} ${person}`);
  assert.deepEqual([created.username, created.status], [username, 'pending_kyc']);
  const approved = await command(`merchant create --username ${username}-2 ${person} --approve`);
  assert.equal(approved.status, 'active');
  const own = await command(`merchant create --username ${username}-3 ${person} --with-test-key`);
  assert.match(`${own.status} ${own.client_id}`, /^active svc_pk_test_/);
  for (const [verb, status] of [
    ['approve', 'active'],
    ['suspend', 'suspended'],
    ['reinstate', 'active'],
  ]) {
    assert.equal((await command(`merchant ${verb} ${username}`)).status, status);
  }
  const priced = await command(`merchant set-fee ${username} --bps 100 --fixed 7`);
  assert.deepEqual([`${priced.fee_bps}`, `${priced.fee_fixed}`], ['100', '7']);
  const invited = await command(`merchant invite ${username} --email Dona@${username}.example`);
  assert.deepEqual([invited.email, invited.role], [`dona@${username}.example`, 'owner']);
  const waits = '--delay-days 2 --business-days --reserve-bps 500 --reserve-days 30';
  const delayed = await command(`merchant settlement ${username} ${waits}`);
  assert.equal(
    `${delayed.delay_days} ${delayed.business_days} ${delayed.reserve_basis_points}`,
    '2 true 500',
  );
  const place = '--postal-code 20040-002 --street Mauá --number 7 --district Centro';
  const moved = await command(`merchant address ${username} ${place} --city Rio --state rj`);
  assert.equal(`${moved.street} ${moved.postal_code} ${moved.state}`, 'Mauá 20040002 RJ');
  const next = await command(`merchant address ${username} --number 9`);
  assert.equal(`${next.street} ${next.number}`, 'Mauá 9');
  const scope = `--merchant ${username} --environment`;
  const pair = await command(`credential create ${scope} live --name site`);
  assert.match(`${pair.client_id} ${pair.client_secret}`, /^svc_pk_live_\S+ svc_sk_live_\S+$/);
  const rotated = await command(`credential rotate ${pair.client_id}`);
  assert.notEqual(rotated.client_id, pair.client_id);
  const limited = await command(`credential set-limit ${rotated.client_id} 7`);
  assert.equal(`${limited.rate_limit_per_minute}`, '7');
  await useKeyRights(command, String(rotated.client_id));
  await command(`credential revoke ${rotated.client_id}`);
  const secrets = [own.client_secret, pair.client_secret, rotated.client_secret];
  return [...secrets, ...(await useWebhooks(command, scope))].map(String);
}

async function useKeyRights(command: Command, clientId: string): Promise<void> {
  for (const [usage, expected] of [
    [`set-scopes ${clientId} charges:write,balance:read`, 'charges:write balance:read from all'],
    [`set-addresses ${clientId} 203.0.113.9/24`, 'charges:write balance:read from 203.0.113.0/24'],
    [`set-scopes ${clientId} all`, 'all from 203.0.113.0/24'],
  ] as const) {
    const { scopes, addresses } = await command(`credential ${usage}`);
    const [may, from] = [scopes, addresses].map((list) => [list ?? 'all'].flat().join(' '));
    assert.equal(`${may} from ${from}`, expected);
  }
}

async function useWebhooks(command: Command, scope: string): Promise<unknown[]> {
  const webhook = await command(`webhook create ${scope} test --url http://127.0.0.1:9/aqui`);
  const states = [];
  for (const verb of ['pause', 'resume', 'test']) {
    states.push((await command(`webhook ${verb} ${webhook.id}`)).status);
  }
  assert.deepEqual(states, ['paused', 'active', 'active']);
  const rotated = await command(`webhook rotate ${webhook.id}`);
  await command(`webhook list ${scope} test`);
  assert.ok(outputs.at(-1)?.includes(String(webhook.id)));
  return [webhook.secret, rotated.secret];
}

/** The database address of the running gateway, for the role that owns the tables. */
async function ownerAddress(): Promise<string> {
  return String((await findRunningEmbeddedDatabase(dataDir))?.ownerConnectionString);
}

/** A secret is printed only by the command that created it; the database has a digest. */
async function checkSecrets(secrets: readonly string[], connectionString: string): Promise<void> {
  assert.equal(new Set(secrets).size, 5);
  const stored = await run(
    connectionString,
    `select credentials::text as row from credentials
     union all select webhook_endpoints::text from webhook_endpoints`,
  );
  assert.ok(stored.length > 0);
  for (const secret of secrets) {
    assert.match(secret, /^(svc_sk_(live|test)_|whsec_)\S{32,}$/);
    assert.equal(outputs.filter((output) => output.includes(secret)).length, 1);
    assert.ok(!JSON.stringify(stored).includes(secret));
  }
}

test('commands that are given at once, before there is a database, make one and share it', async () => {
  const words = 'ledger verify --json';
  const ends = await Promise.all([1, 2, 3].map(() => spawnCli(env, ...words.split(' '))));
  for (const end of ends) assert.equal(readJson(words, end).clean, true);
});

/** A command of each kind: each of them starts and stops the database. */
async function openShop(command: Command, username: string): Promise<string[]> {
  const account = `--username ${username} --document 11222333000181 --name Loja`;
  const own = await command(`merchant create ${account} --with-test-key`);
  const scope = `--merchant ${username} --environment`;
  const pair = await command(`credential create ${scope} live --name site`);
  const rotated = await command(`credential rotate ${pair.client_id}`);
  const secrets = [own.client_secret, pair.client_secret, rotated.client_secret];
  return [...secrets, ...(await useWebhooks(command, scope))].map(String);
}

test('commands answer people while no gateway runs', async () => {
  assert.match((await runCli(env, 'migrate')).stdout, /^nada a fazer$/m);
  const secrets = await openShop(inWords, 'sem-gateway');
  assert.match((await runCli(env, 'sandbox', 'reset')).stdout, /sandbox zerado/);
  const verify = await runCli(env, 'ledger', 'verify', '--full');
  assert.deepEqual([verify.exitCode, /íntegro/.test(verify.stdout)], [0, true]);
  assert.equal(await findRunningEmbeddedDatabase(dataDir), undefined);
  const gateway = await startGatewayProcess(env);
  await checkSecrets(secrets, await ownerAddress());
  assert.equal(await gateway.stop(), 0);
});

const CODES_OF_REFUSALS: Readonly<Record<string, string>> = {
  'merchant create --username sandbox --name X --document 11222333000181': 'username_taken',
  'merchant create --username A! --name X --document 11222333000181': 'username_invalid',
  'merchant create --username suporte --name X --document 11222333000181': 'username_reserved',
  'user end-sessions ninguem@exemplo.com.br': 'user_not_found',
  'merchant create --username loja --name X --document 11222333000182': 'tax_id_invalid',
  'merchant approve ninguem': 'merchant_not_found',
  'merchant reinstate com-gateway': 'status_change_refused',
  'merchant set-fee com-gateway --bps 10001 --fixed 0': 'fee_invalid',
  'merchant settlement com-gateway --delay-days 366': 'settlement_invalid',
  'merchant address com-gateway --state XX': 'invalid_request',
  'merchant suspend sandbox': 'sandbox_forbidden',
  [`credential revoke ${SANDBOX_KEYS['client-id']}`]: 'sandbox_forbidden',
  'credential create --merchant com-gateway --environment test --name x --scopes charges':
    'key_scopes_invalid',
  'credential create --merchant com-gateway --environment test --name x --addresses 10.1':
    'key_addresses_invalid',
  'credential revoke svc_pk_live_x': 'credential_not_found',
  'webhook create --merchant com-gateway --environment test --url ftp://a': 'webhook_url_invalid',
  'webhook pause 019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70': 'webhook_not_found',
  'bucket move b0 --to 127.0.0.1:5432': 'cluster_required',
};

async function checkRefusals(): Promise<void> {
  for (const [words, code] of Object.entries(CODES_OF_REFUSALS)) {
    const { exitCode, stdout, stderr } = await runCli(env, ...words.split(' '), '--json');
    assert.deepEqual([exitCode, JSON.parse(stdout).code, stderr], [1, code, ''], words);
  }
  const { exitCode, stdout, stderr } = await spawnCli(env, 'merchant', 'approve', 'ninguem');
  assert.deepEqual([exitCode, stdout], [1, '']);
  assert.match(stderr, /^pix-gateway: .+ \(merchant_not_found\)\n$/);
}

test('every command answers programs while the gateway runs, and it is felt there at once', async () => {
  const gateway = await startGatewayProcess(env);
  const connectionString = await ownerAddress();
  try {
    assert.deepEqual(await inJson('migrate'), { applied: [] });
    const secrets = await useEveryCommand(inJson, 'com-gateway');
    await checkSecrets(secrets, connectionString);
    await checkRefusals();
    await checkReset(gateway.url);
    await checkForgery(connectionString);
  } finally {
    assert.equal(await gateway.stop(), 0);
  }
  const later = await runCli(env, 'ledger', 'verify', '--full', '--json');
  assert.deepEqual([later.exitCode, JSON.parse(later.stdout).clean], [1, false]);
});

async function checkReset(url: string): Promise<void> {
  const headers = { 'idempotency-key': 'antes-do-reset' };
  const create = () =>
    callGateway<Facts>(`${url}/v1/pix/qrcode`, 'POST', {
      keys: SANDBOX_KEYS,
      headers,
      body: CHARGE,
    });
  const [first, replayed] = [await create(), await create()];
  assert.equal(replayed.text, first.text);
  const pay = `${url}/v1/test/charges/${String(first.body.internal_id)}/pay`;
  assert.equal((await callGateway(pay, 'POST', { keys: SANDBOX_KEYS })).status, 200);
  assert.deepEqual(await inJson('sandbox reset'), { reset: true });
  const balance = await callGateway<Facts>(`${url}/v1/balance`, 'GET', { keys: SANDBOX_KEYS });
  assert.equal(balance.body.available, 0);
  assert.notEqual((await create()).body.internal_id, first.body.internal_id);
  assert.equal((await inJson('ledger verify')).clean, true);
}

async function checkForgery(connectionString: string): Promise<void> {
  await run(
    connectionString,
    `begin; alter table ledger_entries disable trigger user;
     update ledger_entries set amount_centavos = amount_centavos + 1
       where account = 'fees' and sequence = 1;
     alter table ledger_entries enable trigger user; commit`,
  );
  const found = await runCli(env, 'ledger', 'verify', '--full', '--json');
  assert.deepEqual([found.exitCode, JSON.parse(found.stdout).clean], [1, false]);
  const told = await runCli(env, 'ledger', 'verify', '--full');
  assert.equal(told.exitCode, 1);
  assert.match(told.stdout, /FALHA {2}.+\n +\{.+\}[\s\S]+tem divergências/);
}

test('a wrong call prints the help of its own command and exits with 2; help exits with 0', async () => {
  for (const [command, rest, runIt = runCli] of [
    ['merchant create', '--username x', spawnCli],
    ['merchant approve', ''],
    ['merchant set-fee', 'x --bps 1.5 --fixed 0'],
    ['credential create', '--merchant x --environment prod --name y'],
    ['ledger verify', '--unknown'],
    ['webhook', 'explode'],
  ] as const) {
    const words = `${command} ${rest}`.trim();
    const { exitCode, stdout, stderr } = await runIt(env, ...words.split(' '));
    assert.deepEqual([exitCode, stdout], [2, ''], words);
    assert.match(stderr, /^erro: /, words);
    assert.ok(stderr.includes(`\nUso: pix-gateway ${command} [opções]`), words);
  }
  const help = await runCli(env, 'webhook', '--help');
  assert.deepEqual([help.exitCode, help.stderr], [0, '']);
});
