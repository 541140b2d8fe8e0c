import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { emptyFolder, packedDriver } from './packed-sdk.ts';

export const SDK = join(import.meta.dirname, '../..');
/** The command of another JavaScript runtime, such as `bun` or `deno run -A`. */
const JAVASCRIPT = process.env.SDK_JAVASCRIPT?.split(' ') ?? [process.execPath];
export const PYTHON = process.env.SDK_PYTHON ?? 'python3';
export const PHP = process.env.SDK_PHP ?? 'php';
export const GO = process.env.SDK_GO ?? 'go';

/** A language in which the specification is run. */
export interface Language {
  readonly name: string;
  /** The program that makes the calls, and its arguments. */
  readonly command: () => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Why it can't run on this machine; undefined when it can. */
  readonly skip: string | undefined;
}

/** The output of a program; undefined when it is missing or fails. */
export function outputOf(command: string, ...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** The second part of the oldest version of Go. */
const GO_MINOR = 24;
const HAS_PYTHON = 'import sys; sys.exit(sys.version_info < (3, 9))';
const HAS_PHP = 'exit(PHP_VERSION_ID >= 80100 && extension_loaded("curl") ? 0 : 1);';

export function whyNoPython(): string | undefined {
  return outputOf(PYTHON, '-c', HAS_PYTHON) === undefined
    ? `${PYTHON} is not Python 3.9 or newer`
    : undefined;
}

export function whyNoPhp(): string | undefined {
  return outputOf(PHP, '-r', HAS_PHP) === undefined
    ? `${PHP} is not PHP 8.1 or newer with curl`
    : undefined;
}

export function whyNoGo(): string | undefined {
  const [, minor = '0'] = /\bgo1\.(\d+)/.exec(outputOf(GO, 'version') ?? '') ?? [];
  return Number(minor) >= GO_MINOR ? undefined : `${GO} is not Go 1.${GO_MINOR} or newer`;
}

/** The driver of the specification as a program. Go keeps what it has compiled before. */
function builtDriver(): string {
  const file = join(emptyFolder(), 'driver');
  execFileSync(GO, ['build', '-o', file, './internal/driver'], { cwd: join(SDK, 'go') });
  return file;
}

/** The languages of the SDKs, each with the driver that makes the calls of the specification. */
export function languages(): readonly Language[] {
  const phpDriver = join(SDK, 'php/tests/driver.php');
  const noPhp = whyNoPhp();
  const hasGuzzle = existsSync(join(SDK, 'php/vendor/autoload.php'));
  return [
    {
      name: 'TypeScript',
      // From the package, as its users have it.
      command: () => [...JAVASCRIPT, packedDriver()],
      skip: undefined,
    },
    {
      name: 'Python',
      command: () => [PYTHON, join(SDK, 'python/tests/driver.py')],
      env: { PYTHONPATH: join(SDK, 'python/src') },
      skip: whyNoPython(),
    },
    {
      name: 'Python, async',
      command: () => [PYTHON, join(SDK, 'python/tests/driver.py'), 'async'],
      env: { PYTHONPATH: join(SDK, 'python/src') },
      skip: whyNoPython(),
    },
    { name: 'Go', command: () => [builtDriver()], skip: whyNoGo() },
    { name: 'PHP', command: () => [PHP, phpDriver], skip: noPhp },
    {
      name: 'PHP with PSR-18',
      command: () => [PHP, phpDriver, 'psr18'],
      skip: noPhp ?? (hasGuzzle ? undefined : 'composer install has not run in sdk/php'),
    },
    {
      name: 'PHP through WordPress',
      command: () => [PHP, join(SDK, '../plugins/woocommerce/test/php/specification.php')],
      skip: noPhp,
    },
  ];
}
