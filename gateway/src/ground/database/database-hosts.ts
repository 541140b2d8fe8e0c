import { findWritableHost, rivalsOf, type WritableHost } from './ask-host.ts';
import {
  type DatabaseAddress,
  type DatabaseHost,
  readDatabaseAddress,
} from './database-address.ts';
import { DatabaseUnavailable } from './database-errors.ts';
import { type HostWatch, startHostWatch } from './host-watch.ts';
import { startRivalWatch } from './rival-watch.ts';

/** A connection of a pool, which a move to another server destroys. */
export interface OpenConnection {
  readonly host: DatabaseHost;
  destroy(): void;
  /** Ends it at once if it is idle, else when its pool gets it back. */
  retire(): void;
}

/** The server in use and the number of moves to another server, for operators. */
export interface HostFacts {
  /** Undefined until the first of several servers was found. */
  readonly host: string | undefined;
  readonly hosts: readonly string[];
  readonly moves: number;
  /** The servers that accept writes, if there are several; all work is then refused. */
  readonly primaries: readonly string[];
}

/**
 * The servers of one connection string, shared by the pools of a process. It finds the server that
 * accepts writes and remembers it. With several servers it watches this one: while it doesn't
 * answer, takes no writes, or refuses connections, the others are asked, and when one of them
 * accepts writes, all connections to the old one are destroyed. Without such a server no connection
 * is ended, so a slow statement on a healthy server is safe.
 *
 * The others are also asked every few seconds while the server in use answers. One with a later
 * timeline is used instead. While two servers accept writes, all work is refused, because the
 * commits of one of them will be lost.
 */
export class DatabaseHosts {
  readonly address: DatabaseAddress;
  readonly #open = new Set<OpenConnection>();
  readonly #listeners: ((facts: HostFacts) => void)[] = [];
  readonly #splitListeners: ((facts: HostFacts) => void)[] = [];
  readonly #watch: HostWatch | undefined;
  readonly #rivalWatch: { close(): void } | undefined;
  #current: WritableHost | undefined;
  #rivals: readonly WritableHost[] = [];
  #isSuspect = false;
  #moves = 0;
  #searching: Promise<DatabaseHost> | undefined;

  /** Throws a DatabaseAddressError. */
  constructor(connectionString: string) {
    this.address = readDatabaseAddress(connectionString);
    const { hosts } = this.address;
    if (hosts.length === 1) return;
    this.#watch = startHostWatch({
      address: this.address,
      current: () => this.#current?.host,
      trust: (found) => {
        if (found.host === this.#current?.host) this.#moveTo(found);
      },
      searchOthers: async (host) => {
        await this.#search(hosts.filter((candidate) => candidate !== host));
      },
    });
    this.#rivalWatch = startRivalWatch({
      address: this.address,
      current: () => this.#current?.host,
      report: (inUse, others) => this.#compare(inUse, others),
      hasRivals: () => this.#rivals.length > 0,
      reportNone: () => this.#setRivals([]),
    });
  }

  /** The server for a new connection. Throws DatabaseUnavailable unless one accepts writes. */
  async locate(): Promise<DatabaseHost> {
    const { hosts } = this.address;
    if (hosts.length === 1) return hosts[0];
    if (this.#current && !this.#isSuspect) return this.#requireAlone(this.#current.host);
    this.#searching ??= this.#search(hosts).finally(() => {
      this.#searching = undefined;
    });
    return this.#searching;
  }

  /**
   * Registers a connection of a pool; the returned function removes it. Throws DatabaseUnavailable
   * when the process has moved to another server meanwhile, or several accept writes.
   */
  opened(connection: OpenConnection): () => void {
    if (this.#current && connection.host !== this.#current.host) {
      throw new DatabaseUnavailable('another server is in use now');
    }
    this.#requireAlone(connection.host);
    this.#open.add(connection);
    return () => this.#open.delete(connection);
  }

  /** Reports that a server refused a connection. */
  suspect(host: DatabaseHost): void {
    if (host !== this.#current?.host) return;
    this.#isSuspect = true;
    this.#watch?.wake();
  }

  /**
   * Reports that a server took no writes. A connection that only reads would not notice, and could
   * go on reading what an old primary had. A single server has no watch, so all its connections are
   * replaced then, each when it is idle.
   */
  refusedWrites(host: DatabaseHost): void {
    this.suspect(host);
    if (this.#watch === undefined) for (const connection of [...this.#open]) connection.retire();
  }

  facts(): HostFacts {
    const { hosts } = this.address;
    const host = hosts.length === 1 ? hosts[0] : this.#current?.host;
    const primaries =
      this.#current && this.#rivals.length > 0 ? [this.#current, ...this.#rivals] : [];
    return {
      host: host?.name,
      hosts: hosts.map(({ name }) => name),
      moves: this.#moves,
      primaries: primaries.map((rival) => rival.host.name),
    };
  }

  /** Calls back after each move to another server. */
  onMove(listener: (facts: HostFacts) => void): void {
    this.#listeners.push(listener);
  }

  /** Calls back when several servers begin to accept writes, and when only one does again. */
  onSplit(listener: (facts: HostFacts) => void): void {
    this.#splitListeners.push(listener);
  }

  close(): void {
    this.#watch?.close();
    this.#rivalWatch?.close();
  }

  async #search(candidates: readonly DatabaseHost[]): Promise<DatabaseHost> {
    const timelineMin = this.#current?.timeline ?? 0;
    const found = await findWritableHost(this.address, candidates, timelineMin);
    this.#moveTo(found);
    this.#setRivals(found.rivals);
    return this.#requireAlone(found.host);
  }

  /** Compares the server in use with other writable servers, and uses the latest of them. */
  #compare(before: WritableHost, others: readonly WritableHost[]): void {
    this.#moveTo(before);
    const rivals = rivalsOf(before, others);
    const [latest] = rivals.toSorted((a, b) => b.timeline - a.timeline);
    const isOld = before.timeline > 0 && latest !== undefined && latest.timeline > before.timeline;
    if (isOld) this.#moveTo(latest);
    this.#setRivals(isOld ? rivalsOf(latest, [before, ...rivals]) : rivals);
  }

  #setRivals(rivals: readonly WritableHost[]): void {
    const wasSplit = this.#rivals.length > 0;
    const isSplit = rivals.length > 0;
    this.#rivals = rivals;
    if (wasSplit === isSplit) return;
    if (isSplit) for (const connection of [...this.#open]) connection.destroy();
    for (const listener of this.#splitListeners) listener(this.facts());
  }

  #requireAlone(host: DatabaseHost): DatabaseHost {
    if (this.#rivals.length === 0) return host;
    const names = this.facts().primaries.join(', ');
    throw new DatabaseUnavailable(`several servers accept writes: ${names}`);
  }

  #moveTo(found: WritableHost): void {
    const before = this.#current;
    const timeline = Math.max(found.timeline, before?.timeline ?? 0);
    this.#current = { ...found, timeline };
    this.#isSuspect = false;
    if (before === undefined || before.host === found.host) return;
    this.#moves += 1;
    for (const connection of [...this.#open])
      if (connection.host !== found.host) connection.destroy();
    for (const listener of this.#listeners) listener(this.facts());
  }
}
