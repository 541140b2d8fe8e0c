import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const READY_TIMEOUT_MS = 120_000;
const READY_POLL_MS = 10;
const CLI = new URL('../gateway/src/cli.ts', import.meta.url).pathname;
const ROOT = new URL('..', import.meta.url).pathname;

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Starts a script of this folder and waits until it sends "ready". */
export async function startScript(
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const child = fork(new URL(name, import.meta.url), { env: { ...process.env, ...env } });
  await once(child, 'message');
  return child;
}

/**
 * Starts the gateway as `npm start` does and waits until it is ready; otherwise it is ended.
 * @param program another copy of Node: then the gateway shares no memory with this process.
 */
export async function startGateway(
  env: Readonly<Record<string, string>>,
  program = process.execPath,
): Promise<ChildProcess> {
  const child = spawn(program, startWords(), {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error('the gateway ended');
    const answer = await fetch(`http://127.0.0.1:${env.PORT}/readyz`).catch(() => undefined);
    if (answer?.ok) return child;
    await new Promise((resolve) => setTimeout(resolve, READY_POLL_MS));
  }
  await endProcess(child);
  throw new Error('the gateway is not ready');
}

/** The words after `node` in the start script of package.json. */
function startWords(): string[] {
  const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  const [, ...words] = String(scripts.start).split(' ');
  return words;
}

/** Ends a child and waits for it. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Runs a command of the operator and returns its JSON. */
export function runCli(env: Readonly<Record<string, string>>, words: readonly string[]): unknown {
  const text = execFileSync(process.execPath, [CLI, ...words, '--json'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return JSON.parse(text);
}

/** Memory of a process in MiB. */
export interface Memory {
  readonly nowMiB: number;
  readonly peakMiB: number;
  /** Now, with what it shares with other processes divided among them. */
  readonly shareMiB: number;
}

/** The resident memory of a process and its maximum so far; undefined without /proc. */
export function memoryOf(pid: number): Memory | undefined {
  try {
    const folder = `/proc/${pid}`;
    const status = ['status', 'smaps_rollup']
      .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
      .join('');
    const read = (name: string): number =>
      Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1_024;
    return { nowMiB: read('VmRSS'), peakMiB: read('VmHWM'), shareMiB: read('\nPss') };
  } catch {
    return undefined;
  }
}
