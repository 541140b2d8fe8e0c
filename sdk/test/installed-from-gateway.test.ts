import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import {
  createMerchantWithKeys,
  type Keys,
  startGateway,
} from '../../gateway/test/support/gateway.ts';
import { freePort } from '../../gateway/test/support/gateway-process.ts';
import { codeBlocksOf } from '../../gateway/tools/code-blocks.ts';
import { inPython } from '../../gateway/tools/release/versions.ts';
import {
  GO,
  outputOf,
  PHP,
  PYTHON,
  SDK,
  whyNoGo,
  whyNoPhp,
  whyNoPython,
} from './support/languages.ts';
import { emptyFolder } from './support/packed-sdk.ts';

const runFile = promisify(execFile);
const VERSION = JSON.parse(readFileSync(join(SDK, 'typescript/package.json'), 'utf8')).version;
const WHEEL = `pix_gateway_sdk-${inPython(VERSION)}-py3-none-any.whl`;

// Asked before the gateway starts, because the questions block this process.
const NO_PIP =
  whyNoPython() ?? (outputOf(PYTHON, '-m', 'pip', '--version') ? false : 'pip is missing');
const NO_COMPOSER =
  whyNoPhp() ?? (outputOf('composer', '--version') ? false : 'composer is missing');

const NO_GO = whyNoGo() ?? false;
/** Without the cache of the machine Go would compile its whole library. */
const GO_CACHE = outputOf(GO, 'env', 'GOCACHE');

// Composer's index names the address of the gateway, which a test knows only by its own port.
const port = await freePort();
const BASE = `http://127.0.0.1:${port}`;
const gateway = await startGateway({ after }, { env: { BASE_URL: BASE } });
const packages = `${BASE}/guia/sdk`;
let keys: Keys;

const target = Number(new URL(gateway.url).port);
const door = createServer((client) => {
  const upstream = connect(target, '127.0.0.1');
  for (const socket of [client, upstream]) socket.on('error', () => client.destroy());
  client.pipe(upstream).pipe(client);
});
door.listen(port, '127.0.0.1');
await once(door, 'listening');
after(() => door.close());

before(async () => {
  const built = join(SDK, '../guide/dist/sdk/packages.json');
  assert.ok(existsSync(built), 'npm run build makes the packages');
  keys = (await createMerchantWithKeys(gateway)).keys;
});

/** The shell of a developer, with a registry that can't be reached. */
function shellOf(folder: string): { readonly cwd: string; readonly env: NodeJS.ProcessEnv } {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    COMPOSER_HOME: folder,
    PIX_URL: BASE,
    PIX_GATEWAY_URL: BASE,
    PIX_CLIENT_ID: keys['client-id'],
    PIX_CLIENT_SECRET: keys['client-secret'],
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_audit: 'false',
    npm_config_fetch_retries: '0',
    npm_config_update_notifier: 'false',
    COMPOSER_ALLOW_SUPERUSER: '1',
    COMPOSER_NO_INTERACTION: '1',
  };
  return { cwd: folder, env };
}

/** The block of a page of the guide that has a word, with the address of this gateway. */
function blockOf(page: string, word: string): string {
  const text = readFileSync(join(SDK, `../docs/guia/${page}.md`), 'utf8');
  const blocks = codeBlocksOf(page, text).filter(({ language }) => language === 'shell');
  const found = blocks.find(({ code }) => code.startsWith(word));
  assert.ok(found, `${page} has no block that begins with ${word}`);
  return found.code.replaceAll('http://localhost:3000', BASE);
}

/** Runs a block of the guide; it ends at the first command that fails. */
function runBlock(block: string, shell: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }) {
  return runFile('bash', ['-e', '-c', block], shell);
}

/** Asserts that a program created a charge of 1990 centavos, and wrote its id. */
async function assertCharged(printed: string): Promise<void> {
  const id = printed.trim().split('\n').at(-1);
  const { body, status } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
  assert.deepEqual([status, body.amount], [200, 1_990]);
}

test('npm installs the SDK from the gateway without a registry, and it makes a charge', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const shell = shellOf(folder);
  await runBlock(blockOf('sdks', 'npm'), shell);
  writeFileSync(join(folder, 'charge.js'), JAVASCRIPT);
  const { stdout } = await runFile(process.execPath, ['charge.js'], shell);
  await assertCharged(stdout);
});

test('npx runs pix from the gateway, and npm installs it', async () => {
  const folder = emptyFolder();
  const { cwd, env } = shellOf(folder);
  const shell = { cwd, env: { ...env, npm_config_prefix: folder, npm_config_yes: 'true' } };
  const { stdout: help } = await runBlock(blockOf('pix', 'npx'), shell);
  assert.match(help, /pix listen --forward-to/);
  const charge = ['charge', '19,90', '--no-wait', '--json'];
  const installed = await runFile(join(folder, 'bin/pix'), charge, shell);
  await assertCharged(JSON.parse(installed.stdout).internal_id);
  const run = await runFile('npx', [`${packages}/pix.tgz`, ...charge], shell);
  await assertCharged(JSON.parse(run.stdout).internal_id);
});

test('pip installs the wheel without an index, and it makes a charge', {
  skip: NO_PIP,
}, async () => {
  const folder = emptyFolder();
  const shell = shellOf(folder);
  const target = join(folder, 'installed');
  const settings = { PIP_NO_INDEX: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_TARGET: target };
  const block = blockOf('sdks', 'pip').replace('pip', `${PYTHON} -m pip`);
  await runBlock(block, { cwd: folder, env: { ...shell.env, ...settings } });
  assert.ok(existsSync(join(target, 'pix_gateway/py.typed')));
  const env = { ...shell.env, PYTHONPATH: target };
  const { stdout } = await runFile(PYTHON, ['-c', PYTHON_CHARGE], { ...shell, env });
  await assertCharged(stdout);
});

test('Composer finds the SDK by the index of the gateway, and it makes a charge', {
  skip: NO_COMPOSER,
}, async () => {
  const folder = join(emptyFolder(), 'shop');
  mkdirSync(folder);
  // The gateway of this test has no certificate.
  const project = { repositories: { 'packagist.org': false }, config: { 'secure-http': false } };
  writeFileSync(join(folder, 'composer.json'), JSON.stringify(project));
  const shell = shellOf(folder);
  await runBlock(blockOf('sdks', 'composer'), shell);
  const { stdout } = await runFile(PHP, ['-r', PHP_CHARGE], shell);
  await assertCharged(stdout);
});

test('Go gets the module from the gateway as its proxy, and it makes a charge', {
  skip: NO_GO,
}, async () => {
  const folder = emptyFolder();
  const { cwd, env } = shellOf(folder);
  const settings = {
    GOPROXY: 'off',
    GOTOOLCHAIN: 'local',
    GOFLAGS: '-modcacherw',
    GOCACHE: GO_CACHE,
  };
  const shell = { cwd, env: { ...env, ...settings } };
  writeFileSync(join(folder, 'go.mod'), 'module shop\n\ngo 1.24\n');
  writeFileSync(join(folder, 'main.go'), GO_CHARGE);
  const { stdout } = await runBlock(`${blockOf('sdks', 'export GOPROXY')}\n${GO} run .`, shell);
  await assertCharged(stdout);
  const other = await fetch(`${packages}/go/example.com/other/@v/list`);
  assert.equal(other.status, 404);
  const list = await fetch(`${packages}/go/pix-gateway.internal/sdk/@v/list`);
  assert.equal(await list.text(), `v${VERSION}\n`);
});

test('packages are cached for a day, answered with 304, and other names are not found', async () => {
  for (const file of [`pix-gateway-sdk-${VERSION}.tgz`, WHEEL]) {
    const answer = await fetch(`${packages}/${file}`);
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=86400');
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    const etag = String(answer.headers.get('etag'));
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    assert.equal((await fetch(`${packages}/${file}`, { headers })).status, 304);
  }
  const others = [
    'pix-gateway-sdk-9.9.9.tgz',
    '..%2fREADME.html',
    '..%2f..%2fpackage.json',
    'nada',
  ];
  for (const file of others) assert.equal((await fetch(`${packages}/${file}`)).status, 404, file);
});

test('equal sources give equal packages, whatever the time and the time zone', async () => {
  const served = join(SDK, '../guide/dist/sdk');
  const env = { ...process.env, TZ: 'Pacific/Auckland' };
  const script = `const { allPackages } = await import('${SDK}/tools/packages/all-packages.ts');
    for (const { file, content } of await allPackages('http://localhost:3000/guia/sdk'))
      console.log(file, content.toString('base64'));`;
  const args = ['--input-type=module', '-e', script];
  const { stdout } = await runFile(process.execPath, args, { env, maxBuffer: 1e7 });
  const built = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  assert.equal(built.length, 8);
  for (const [file = '', content] of built) {
    assert.ok(readFileSync(join(served, file), 'base64') === content, file);
  }
});

const JAVASCRIPT = `import { PixGateway } from 'pix-gateway-sdk';
const pix = new PixGateway({
  baseUrl: process.env.PIX_GATEWAY_URL,
  clientId: process.env.PIX_CLIENT_ID,
  clientSecret: process.env.PIX_CLIENT_SECRET,
});
const payer = { name: 'Maria Silva', document: '12345678909' };
const charge = await pix.charges.create({ amount: 1990, payer });
console.log(charge.internal_id);
`;

const PYTHON_CHARGE = `import os
from pix_gateway import PixGateway
pix = PixGateway(*[os.environ[name] for name in ("PIX_CLIENT_ID", "PIX_CLIENT_SECRET", "PIX_GATEWAY_URL")])
payer = {"name": "Maria Silva", "document": "12345678909"}
print(pix.charges.create({"amount": 1990, "payer": payer})["internal_id"])
`;

const PHP_CHARGE = `require 'vendor/autoload.php';
$names = ['PIX_CLIENT_ID', 'PIX_CLIENT_SECRET', 'PIX_GATEWAY_URL'];
$pix = new PixGateway\\PixGateway(...array_map(fn ($name) => (string) getenv($name), $names));
$payer = ['name' => 'Maria Silva', 'document' => '12345678909'];
echo $pix->charges->create(['amount' => 1990, 'payer' => $payer])['internal_id'];
`;

const GO_CHARGE = `package main

import (
	"context"
	"fmt"
	"os"

	pix "pix-gateway.internal/sdk"
)

func main() {
	client, err := pix.New(
		os.Getenv("PIX_GATEWAY_URL"), os.Getenv("PIX_CLIENT_ID"), os.Getenv("PIX_CLIENT_SECRET"),
	)
	if err != nil {
		panic(err)
	}
	charge, err := client.Charges.Create(context.Background(), pix.NewCharge{
		Amount: 1990,
		Payer:  pix.NewPayer{Name: "Maria Silva", Document: "12345678909"},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(charge.InternalID)
}
`;
