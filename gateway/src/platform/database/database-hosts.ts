import { findWritableHost, type WritableHost } from './ask-host.ts';
import {
  type DatabaseAddress,
  type DatabaseHost,
  readDatabaseAddress,
} from './database-address.ts';
import { DatabaseUnavailable } from './database-errors.ts';
import { type HostWatch, startHostWatch } from './host-watch.ts';

/** A connection of a pool, which a move to another server destroys. */
export interface OpenConnection {
  readonly host: DatabaseHost;
  destroy(): void;
}

/** What operators see: the server in use, and how often this process has moved to another. */
export interface HostFacts {
  /** Undefined until the first of several servers was found. */
  readonly host: string | undefined;
  readonly hosts: readonly string[];
  readonly moves: number;
}

/**
 * The servers of one connection string, shared by the pools of a process. It finds the server that
 * accepts writes and remembers it. With several servers it watches this one: while it doesn't
 * answer, takes no writes, or refuses connections, the others are asked, and when one of them
 * accepts writes, all connections to the old one are destroyed. Without such a server no connection
 * is ended, so a slow statement on a healthy server is safe.
 */
export class DatabaseHosts {
  readonly address: DatabaseAddress;
  readonly #open = new Set<OpenConnection>();
  readonly #listeners: ((facts: HostFacts) => void)[] = [];
  readonly #watch: HostWatch | undefined;
  #current: WritableHost | undefined;
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
        await this.#search(hosts.filter((one) => one !== host));
      },
    });
  }

  /** The server for a new connection. Throws DatabaseUnavailable when no server accepts writes. */
  async locate(): Promise<DatabaseHost> {
    const { hosts } = this.address;
    if (hosts.length === 1) return hosts[0];
    if (this.#current && !this.#isSuspect) return this.#current.host;
    this.#searching ??= this.#search(hosts).finally(() => {
      this.#searching = undefined;
    });
    return this.#searching;
  }

  /**
   * Counts a connection of a pool; returns a function for when it has ended. Throws
   * DatabaseUnavailable when the process has moved to another server meanwhile.
   */
  opened(connection: OpenConnection): () => void {
    if (this.#current && connection.host !== this.#current.host) {
      throw new DatabaseUnavailable('another server is in use now');
    }
    this.#open.add(connection);
    return () => this.#open.delete(connection);
  }

  /** Reports that a server refused a connection or a write. */
  suspect(host: DatabaseHost): void {
    if (host !== this.#current?.host) return;
    this.#isSuspect = true;
    this.#watch?.wake();
  }

  facts(): HostFacts {
    const { hosts } = this.address;
    const host = hosts.length === 1 ? hosts[0] : this.#current?.host;
    return { host: host?.name, hosts: hosts.map(({ name }) => name), moves: this.#moves };
  }

  /** Calls back after each move to another server. */
  onMove(listener: (facts: HostFacts) => void): void {
    this.#listeners.push(listener);
  }

  close(): void {
    this.#watch?.close();
  }

  async #search(candidates: readonly DatabaseHost[]): Promise<DatabaseHost> {
    const timelineMin = this.#current?.timeline ?? 0;
    return this.#moveTo(await findWritableHost(this.address, candidates, timelineMin));
  }

  #moveTo(found: WritableHost): DatabaseHost {
    const before = this.#current;
    const timeline = Math.max(found.timeline, before?.timeline ?? 0);
    this.#current = { host: found.host, timeline };
    this.#isSuspect = false;
    if (before === undefined || before.host === found.host) return found.host;
    this.#moves += 1;
    for (const one of [...this.#open]) if (one.host !== found.host) one.destroy();
    for (const listener of this.#listeners) listener(this.facts());
    return found.host;
  }
}
