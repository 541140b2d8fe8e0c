import { setImmediate as turn } from 'node:timers/promises';
import { type HostSession, openHostSession, type WritableHost } from './ask-host.ts';
import type { DatabaseAddress, DatabaseHost } from './database-address.ts';
import { DatabaseUnavailable } from './database-errors.ts';

const ROUND_MS = 500;
const TROUBLE_ROUND_MS = 250;
/** The others are asked when the server in use has been silent for so long. */
const SILENCE_MS = 1_000;
const TROUBLE_SILENCE_MS = 250;

export interface HostWatchOptions {
  readonly address: DatabaseAddress;
  /** The server in use; undefined until it was found. */
  readonly current: () => DatabaseHost | undefined;
  /** Takes the good answer of the server in use. */
  readonly trust: (found: WritableHost) => void;
  /** Moves to another server. Throws when none of them accepts writes. */
  readonly searchOthers: (host: DatabaseHost) => Promise<void>;
}

export interface HostWatch {
  /** Asks at once. */
  wake(): void;
  close(): void;
}

/** Asks the server in use twice a second, and the others while it gives no good answer. */
export function startHostWatch(options: HostWatchOptions): HostWatch {
  const line = watchLine(options);
  let isClosed = false;
  let isInTrouble = false;
  let wake = (): void => {};

  async function round(): Promise<void> {
    const host = options.current();
    if (host === undefined) return;
    const silenceMs = isInTrouble ? TROUBLE_SILENCE_MS : SILENCE_MS;
    const isGood = await Promise.race([line.ask(host), silence(silenceMs)]);
    isInTrouble = isGood !== true;
    if (!isInTrouble || isClosed) return;
    // A server that was silent may also answer again: its own session tells that.
    await options.searchOthers(host).catch(() => {});
  }

  async function run(): Promise<void> {
    while (!isClosed) {
      await round();
      if (isClosed) break;
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, isInTrouble ? TROUBLE_ROUND_MS : ROUND_MS).unref();
      });
    }
    line.close();
  }

  void run();
  return {
    wake: () => wake(),
    close() {
      isClosed = true;
      wake();
      line.close();
    },
  };
}

/** The session with the server in use. One question is under way at a time. */
function watchLine({ address, trust }: HostWatchOptions) {
  let session: HostSession | undefined;
  let isClosed = false;
  let asking: { readonly host: DatabaseHost; readonly answer: Promise<boolean> } | undefined;

  async function question(host: DatabaseHost): Promise<boolean> {
    try {
      if (session?.host !== host) {
        session?.close();
        session = await openHostSession(address, host);
        if (isClosed) throw new DatabaseUnavailable('the watch has ended');
      }
      trust(await session.check());
      return true;
    } catch {
      session?.close();
      session = undefined;
      return false;
    }
  }

  return {
    /** Whether the server accepts writes; never throws. */
    ask(host: DatabaseHost): Promise<boolean> {
      if (asking?.host !== host) {
        const answer = question(host).finally(() => {
          if (asking?.answer === answer) asking = undefined;
        });
        asking = { host, answer };
      }
      return asking.answer;
    },
    close() {
      isClosed = true;
      session?.close();
      session = undefined;
    },
  };
}

/** Resolves after a time without an answer. */
async function silence(durationMs: number): Promise<undefined> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, durationMs).unref();
  });
  // After a long turn of the event loop the timer runs before the answer is read.
  await turn();
  await turn();
}
