import { chmod, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { backupPaths, prepareBackupFolder } from '../backup/backup-folder.ts';
import type { FileOwner } from '../backup/unpack-backup.ts';
import { addressesOf, type DatabaseAddresses, type DatabaseLog } from './address.ts';
import {
  type Cluster,
  keepDatabasePasswords,
  prepareCluster,
  readDatabasePasswords,
} from './cluster.ts';
import { EmbeddedDatabaseError } from './error.ts';
import { acquireOwnership, readOwner } from './lock.ts';
import { startServer } from './server.ts';
import { binaryPath, type DatabaseUser, findDatabaseUser } from './user.ts';
import { probeServer } from './wait.ts';

export { EmbeddedDatabaseError } from './error.ts';

const FIND_TIMEOUT_MS = 15_000;
const FIND_POLL_MS = 100;
const PORT_LINE = 3;
const PASS_THROUGH = 0o011;

/** A PostgreSQL server that the gateway runs, with its data in the gateway's folder. */
export interface EmbeddedDatabase extends DatabaseAddresses {
  /** The system user of the server; undefined for the gateway's own. */
  readonly owner: FileOwner;
  /** Stops the server and releases the folder. May be called twice. */
  stop(): Promise<void>;
}

export interface EmbeddedDatabaseOptions {
  readonly dataDir: string;
  readonly log: DatabaseLog;
  /** False makes commits faster but not durable: for tests only. Default true. */
  readonly durable?: boolean;
  /** The folder for backups, to which the log is archived; without it there are none. */
  readonly backupDir?: string | undefined;
  /** Called when the server's process has been started; it is not ready yet. */
  readonly onSpawned?: (() => void) | undefined;
}

/**
 * Starts PostgreSQL with the binaries of an npm package, and owns its folder until `stop`. It first
 * ends the server that a killed gateway left running, and restarts a server that dies on the same
 * port. Throws an EmbeddedDatabaseError when the folder is in use or can't be used, and a
 * BackupError when the folder for backups can't be used.
 */
export async function startEmbeddedDatabase(
  options: EmbeddedDatabaseOptions,
): Promise<EmbeddedDatabase> {
  const { log, durable: isDurable = true, onSpawned } = options;
  if (process.platform === 'win32') {
    throw new EmbeddedDatabaseError('no Windows informe um PostgreSQL por DATABASE_URL');
  }
  // Before the folder: an installation without the server, as the image, needs none.
  binaryPath('postgres');
  // The server has another working folder, where a relative path would be wrong.
  const dataDir = resolve(options.dataDir);
  await makeFolder(dataDir);
  const ownership = await acquireOwnership(dataDir);
  try {
    const user = await findDatabaseUser(dataDir);
    const passwords = await keepDatabasePasswords(dataDir);
    const cluster = await prepareCluster({ dataDir, user, passwords, isDurable, log });
    const archiveDir = await openArchive(options.backupDir, cluster, user);
    const server = await startServer({
      ...cluster,
      user,
      passwords,
      isDurable,
      archiveDir,
      log,
      onSpawned,
    });
    let stopping: Promise<void> | undefined;
    return {
      connectionString: server.connectionString,
      ownerConnectionString: server.ownerConnectionString,
      owner: user.ids,
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

/** Prepares the folder for backups; returns the folder of the archived log. */
async function openArchive(
  backupDir: string | undefined,
  { clusterDir }: Cluster,
  user: DatabaseUser,
): Promise<string | undefined> {
  if (backupDir === undefined) return undefined;
  await prepareBackupFolder(resolve(backupDir), clusterDir, user.ids);
  return backupPaths(resolve(backupDir)).walDir;
}

/**
 * Finds the database of a gateway that runs on this folder, for a command that only connects to it;
 * undefined when no gateway runs. Throws an EmbeddedDatabaseError when the folder can't be read.
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
    // The owner is still starting.
    await new Promise((resolve) => setTimeout(resolve, FIND_POLL_MS));
  }
  throw new EmbeddedDatabaseError(`o banco de ${dataDir} está em uso e não responde`);
}

/** Explains an error of the system, such as a full disk or a read-only folder, in one line. */
function explain(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error;
  return new EmbeddedDatabaseError(
    `não é possível usar ${dataDir} (${error.message}); libere-a ou escolha outra com DATA_DIR`,
  );
}

/** Makes a data folder that the system user of PostgreSQL reaches. */
export async function makeFolder(dataDir: string): Promise<void> {
  try {
    const firstMade = await mkdir(dataDir, { recursive: true });
    if (process.getuid?.() !== 0) return;
    // Under root PostgreSQL runs as another user, who needs search permission on these folders;
    // secret files in them have their own mode. A folder with unknown files is not changed.
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
    // A new server listens before the gateway's database and role are created.
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
