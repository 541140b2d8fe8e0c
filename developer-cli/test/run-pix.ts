import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A story starts `pix` many times. */
const COMPILE_CACHE = join(tmpdir(), 'pix-compile-cache');

/** How `pix` ended, and what it wrote. */
export interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A `pix --json` that runs: its lines, one at a time. */
export interface RunningPix {
  /** The next line that fits, as an object. Throws when the command ends before. */
  next(type: string): Promise<Record<string, unknown>>;
  /** Sends Ctrl-C and returns how it ended. */
  interrupt(): Promise<Ended>;
  ended(): Promise<Ended>;
  /** Ends it at once, if a test has failed while it ran. */
  kill(): void;
}

export interface PixOptions {
  readonly env: Readonly<Record<string, string>>;
  /** The Node that runs it; without it the one of the tests. */
  readonly node?: string;
  readonly input?: string | Buffer;
}

/** Starts the command; of this process's environment it gets only the path. */
function start(command: string, words: readonly string[], options: PixOptions) {
  const { env, input, node = process.execPath } = options;
  const child = spawn(node, [command, ...words], {
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
  });
  // A command that doesn't read its input may have ended.
  child.stdin.on('error', () => {});
  child.stdin.end(input ?? '');
  return { child, ended: collect(child) };
}

async function collect(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [exitCode] = await once(child, 'close');
  return { exitCode: Number(exitCode), stdout, stderr };
}

/** Runs `pix` to its end. */
export function runPix(
  command: string,
  words: readonly string[],
  options: PixOptions,
): Promise<Ended> {
  return start(command, words, options).ended;
}

/** Starts `pix --json` and reads its lines as they come. */
export function openPix(
  command: string,
  words: readonly string[],
  options: PixOptions,
): RunningPix {
  const { child, ended } = start(command, [...words, '--json'], options);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async next(type) {
      for (;;) {
        const line = await lines.next();
        if (line.done) throw new Error(`pix ended: ${JSON.stringify(await ended)}`);
        const found = JSON.parse(line.value);
        if (found.type === type) return found;
      }
    },
    async interrupt() {
      child.kill('SIGINT');
      return ended;
    },
    ended: () => ended,
    kill: () => void child.kill('SIGKILL'),
  };
}
