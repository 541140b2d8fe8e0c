import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startBankSimulator } from '../../../bank-simulator/src/bank-simulator.ts';
import type { Cleanup } from '../../../gateway/test/support/cleanup.ts';
import { until } from '../../../gateway/test/support/gateway.ts';
import { freePort } from '../../../gateway/test/support/gateway-process.ts';
import { assertPassesExam, secretFor } from '../../../gateway/test/support/webhook-exam.ts';
import { tablesOf } from '../../../gateway/tools/markdown.ts';
import { EXIT } from '../../src/failure.ts';
import { writeBankFile } from '../bank-file.ts';
import { hurryTime, newDeveloper, world } from '../world.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/guia/pix.md'), 'utf8');
const runFile = promisify(execFile);
/** A line that lasts, and what it writes when it is ready. */
const LASTING: readonly (readonly [RegExp, RegExp])[] = [
  [/^node servidor\.mjs$/m, /ouvindo/],
  [/^pix listen --forward-to \S+$/m, /Conectado/],
];

test('every block of the guide runs: the server of the page receives verified webhooks', async (context) => {
  const developer = await newDeveloper(context);
  hurryTime(context);
  const folder = mkdtempSync(join(tmpdir(), 'pix-guide-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const bank = await startBankSimulator();
  context.after(() => bank.stop());
  writeBankFile(folder, bank);
  const port = await freePort();
  const page = PAGE.replace(/(localhost:|listen\()4000/g, (_all, before) => `${before}${port}`);
  // How `pix` is installed from a gateway (`shell`) is tested with the SDKs.
  const blocks = [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)].filter(
    ([, language]) => language !== 'shell',
  );
  assert.ok(blocks.length >= 10);
  writeFileSync(join(folder, 'variables'), '');
  const env = {
    ...developer.env,
    PATH: `${dirname(world.installed.command)}:${dirname(process.execPath)}:${process.env.PATH}`,
  };
  let output = '';
  for (const [, language, text = ''] of blocks) {
    if (language === 'js') {
      const [, name = ''] = /^\/\/ (\S+)\n/.exec(text) ?? [];
      writeFileSync(join(folder, name), text);
      continue;
    }
    assert.equal(language, 'sh');
    const shell = { cwd: folder, env };
    const lasting = LASTING.find(([line]) => line.test(text));
    if (lasting) await startInShell(context, text, lasting[1], shell, (more) => (output += more));
    else await runInShell(text, shell);
  }
  await until('the server has verified a webhook', async () =>
    output.includes('verificado: deposit.paid'),
  );
});

interface Shell {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Keeps the variables that a block sets for the next blocks. */
const KEEP =
  "declare -p | grep -E '^declare -[-x]+ (ID|EVENT|WEBHOOK_SECRET)=' > variables || true";

function runInShell(text: string, options: Shell): Promise<unknown> {
  const script = `set -e -o pipefail; source ./variables\n${text}\n${KEEP}`;
  return runFile('bash', ['-c', script], options);
}

/** Starts a block whose last line lasts, and waits until it is ready. */
async function startInShell(
  context: Cleanup,
  text: string,
  ready: RegExp,
  options: Shell,
  onOutput: (text: string) => void,
): Promise<void> {
  const lines = text.trimEnd().split('\n');
  await runInShell(lines.slice(0, -1).join('\n'), options);
  const script = `source ./variables; exec ${lines.at(-1)}`;
  const child: ChildProcessWithoutNullStreams = spawn('bash', ['-c', script], options);
  context.after(() => void child.kill());
  let written = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (more: string) => {
      written += more;
      onOutput(more);
    });
  }
  await until(`${lines.at(-1)} is ready`, async () => {
    if (child.exitCode !== null) throw new Error(`it ended: ${written}`);
    return ready.test(written);
  });
}

test('the server of the guide passes the webhook exam', async (context) => {
  const { gateway } = world;
  const { keys } = await newDeveloper(context);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/webhooks`;
  const [, program = ''] = /^```js\n(.*?)^```$/ms.exec(PAGE) ?? [];
  const args = ['--input-type=module', '-e', program.replace('listen(4000', `listen(${port}`)];
  const env = { ...process.env, WEBHOOK_SECRET: await secretFor(gateway, keys, url) };
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
  context.after(() => void child.kill());
  await until('the server listens', () => fetch(url).catch(() => undefined));
  await assertPassesExam(gateway, keys, url);
});

test('the guide lists every exit code', () => {
  const table = tablesOf(PAGE).find(({ head }) => head[0] === 'código');
  assert.deepEqual(
    table?.rows.map(([code]) => Number(code)),
    Object.values(EXIT),
  );
});
