import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startEmbeddedDatabase } from '#src/ground/embedded-database/embedded-database.ts';
import { run } from './database-server.ts';
import { makeServerFolder } from './server-folder.ts';

const OWNER = fileURLToPath(new URL('./embedded-database-owner.ts', import.meta.url));
const WAIT_MS_MAX = 30_000;

const undoing = new WeakMap<TestContext, (() => Promise<void>)[]>();

/** Runs clean-ups in reverse order: a folder is removed after the server that uses it stops. */
export function cleanUpLater(context: TestContext, undo: () => Promise<void>): void {
  const known = undoing.get(context);
  if (known) {
    known.push(undo);
    return;
  }
  const undos = [undo];
  undoing.set(context, undos);
  context.after(async () => {
    for (const one of undos.toReversed()) await one();
  });
}

/** Creates a folder for an embedded database; it is removed when the test ends. */
export async function makeFolder(context: TestContext): Promise<string> {
  const folder = await makeServerFolder();
  cleanUpLater(context, () => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a database from this process, without durability; it stops when the test ends. */
export async function start(context: TestContext, dataDir: string) {
  const messages: string[] = [];
  const log = ({ message }: { message: string }) => messages.push(message);
  const database = await startEmbeddedDatabase({ dataDir, log, durable: false });
  cleanUpLater(context, () => database.stop());
  return {
    ...database,
    messages,
    sql: (text: string) => run(database.ownerConnectionString, text),
  };
}

export interface OwnerProcess {
  readonly child: ChildProcess;
  /** The first line of its output: a connection string, or the error. */
  readonly firstLine: Promise<string>;
  /** Sends SIGKILL and waits until the process has ended. */
  kill(): Promise<void>;
}

/** Starts a database from another process, which can be killed. It is killed when the test ends. */
export function startOwner(
  context: TestContext,
  dataDir: string,
  ids: { uid?: number; gid?: number } = {},
): OwnerProcess {
  const stdio = ['pipe', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, [OWNER, dataDir], { ...ids, stdio: [...stdio] });
  const exited = once(child, 'exit');
  const firstLine = once(createInterface({ input: child.stdout }), 'line').then(
    ([line]) => `${line}`,
  );
  async function kill(): Promise<void> {
    child.kill('SIGKILL');
    await exited;
  }
  cleanUpLater(context, async () => {
    await kill();
    await becomesTrue(() => processesOf(dataDir).length === 0, 'the server of an owner has ended');
  });
  return { child, firstLine, kill };
}

/** The PostgreSQL processes that work in the folder or below it. */
export function processesOf(dataDir: string): number[] {
  return allProcesses().filter((pid) => {
    try {
      return `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${dataDir}/`);
    } catch {
      return false;
    }
  });
}

/** The process id of the server, from postmaster.pid. */
export function serverPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

/** The processes that supervise the server for the gateway. */
export function supervisorsOf(server: number): number[] {
  const group = groupOf(server);
  return allProcesses().filter((pid) => pid !== server && groupOf(pid) === group);
}

/** Waits until the condition is true. Throws after 30 s. */
export async function becomesTrue(
  condition: () => boolean | Promise<boolean>,
  what: string,
): Promise<void> {
  const deadline = Date.now() + WAIT_MS_MAX;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`did not happen: ${what}`);
    await pause(20);
  }
}

function allProcesses(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

function groupOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : Number(group);
  } catch {
    return undefined;
  }
}
