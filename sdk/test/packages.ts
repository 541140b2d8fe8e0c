import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { inPython } from '../../gateway/tools/release/versions.ts';
import { codeOf } from './readmes.ts';
import { outputOf, PHP, PYTHON, SDK, whyNoPython } from './support/languages.ts';
import { emptyFolder, folderWithSdk } from './support/packed-sdk.ts';

const require = createRequire(import.meta.url);
const OPTIONS = { encoding: 'utf8', stdio: 'pipe' } as const;

const ESM = `import { PixGateway, webhooks, VERSION } from 'pix-gateway-sdk';
new PixGateway({ clientId: 'a', clientSecret: 'b', baseUrl: 'http://localhost' });
console.log(VERSION, typeof webhooks.verify);`;
const COMMONJS = `const { PixGateway, webhooks, VERSION } = require('pix-gateway-sdk');
new PixGateway({ clientId: 'a', clientSecret: 'b', baseUrl: 'http://localhost' });
console.log(VERSION, typeof webhooks.verify);`;
const TYPED = `import { hasCode, PixGateway, webhooks, type NewCharge } from 'pix-gateway-sdk';
const pix = new PixGateway({ clientId: 'a', clientSecret: 'b', baseUrl: 'http://localhost' });
export const body: NewCharge = { amount: 1, payer: { name: 'Ana', document: '1' } };
export const code = (): Promise<string> => pix.charges.create(body).then((one) => one.qrcode);
export function idOf(raw: string): string | null {
  const event = webhooks.verify(raw, 't=1,v1=0', 'segredo');
  return event.event === 'deposit.paid' ? event.data.external_id : null;
}
export const isPoor = (error: unknown): boolean => hasCode(error, 'insufficient_balance');
// @ts-expect-error a charge needs a payer
export const wrong: NewCharge = { amount: 1 };
`;

function version(): string {
  return JSON.parse(readFileSync(join(SDK, 'typescript/package.json'), 'utf8')).version;
}

function testTypeScript(): void {
  test('the packed TypeScript SDK works in an empty folder, by import, require and tsc', () => {
    const folder = folderWithSdk();
    const run = (name: string, source: string) => {
      writeFileSync(join(folder, name), source);
      return execFileSync(process.execPath, [name], { ...OPTIONS, cwd: folder }).trim();
    };
    assert.equal(run('esm.mjs', ESM), `${version()} function`);
    assert.equal(run('commonjs.cjs', COMMONJS), `${version()} function`);
    writeFileSync(join(folder, 'typed.mts'), TYPED);
    writeFileSync(join(folder, 'typed.cts'), TYPED);
    const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
    const types = join(SDK, '../node_modules/@types');
    const flags = ['--strict', '--noEmit', '--module', 'nodenext', '--typeRoots', types];
    writeFileSync(join(folder, 'readme.mts'), codeOf(join(SDK, 'typescript/README.md'), 'ts'));
    const files = ['typed.mts', 'typed.cts', 'readme.mts'];
    const args = [tsc, ...flags, '--types', 'node', '--target', 'es2022', ...files];
    execFileSync(process.execPath, args, { ...OPTIONS, cwd: folder });
  });
}

const HAS_BUILD = `import build, setuptools, sys, wheel
sys.exit(int(setuptools.__version__.split(".")[0]) < 64)`;

function testPython(): void {
  const noPython = whyNoPython();
  const noBuild =
    outputOf(PYTHON, '-c', HAS_BUILD) === undefined
      ? `${PYTHON} has no build, wheel and setuptools of version 64 or newer`
      : undefined;
  const skip = noPython ?? noBuild ?? false;
  test('the built Python SDK works in an empty folder', { skip }, () => {
    const folder = emptyFolder();
    // A copy, because the build writes beside the source.
    const source = join(folder, 'source');
    cpSync(join(SDK, 'python'), source, { recursive: true });
    const build = ['-m', 'build', '--no-isolation', '--outdir', folder, source];
    execFileSync(PYTHON, build, OPTIONS);
    const target = join(folder, 'installed');
    mkdirSync(target);
    const wheel = join(folder, `pix_gateway_sdk-${inPython(version())}-py3-none-any.whl`);
    const install = ['-m', 'pip', 'install', '--quiet', '--no-index', '--target', target, wheel];
    execFileSync(PYTHON, install, OPTIONS);
    // The marker says to type checkers that the package has types.
    assert.ok(existsSync(join(target, 'pix_gateway/py.typed')));
    const script = 'import pix_gateway; print(pix_gateway.__version__, pix_gateway.__file__)';
    const env = { ...process.env, PYTHONPATH: target };
    const printed = execFileSync(PYTHON, ['-c', script], { ...OPTIONS, cwd: folder, env });
    assert.ok(printed.startsWith(`${inPython(version())} ${target}`), printed);
  });
}

function testPhp(): void {
  const hasComposer = outputOf('composer', '--version') !== undefined;
  const skip = hasComposer ? false : 'composer is not installed';
  test('the PHP SDK is valid, and its archive works in an empty folder', { skip }, () => {
    const folder = emptyFolder();
    const env = { ...process.env, COMPOSER_ALLOW_SUPERUSER: '1', COMPOSER_HOME: folder };
    const composer = (cwd: string, ...args: readonly string[]) =>
      execFileSync('composer', [...args, '--no-interaction'], { ...OPTIONS, cwd, env });
    composer(join(SDK, 'php'), 'validate', '--strict');
    composer(join(SDK, 'php'), 'archive', '--format=tar', `--dir=${folder}`, '--file=sdk');
    const source = join(folder, 'source');
    mkdirSync(source);
    execFileSync('tar', ['-xf', join(folder, 'sdk.tar'), '-C', source], OPTIONS);
    assert.deepEqual(readdirSync(source).toSorted(), [
      'LICENSE',
      'README.md',
      'composer.json',
      'src',
    ]);
    writeFileSync(join(folder, 'composer.json'), JSON.stringify(composerProject(source)));
    composer(folder, 'install', '--no-dev');
    const printed = outputOf(PHP, '-r', `chdir('${folder}'); ${PHP_SCRIPT}`);
    assert.equal(printed, `${version()} malformed_header`);
  });
}

/** A project that knows no package but the SDK, and so needs no network. */
function composerProject(source: string): object {
  return {
    repositories: [
      { type: 'path', url: source, options: { symlink: false } },
      { 'packagist.org': false },
    ],
    require: { 'pix-gateway/sdk': '@dev' },
  };
}

const PHP_SCRIPT = `require 'vendor/autoload.php';
try { PixGateway\\Webhooks::verify('', null, 'segredo'); }
catch (PixGateway\\Exception\\WebhookVerificationException $error) {
    echo PixGateway\\Http\\Api::VERSION, ' ', $error->reason;
}`;

/** Each SDK is packed, and works when it is installed from the package. */
export function testPackages(): void {
  testTypeScript();
  testPython();
  testPhp();
  test('each class that the package of PHP suggests is in it', () => {
    const composer = JSON.parse(readFileSync(join(SDK, 'php/composer.json'), 'utf8'));
    const words = Object.values<string>(composer.suggest).join(' ');
    const classes = words.match(/PixGateway(?:\\\w+)+/g) ?? [];
    assert.ok(classes.length > 0);
    for (const name of classes) {
      const file = `${name.replace('PixGateway', 'src').replaceAll('\\', '/')}.php`;
      assert.ok(existsSync(join(SDK, 'php', file)), name);
    }
  });
}
