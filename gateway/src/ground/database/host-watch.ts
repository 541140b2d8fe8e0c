import type { WritableHost } from './ask-host.ts';
import type { DatabaseAddress, DatabaseHost } from './database-address.ts';
import { openHostLine, silence } from './host-line.ts';

const ROUND_MS = 500;
const SILENT_ROUND_MS = 250;
/** After this time without an answer of the server in use, the other servers are asked. */
const SILENCE_MS = 1_000;
const SILENT_WAIT_MS = 250;

export interface HostWatchOptions {
  readonly address: DatabaseAddress;
  /** The server in use; undefined until it was found. */
  readonly current: () => DatabaseHost | undefined;
  /** Called when the server in use accepts writes. */
  readonly trust: (found: WritableHost) => void;
  /** Moves to another server. Throws when no other server accepts writes. */
  readonly searchOthers: (host: DatabaseHost) => Promise<void>;
}

export interface HostWatch {
  /** Asks at once. */
  wake(): void;
  close(): void;
}

/** Asks the server in use twice a second; without a good answer it asks the other servers. */
export function startHostWatch(options: HostWatchOptions): HostWatch {
  const line = openHostLine(options.address);
  let isClosed = false;
  let isSilent = false;
  let wake = (): void => {};

  async function round(): Promise<void> {
    const host = options.current();
    if (host === undefined) return;
    const silenceMs = isSilent ? SILENT_WAIT_MS : SILENCE_MS;
    const asked = line.ask(host).then((writable) => {
      if (writable) options.trust(writable);
      return writable;
    });
    isSilent = (await Promise.race([asked, silence(silenceMs)])) === undefined;
    if (!isSilent || isClosed) return;
    // The silent server may answer again meanwhile; its own session reports that.
    await options.searchOthers(host).catch(() => {});
  }

  async function run(): Promise<void> {
    while (!isClosed) {
      await round();
      if (isClosed) break;
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, isSilent ? SILENT_ROUND_MS : ROUND_MS).unref();
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
