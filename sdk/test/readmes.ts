import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import {
  createMerchantWithKeys,
  type Keys,
  receivePayment,
  type TestGateway,
} from '../../gateway/test/support/gateway.ts';
import { GO, PHP, PYTHON, SDK, whyNoGo, whyNoPhp, whyNoPython } from './support/languages.ts';
import { emptyFolder, folderWithSdk } from './support/packed-sdk.ts';

const run = promisify(execFile);

interface Page {
  readonly name: string;
  readonly skip: string | undefined;
  /** Writes the code of the page as one program, and returns the command that runs it. */
  readonly prepare: () => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The code blocks of a page in one language, as one text. */
export function codeOf(path: string, language: string): string {
  const text = readFileSync(path, 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  const found = blocks.filter(([, word]) => word === language).map(([, , code = '']) => code);
  assert.ok(found.length > 0, `${path} has no ${language}`);
  return found.join('\n');
}

function phpProgram(): readonly string[] {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'vendor'));
  const source = join(SDK, 'php/src');
  const load = `spl_autoload_register(static function (string $class): void {
    require '${source}/' . str_replace(['PixGateway\\\\', '\\\\'], ['', '/'], $class) . '.php';
});`;
  writeFileSync(join(folder, 'vendor/autoload.php'), `<?php\n${load}\n`);
  writeFileSync(join(folder, 'readme.php'), codeOf(join(SDK, 'php/README.md'), 'php'));
  return [PHP, '-d', `include_path=${folder}`, join(folder, 'readme.php')];
}

/** Go runs programs of modules alone. */
function goProgram(): readonly string[] {
  const folder = emptyFolder();
  const module = `module readme\n\ngo 1.24\n
require pix-gateway.internal/sdk v0.0.0\n
replace pix-gateway.internal/sdk => ${join(SDK, 'go')}\n`;
  writeFileSync(join(folder, 'go.mod'), module);
  writeFileSync(join(folder, 'main.go'), codeOf(join(SDK, 'go/README.md'), 'go'));
  return [GO, 'run', '-C', folder, '.'];
}

function pages(): readonly Page[] {
  return [
    {
      name: 'TypeScript',
      skip: undefined,
      prepare: () => {
        const file = join(folderWithSdk(), 'readme.mjs');
        const code = codeOf(join(SDK, 'typescript/README.md'), 'ts');
        writeFileSync(file, stripTypeScriptTypes(code));
        return [process.execPath, file];
      },
    },
    {
      name: 'Python',
      skip: whyNoPython(),
      prepare: () => [PYTHON, '-c', codeOf(join(SDK, 'python/README.md'), 'python')],
      env: { PYTHONPATH: join(SDK, 'python/src') },
    },
    { name: 'PHP', skip: whyNoPhp(), prepare: phpProgram },
    { name: 'Go', skip: whyNoGo(), prepare: goProgram },
  ];
}

/** Runs a program with the settings that the pages read. Returns the lines that it printed. */
async function linesOf(
  gateway: TestGateway,
  keys: Keys,
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const { stdout } = await run(program, args, {
    env: {
      ...process.env,
      ...env,
      PIX_GATEWAY_URL: gateway.url,
      PIX_CLIENT_ID: keys['client-id'],
      PIX_CLIENT_SECRET: keys['client-secret'],
    },
  });
  return stdout.trim().split('\n');
}

/** The code of each README runs from its first block to its last, and that of the guide too. */
export function testReadmes(gateway: TestGateway): void {
  for (const { name, skip, prepare, env } of pages()) {
    test(`the code of the README runs: ${name}`, { skip: skip ?? false }, async () => {
      const { keys } = await createMerchantWithKeys(gateway);
      const lines = await linesOf(gateway, keys, prepare(), env);
      assert.match(lines[0] ?? '', /^000201.*br\.gov\.bcb\.pix/);
      assert.match(lines[1] ?? '', /^paid \d+$/);
      assert.match(lines[2] ?? '', /^deposit\.paid [0-9a-f-]{36}$/);
      // The payment covers the payout, so that no error is printed.
      assert.deepEqual(lines.slice(3), ['charge 9990', 'expired', '145000', '140000']);
    });
  }
  test('the loop of the guide handles each event once', async () => {
    const { keys } = await createMerchantWithKeys(gateway);
    for (let count = 0; count < 2; count += 1) await receivePayment(gateway, keys);
    const file = join(folderWithSdk(), 'guide.mjs');
    writeFileSync(file, `${codeOf(join(SDK, '../docs/guia/sdks.md'), 'js')}${USE_OF_LOOP}`);
    const lines = await linesOf(gateway, keys, [process.execPath, file]);
    assert.deepEqual(lines, ['deposit.paid', 'deposit.paid', 'end']);
  });
}

const USE_OF_LOOP = `
const show = async (event) => console.log(event.event);
const last = await catchUp(undefined, show);
const same = await catchUp(last, show);
if (same === last) console.log('end');
`;
