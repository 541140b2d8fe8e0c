import { chmod, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { addressesOf, type DatabaseAddresses, type DatabaseLog } from './address.ts';
import { keepDatabasePasswords, prepareCluster, readDatabasePasswords } from './cluster.ts';
import { EmbeddedDatabaseError } from './error.ts';
import { acquireOwnership, readOwner } from './lock.ts';
import { startServer } from './server.ts';
import { findDatabaseUser } from './user.ts';
import { probeServer } from './wait.ts';

export { EmbeddedDatabaseError } from './error.ts';

const FIND_TIMEOUT_MS = 15_000;
const FIND_POLL_MS = 100;
const PORT_LINE = 3;
const PASS_THROUGH = 0o011;

/** A PostgreSQL of our own, under a folder of ours. */
export interface EmbeddedDatabase extends DatabaseAddresses {
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
  const { log, durable: isDurable = true } = options;
  if (process.platform === 'win32') {
    throw new EmbeddedDatabaseError('no Windows informe um PostgreSQL por DATABASE_URL');
  }
  // The server's own folder is another one, where a relative path would name something else.
  const dataDir = resolve(options.dataDir);
  await makeFolder(dataDir);
  const ownership = await acquireOwnership(dataDir);
  try {
    const user = await findDatabaseUser(dataDir);
    const passwords = await keepDatabasePasswords(dataDir);
    const cluster = await prepareCluster({ dataDir, user, passwords, isDurable, log });
    const server = await startServer({ ...cluster, user, passwords, isDurable, log });
    let stopping: Promise<void> | undefined;
    return {
      connectionString: server.connectionString,
      ownerConnectionString: server.ownerConnectionString,
      stop() {
        stopping ??= server.stop().finally(() => ownership.release());
        return stopping;
      },
    };
  } catch (error) {
    await ownership.release();
    throw explain(error, dataDir);
  }
}

/**
 * The database of a gateway that is running on this folder, for a command that connects and does
 * not own; undefined when none is.
 */
export async function findRunningEmbeddedDatabase(
  dataDir: string,
): Promise<DatabaseAddresses | undefined> {
  const deadline = Date.now() + FIND_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const owner = await readOwner(dataDir).catch((error: unknown) => {
      throw explain(error, dataDir);
    });
    if (owner === undefined) return undefined;
    const addresses = await readAddresses(dataDir);
    if (addresses !== undefined) return addresses;
    // The owner is only just starting.
    await new Promise((resolve) => setTimeout(resolve, FIND_POLL_MS));
  }
  throw new EmbeddedDatabaseError(`o banco de ${dataDir} está em uso e não responde`);
}

/** A full disk, a folder that may only be read: what the system refused, in one line. */
function explain(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error;
  return new EmbeddedDatabaseError(
    `não é possível usar ${dataDir} (${error.message}); libere-a ou escolha outra com DATA_DIR`,
  );
}

async function makeFolder(dataDir: string): Promise<void> {
  try {
    const firstMade = await mkdir(dataDir, { recursive: true });
    if (process.getuid?.() !== 0) return;
    // Under root PostgreSQL is another user, who must pass through what is ours; what is secret in
    // the folder has a mode of its own. A folder with other things in it stays as it is.
    if (firstMade === undefined && !isOurs(await readdir(dataDir))) return;
    const top = firstMade ?? dataDir;
    for (let path = dataDir; path.startsWith(top); path = dirname(path)) {
      const { mode, uid } = await stat(path);
      if (uid === 0) await chmod(path, mode | PASS_THROUGH);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EmbeddedDatabaseError(
      `não é possível criar a pasta ${dataDir} (${reason}); escolha outra com DATA_DIR`,
    );
  }
}

function isOurs(names: readonly string[]): boolean {
  const marks = ['database-password', 'gateway.lock'];
  return names.length === 0 || names.some((name) => marks.includes(name));
}

async function readAddresses(dataDir: string): Promise<DatabaseAddresses | undefined> {
  try {
    const passwords = await readDatabasePasswords(dataDir);
    const lines = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    const port = Number(lines[PORT_LINE]);
    if (!Number.isInteger(port) || port < 1) return undefined;
    const addresses = addressesOf(port, passwords);
    // A server that is only just made listens before our database and role are in it.
    return (await probeServer(addresses.connectionString)) === 'ready' ? addresses : undefined;
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
