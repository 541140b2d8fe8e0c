import { chmod, mkdir, readFile, stat } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { connectionStringOf, type DatabaseLog } from './embedded-database-address.ts';
import { keepDatabasePassword, prepareCluster } from './embedded-database-cluster.ts';
import { EmbeddedDatabaseError } from './embedded-database-error.ts';
import { acquireOwnership, readOwner } from './embedded-database-lock.ts';
import { startServer } from './embedded-database-server.ts';
import { findDatabaseUser } from './embedded-database-user.ts';

export { EmbeddedDatabaseError } from './embedded-database-error.ts';

const FIND_TIMEOUT_MS = 15_000;
const FIND_POLL_MS = 100;
const PORT_LINE = 3;
const PASS_THROUGH = 0o011;

/** A PostgreSQL of our own, under a folder of ours. */
export interface EmbeddedDatabase {
  readonly connectionString: string;
  /** Stops the server and gives the folder free. May be called twice. */
  stop(): Promise<void>;
}

export interface EmbeddedDatabaseOptions {
  readonly dataDir: string;
  readonly log: DatabaseLog;
  /** False gives durability up for speed: for tests only. Default true. */
  readonly durable?: boolean;
}

/**
 * Starts the PostgreSQL whose binaries come with an npm package, and owns its folder until `stop`.
 * What a killed process left behind is dealt with; a server that dies is started again on its port.
 * Throws an EmbeddedDatabaseError when the folder is in use or can't be used.
 */
export async function startEmbeddedDatabase(
  options: EmbeddedDatabaseOptions,
): Promise<EmbeddedDatabase> {
  const { dataDir, log } = options;
  const isDurable = options.durable ?? true;
  if (process.platform === 'win32') {
    throw new EmbeddedDatabaseError('no Windows informe um PostgreSQL por DATABASE_URL');
  }
  await makeFolder(dataDir);
  const ownership = await acquireOwnership(dataDir);
  try {
    const user = await findDatabaseUser(dataDir);
    const password = await keepDatabasePassword(dataDir);
    const cluster = await prepareCluster({ dataDir, user, password, isDurable, log });
    const server = await startServer({ ...cluster, user, password, isDurable, log });
    let stopping: Promise<void> | undefined;
    return {
      connectionString: server.connectionString,
      stop() {
        stopping ??= server.stop().finally(() => ownership.release());
        return stopping;
      },
    };
  } catch (error) {
    await ownership.release();
    throw error;
  }
}

/**
 * The database of a gateway that is running on this folder, for a command that connects and does
 * not own; undefined when none is.
 */
export async function findRunningEmbeddedDatabase(dataDir: string): Promise<string | undefined> {
  const deadline = Date.now() + FIND_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const owner = await readOwner(dataDir);
    if (owner === undefined) return undefined;
    const connectionString = await readConnectionString(dataDir);
    if (connectionString !== undefined) return connectionString;
    // The owner is only just starting.
    await new Promise((resolve) => setTimeout(resolve, FIND_POLL_MS));
  }
  throw new EmbeddedDatabaseError(`o banco de ${dataDir} está em uso e não responde`);
}

async function makeFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    const { mode, uid } = await stat(dataDir);
    // Under root PostgreSQL is another user, who must pass through; what is secret in the folder
    // has a mode of its own.
    if (process.getuid?.() === 0 && uid === 0) await chmod(dataDir, mode | PASS_THROUGH);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EmbeddedDatabaseError(
      `não é possível criar a pasta ${dataDir} (${reason}); escolha outra com DATA_DIR`,
    );
  }
}

async function readConnectionString(dataDir: string): Promise<string | undefined> {
  try {
    const password = (await readFile(join(dataDir, 'database-password'), 'utf8')).trim();
    const lines = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    const port = Number(lines[PORT_LINE]);
    if (!Number.isInteger(port) || port < 1 || !(await isListening(port))) return undefined;
    return connectionStringOf(port, password);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EACCES') {
      throw new EmbeddedDatabaseError(
        `sem permissão para ler ${dataDir}; rode o comando com o usuário do gateway`,
      );
    }
    return undefined;
  }
}

function isListening(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = createConnection(port, '127.0.0.1');
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
