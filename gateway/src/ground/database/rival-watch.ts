import type { WritableHost } from './ask-host.ts';
import type { DatabaseAddress, DatabaseHost } from './database-address.ts';
import { openHostLine, silence } from './host-line.ts';

const ROUND_MS = 3_000;
/** While several servers accept writes all work is refused, so the end must be noticed soon. */
const RIVALS_ROUND_MS = 500;
const SILENCE_MS = 1_000;
/** Rounds without a rival that end the refusal. One round could miss a slow rival. */
const QUIET_ROUNDS = 3;

export interface RivalWatchOptions {
  readonly address: DatabaseAddress;
  /** The server in use; undefined until it was found. */
  readonly current: () => DatabaseHost | undefined;
  /** Takes the server in use, which accepts writes, and the others that do. */
  readonly report: (inUse: WritableHost, others: readonly WritableHost[]) => void;
  /** Whether several servers are known to accept writes. */
  readonly hasRivals: () => boolean;
  /** Called when at most one server accepts writes. */
  readonly reportNone: () => void;
}

/** Asks the servers that are not in use every few seconds whether they accept writes, too. */
export function startRivalWatch(options: RivalWatchOptions): { close(): void } {
  const { address, current, hasRivals } = options;
  const lines = address.hosts.map((host) => ({ host, line: openHostLine(address) }));
  let isClosed = false;
  let quietRounds = 0;
  let wake = (): void => {};

  async function ask(isWanted: (host: DatabaseHost) => boolean): Promise<WritableHost[]> {
    const answers = await Promise.all(
      lines
        .filter(({ host }) => isWanted(host))
        .map(({ host, line }) => Promise.race([line.ask(host), silence(SILENCE_MS)])),
    );
    return answers.filter((answer) => answer !== undefined);
  }

  async function round(): Promise<void> {
    const host = current();
    if (host === undefined) return;
    const others = await ask((candidate) => candidate !== host);
    // Asked again, because it may have restarted or stopped since its last answer.
    const [inUse] = others.length === 0 ? [] : await ask((candidate) => candidate === host);
    if (isClosed || current() !== host) return;
    quietRounds = inUse ? 0 : quietRounds + 1;
    if (inUse) options.report(inUse, others);
    else if (!hasRivals() || quietRounds >= QUIET_ROUNDS) options.reportNone();
  }

  async function run(): Promise<void> {
    while (!isClosed) {
      await round();
      if (isClosed) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, hasRivals() ? RIVALS_ROUND_MS : ROUND_MS).unref();
      });
    }
  }

  void run();
  return {
    close() {
      isClosed = true;
      wake();
      for (const { line } of lines) line.close();
    },
  };
}
