import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { type Clock, systemClock } from '#src/ground/clock.ts';
import { until } from './gateway.ts';

const SOURCE = join(import.meta.dirname, '..', '..', 'src');
/** How `npm start` runs Node: a start takes a tenth less processor time. */
const NODE_FLAGS = [
  '--max-semi-space-size=64',
  '--min-semi-space-size=16',
  '--import',
  join(import.meta.dirname, '../../tools/compile-cache.js'),
];
/**
 * How long a start may take. It takes seconds of processor time, and a run of all tests shares the
 * cores with other programs.
 */
export const START_MS_MAX = 180_000;
const runFile = promisify(execFile);
/** The variables that a spawned gateway or command inherits from this process. */
const NODE_ENVIRONMENT = {
  // One process starts faster; the tests of several processes say so.
  PROCESSES: '1',
  PATH: process.env.PATH ?? '',
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
};

/** A gateway in another process, in its own process group. */
export interface GatewayProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Its standard error so far. */
  stderr(): string;
  /** Sends SIGKILL to its process group and to that of the embedded database. */
  killHard(): Promise<void>;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
}

/** The ids of a gateway's child processes: those that serve HTTP. */
export function childrenOf({ child: { pid } }: Pick<GatewayProcess, 'child'>): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}

/** Returns a port that is free now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** Starts `main.ts`; of this process's environment it gets only what Node needs. */
export function spawnGateway(
  env: Readonly<Record<string, string>>,
  log: number | 'ignore' = 'ignore',
): ChildProcess {
  return spawn(process.execPath, [...NODE_FLAGS, join(SOURCE, 'main.ts')], {
    cwd: env.DATA_DIR ?? '/',
    detached: true,
    env: { ...NODE_ENVIRONMENT, ...env },
    stdio: ['ignore', log, 'pipe'],
  });
}

/** Starts the gateway and waits until it is ready. `log` is the open file for its log. */
export async function startGatewayProcess(
  env: Readonly<Record<string, string>> & { PORT: string },
  log?: number,
): Promise<GatewayProcess> {
  const child = spawnGateway(env, log);
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const url = `http://127.0.0.1:${env.PORT}`;
  const isReady = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`the gateway ended: ${stderr}`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    return answer?.ok === true;
  };
  await until('the gateway is ready', isReady, START_MS_MAX);
  return {
    url,
    child,
    stderr: () => stderr,
    async killHard() {
      const databasePid = env.DATA_DIR === undefined ? undefined : postmasterPid(env.DATA_DIR);
      killGroup(child.pid);
      killGroup(databasePid === undefined ? undefined : groupOf(databasePid));
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      return child.exitCode;
    },
  };
}

/** The exit code and the output of a command. */
export interface CommandEnd {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of the operator in this process, with the real clock. */
export function runCli(
  env: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<CommandEnd> {
  return runCliAt(systemClock, env, ...words);
}

/** Runs a command of the operator in this process, with the clock of a test. */
export async function runCliAt(
  clock: Clock,
  env: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<CommandEnd> {
  const { runCommand } = await import('#src/host/cli/run-command.ts');
  const written = { stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  const exitCode = await runCommand(
    words,
    { PROCESSES: '1', ...env },
    { clock, stdin: Readable.from([]), stdout: output('stdout'), stderr: output('stderr') },
  );
  return { exitCode, ...written };
}

/** Runs a command of the operator in a process of its own, as operators do. */
export async function spawnCli(
  env: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<CommandEnd> {
  const options = { env: { ...NODE_ENVIRONMENT, ...env }, cwd: env.DATA_DIR ?? '/' };
  try {
    const args = [...NODE_FLAGS, join(SOURCE, 'cli.ts'), ...words];
    const output = await runFile(process.execPath, args, options);
    return { exitCode: 0, ...output };
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || !('stdout' in error)) throw error;
    const stderr = 'stderr' in error ? String(error.stderr) : '';
    return { exitCode: Number(error.code), stdout: String(error.stdout), stderr };
  }
}

/** The process id of the embedded database on a folder, or undefined. */
export function postmasterPid(dataDir: string): number | undefined {
  try {
    const pid = Number.parseInt(
      readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'),
      10,
    );
    return Number.isInteger(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

function groupOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
  } catch {
    return undefined;
  }
}

function killGroup(group: number | undefined): void {
  try {
    if (group !== undefined && group > 1) process.kill(-group, 'SIGKILL');
  } catch {
    // The group has ended already.
  }
}
