import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  outputOf,
  PHP,
  PYTHON,
  SDK,
  whyNoPhp,
  whyNoPython,
} from '../../../sdk/test/support/languages.ts';
import { type CodeBlock, codeBlocksOf } from '../../tools/code-blocks.ts';
import type { Cleanup } from './cleanup.ts';
import type { Keys } from './gateway.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
const PAGE_IDS = /svc_pk_test_sandbox_publico|SEU_CLIENT_ID_DE_TESTE/g;
const PAGE_SECRETS = /svc_sk_test_sandbox_publico|SEU_CLIENT_SECRET_DE_TESTE/g;
const PAGE_URL = 'http://localhost:3000';

/** How the programs of a language are run. */
interface Language {
  readonly file: string;
  readonly command: readonly string[];
  /** Why it can't run on this machine; undefined when it can. */
  readonly skip: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
}

const NODE = { file: 'program.mjs', command: [process.execPath], skip: undefined };
const noCurl = outputOf('curl', '--version') === undefined ? 'curl is not installed' : undefined;

/** The languages of the guide, by the word behind the fence. */
export const LANGUAGES = {
  js: NODE,
  ts: NODE,
  sh: { file: 'program.sh', command: ['bash', '-eu'], skip: noCurl },
  console: { file: 'program.sh', command: ['bash', '-eu'], skip: noCurl },
  python: {
    file: 'program.py',
    command: [PYTHON, '-u'],
    skip: whyNoPython(),
    env: { PYTHONPATH: join(SDK, 'python/src') },
  },
  php: { file: 'program.php', command: [PHP], skip: whyNoPhp() },
} as const satisfies Readonly<Record<string, Language>>;

export type LanguageName = keyof typeof LANGUAGES;

/** The blocks of a page: `docs/guia/saques.md`. */
export function blocksOf(page: string): readonly CodeBlock[] {
  return codeBlocksOf(page, readFileSync(join(ROOT, page), 'utf8'));
}

/** A folder in which programs find the SDKs as if they were installed. */
export function programFolder(context: Cleanup): string {
  const folder = mkdtempSync(join(tmpdir(), 'pix-gateway-guide-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const installed = join(folder, 'node_modules/pix-gateway-sdk');
  mkdirSync(installed, { recursive: true });
  const settings = { name: 'pix-gateway-sdk', type: 'module', exports: './index.js' };
  writeFileSync(join(installed, 'package.json'), JSON.stringify(settings));
  const source = join(SDK, 'typescript/src/index.ts');
  writeFileSync(join(installed, 'index.js'), `export * from 'file://${source}';\n`);
  mkdirSync(join(folder, 'vendor'));
  const classes = join(SDK, 'php/src');
  const load = `<?php spl_autoload_register(static function (string $class): void {
    require '${classes}/' . str_replace(['PixGateway\\\\', '\\\\'], ['', '/'], $class) . '.php';
});`;
  writeFileSync(join(folder, 'vendor/autoload.php'), load);
  return folder;
}

/** What a program of a page gets instead of the values that stand there. */
export interface Values {
  readonly url: string;
  readonly keys?: Keys;
  /** Further texts to replace, such as `INTERNAL_ID`; each must be in some block of the page. */
  readonly others?: Readonly<Record<string, string>>;
}

/** The code of a block with the values of a test. */
export function withValues(code: string, { url, keys, others = {} }: Values): string {
  const ours = keys
    ? code.replaceAll(PAGE_IDS, keys['client-id']).replaceAll(PAGE_SECRETS, keys['client-secret'])
    : code;
  return Object.entries(others).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    ours.replaceAll(PAGE_URL, url),
  );
}

function prepare(folder: string, name: LanguageName, code: string) {
  const language: Language = LANGUAGES[name];
  const file = join(folder, language.file);
  writeFileSync(file, name === 'ts' ? stripTypeScriptTypes(code) : code);
  const env = { ...process.env, ...language.env };
  return { command: [...language.command, file], options: { cwd: folder, env } };
}

/** Runs a program to its end. Returns what it printed, or throws when it fails. */
export async function runProgram(
  folder: string,
  name: LanguageName,
  code: string,
  ...args: readonly string[]
): Promise<string> {
  const { command, options } = prepare(folder, name, code);
  const [program = '', ...rest] = command;
  const { stdout } = await run(program, [...rest, ...args], options);
  return stdout.trim();
}

/** The character between the outputs of programs that run in one process. */
const BETWEEN = '\u001e';

/** The program that runs the files of a folder one after another in one process. */
const RUN_ALL: Readonly<Record<string, (files: readonly string[]) => string>> = {
  ts: (files) =>
    files.map((file) => `process.stdout.write('${BETWEEN}');await import('./${file}');`).join('\n'),
  python: (files) =>
    `import runpy\n${files
      .map((file) => `print("${BETWEEN}", end="")\nrunpy.run_path("${file}")`)
      .join('\n')}`,
  php: (files) =>
    `<?php ${files
      .map((file) => `echo "${BETWEEN}"; (static fn () => require '${file}')();`)
      .join('')}`,
  sh: (files) => files.map((file) => `printf '${BETWEEN}'; . ./${file}`).join('\n'),
};

/** Runs programs of a language in one process: a start takes most of the time of an example. */
export async function runTogether(
  folder: string,
  name: LanguageName,
  codes: readonly string[],
): Promise<readonly string[]> {
  const ending = LANGUAGES[name].file.split('.').at(-1);
  const files = codes.map((code, index) => {
    const file = `example-${index}.${ending}`;
    writeFileSync(join(folder, file), name === 'ts' ? stripTypeScriptTypes(code) : code);
    return file;
  });
  const printed = await runProgram(folder, name, RUN_ALL[name]?.(files) ?? '');
  return printed.split(BETWEEN).slice(1);
}

/** A program that runs until it is stopped. */
export interface RunningProgram {
  readonly child: ChildProcess;
  /** What it has printed, errors included. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

/** Starts a program that runs until it is stopped, at the latest when the test ends. */
export function startProgram(
  context: Cleanup,
  folder: string,
  name: LanguageName,
  code: string,
  options: { readonly args?: readonly string[]; readonly flags?: readonly string[] } = {},
): RunningProgram {
  const prepared = prepare(folder, name, code);
  const [program = '', ...rest] = prepared.command;
  const all = [...(options.flags ?? []), ...rest, ...(options.args ?? [])];
  const child = spawn(program, all, prepared.options);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  context.after(stop);
  return { child, output: () => output, stop };
}

/** The only block of a page in a language. */
export function onlyBlock(page: string, name: LanguageName): CodeBlock {
  const [block, ...others] = blocksOf(page).filter(({ language }) => language === name);
  assert.ok(block && others.length === 0, `${page} has one block of ${name}`);
  return block;
}
