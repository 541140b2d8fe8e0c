import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Cleanup } from '../../../gateway/test/support/cleanup.ts';
import type { Language } from './languages.ts';

/** One call for a driver: a method of the SDK by its path, in snake_case. */
export interface DriverCall {
  readonly client?: Readonly<Record<string, unknown>>;
  readonly call: string;
  readonly args: readonly unknown[];
  readonly options?: Readonly<Record<string, unknown>>;
  /** How many items of a stream are read. */
  readonly take?: number;
}

export interface DriverOutcome {
  readonly result?: unknown;
  readonly error?: Readonly<Record<string, unknown>>;
  /** What the SDK says about the answer of the result. */
  readonly answer?: Readonly<Record<string, unknown>>;
  /** The pauses between attempts, in seconds. */
  readonly waits: readonly number[];
}

export interface Driver {
  (call: DriverCall): Promise<DriverOutcome>;
  /** What the program has written on standard error. */
  readonly warnings: () => string;
}

/** Starts the program of a language that makes the calls. It is stopped at the end. */
export function startDriver(context: Cleanup, { name, command, env }: Language): Driver {
  const [program = '', ...args] = command();
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let warnings = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    warnings += text;
    process.stderr.write(text);
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  context.after(async () => {
    child.stdin.end();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const run = async (call: DriverCall): Promise<DriverOutcome> => {
    child.stdin.write(`${JSON.stringify(call)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`the driver of ${name} ended during ${call.call}`);
    return JSON.parse(value);
  };
  return Object.assign(run, { warnings: () => warnings });
}
