import pg from 'pg';
import { requireWrites } from './ask-host.ts';
import type { DatabaseHost } from './database-address.ts';
import { CommitUnknown, DatabaseUnavailable, READ_ONLY, reasonOf } from './database-errors.ts';
import type { DatabaseHosts, OpenConnection } from './database-hosts.ts';
import { limitQueries } from './query-limit.ts';
import { handOnRawRows } from './raw-rows.ts';

/**
 * The PostgreSQL function that warns of a commit that is not on the standby: its wait was cancelled
 * (pg_cancel_backend). The server then answers as if the commit were safe. The name of the function
 * is not translated, unlike the text.
 */
const UNREPLICATED = 'SyncRepWaitForLSN';

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);
/** The fields that a server reports at the log-in and after each change. */
interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/** The driver's client. It connects to the located server and refuses a read-only one. */
export class HostClient extends pg.Client {
  readonly #reported = new Map<string, string>();
  readonly #hosts: DatabaseHosts;
  #host: DatabaseHost;
  #isInUse = false;
  #isRetired = false;

  constructor(config: string | pg.ClientConfig | undefined, hosts: DatabaseHosts) {
    super(config);
    this.#hosts = hosts;
    this.#host = hosts.address.hosts[0];
    this.on('error', () => {});
    handOnRawRows(this.connection);
    this.connection.on('parameterStatus', (status: ParameterStatus) => {
      this.#reported.set(status.parameterName, status.parameterValue);
    });
    this.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY) this.#giveUp();
    });
    this.on('notice', (notice) => {
      if (notice.routine === UNREPLICATED) this.#failCommit();
    });
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    const connecting = this.#connect();
    if (callback === undefined) return connecting;
    connecting.then(
      (client) => (callback as (error: null, client: pg.Client) => void)(null, client),
      callback as (error: Error) => void,
    );
    return undefined;
  }

  async #connect(): Promise<pg.Client> {
    this.#host = await this.#hosts.locate();
    if (this.#hosts.address.hosts.length > 1) {
      this.host = this.#host.host;
      this.port = this.#host.port;
    }
    try {
      await super.connect();
      await this.#requireWrites();
      this.once('end', this.#hosts.opened(this.#connection()));
      return this;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) this.#hosts.refusedWrites(this.#host);
      else this.#hosts.suspect(this.#host);
      this.connection.stream.destroy();
      if (error instanceof pg.DatabaseError || error instanceof DatabaseUnavailable) throw error;
      throw new DatabaseUnavailable(reasonOf(error), { cause: error });
    }
  }

  /** Called by the pool when it hands the connection out. */
  acquired(): void {
    this.#isInUse = true;
  }

  /** Called by the pool when it gets the connection back. */
  released(): void {
    this.#isInUse = false;
    if (this.#isRetired) void this.end().catch(() => {});
  }

  #connection(): OpenConnection {
    return {
      host: this.#host,
      destroy: () => this.connection.stream.destroy(),
      retire: () => {
        if (this.#isInUse) this.#isRetired = true;
        else this.connection.stream.destroy();
      },
    };
  }

  async #requireWrites(): Promise<void> {
    const { isTargetGiven, target } = this.#hosts.address;
    const isOn = (name: string): boolean => this.#reported.get(name) === 'on';
    if (isOn('in_hot_standby')) throw new DatabaseUnavailable('it is a standby');
    if (isOn('default_transaction_read_only') && target !== 'primary') {
      throw new DatabaseUnavailable('it is read-only');
    }
    // A pooler such as PgBouncer doesn't pass these reports on.
    if (isTargetGiven && !this.#reported.has('in_hot_standby')) {
      await requireWrites(this, this.#hosts.address);
    }
  }

  /** The server is no longer a primary: later statements must not use this connection. */
  #giveUp(): void {
    this.#hosts.refusedWrites(this.#host);
    setImmediate(() => this.connection.stream.destroy());
  }

  // The answer "COMMIT" follows the notice, so the statement must fail before it is read.
  #failCommit(): void {
    const error = new CommitUnknown('the commit did not wait for the standby');
    this.connection.emit('error', error);
    this.connection.stream.destroy();
  }
}

/**
 * Collects the statements of one turn of the event loop into one write, because each write costs a
 * system call.
 */
export function writeTogether(client: pg.PoolClient): void {
  const { stream } = (client as unknown as HostClient).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** The class of a pool's clients, with the time limit of a query; 0 is none. */
export function clientOf(
  hosts: DatabaseHosts,
  queryTimeoutMs: number,
): new (
  config?: pg.ClientConfig,
) => pg.Client {
  return class extends HostClient {
    constructor(config?: pg.ClientConfig) {
      super(config, hosts);
      limitQueries(this, queryTimeoutMs);
    }
  };
}
