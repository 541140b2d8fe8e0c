import { setImmediate as turn } from 'node:timers/promises';
import { type HostSession, openHostSession, type WritableHost } from './ask-host.ts';
import type { DatabaseAddress, DatabaseHost } from './database-address.ts';
import { DatabaseUnavailable } from './database-errors.ts';

/** A session that is kept with one server and opened anew when it is lost. */
export interface HostLine {
  /** The server's answer; undefined when it doesn't accept writes. Never throws. */
  ask(host: DatabaseHost): Promise<WritableHost | undefined>;
  close(): void;
}

/** One request is under way at a time. */
export function openHostLine(address: DatabaseAddress): HostLine {
  let session: HostSession | undefined;
  let isClosed = false;
  let asking:
    | { readonly host: DatabaseHost; readonly answer: Promise<WritableHost | undefined> }
    | undefined;

  async function request(host: DatabaseHost): Promise<WritableHost | undefined> {
    try {
      if (session?.host !== host) {
        session?.close();
        session = await openHostSession(address, host);
        if (isClosed) throw new DatabaseUnavailable('the watch has ended');
      }
      return await session.check();
    } catch (error) {
      // A standby answers, so its session is kept.
      if (error instanceof DatabaseUnavailable && !isClosed) return undefined;
      session?.close();
      session = undefined;
      return undefined;
    }
  }

  return {
    ask(host) {
      if (asking?.host !== host) {
        const answer = request(host).finally(() => {
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
export async function silence(durationMs: number): Promise<undefined> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, durationMs).unref();
  });
  // After a long turn of the event loop the timer runs before the answer is read.
  await turn();
  await turn();
}
