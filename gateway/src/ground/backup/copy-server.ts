import { realpathSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseLog } from '../embedded-database/address.ts';
import { endServer, hasEnded, spawnSupervised } from '../embedded-database/supervisor.ts';
import type { DatabaseUser } from '../embedded-database/user.ts';
import { waitUntilReady } from '../embedded-database/wait.ts';

const SOCKET_PARENT = '/tmp';
// While a server ends, it writes such a line for each of our attempts to connect.
const REASON = /(?:FATAL|PANIC):\s*(?!\s|the database system is )(.*)/;

/** A server on a restored copy. */
export interface CopyServer {
  /** The address of a database of the copy for one of its roles. */
  addressOf(role: string, database: string): string;
  stop(): Promise<void>;
}

/** A restored copy ended before it answered. */
export interface FailedCopy {
  readonly reason: string;
}

export interface CopyOptions {
  readonly clusterDir: string;
  readonly user: DatabaseUser;
  readonly settings: Readonly<Record<string, string | number>>;
  readonly log: DatabaseLog;
}

/**
 * Starts PostgreSQL on a copy and waits until it answers: a recovery has then ended. It listens on
 * no port, only on a socket in a folder of its own system user, and asks for no password there: the
 * passwords of the roles may be lost with the machine that had them. It ends with this process.
 */
export async function startCopy(options: CopyOptions): Promise<CopyServer | FailedCopy> {
  const { user, log } = options;
  const clusterDir = realpathSync(options.clusterDir);
  // The path of a socket has at most 107 bytes, so it can't be beside the copy.
  const socketDir = await mkdtemp(join(SOCKET_PARENT, 'pix-gateway-copy-'));
  const access = join(socketDir, 'access.conf');
  await writeFile(access, 'local all all trust\n');
  const paths = user.ids ? [socketDir, access] : [];
  for (const path of paths) await chown(path, user.ids?.uid ?? 0, user.ids?.gid ?? 0);
  const logPath = join(clusterDir, '..', 'postgres.log');
  const settings = Object.entries({
    listen_addresses: '',
    unix_socket_directories: socketDir,
    hba_file: access,
    ...options.settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = { clusterDir, logPath, user, settings, log };
  const child = spawnSupervised(server);
  const addressOf = (role: string, database: string): string =>
    `postgres://${role}@${encodeURIComponent(socketDir)}/${database}?sslmode=disable`;
  const stop = async (): Promise<void> => {
    await endServer(server, child);
    await rm(socketDir, { recursive: true, force: true });
  };
  const connectionString = addressOf('pix_gateway', 'postgres');
  const isReady = await waitUntilReady({
    connectionString,
    // A day's log may take hours; the operator decides how long to wait.
    recoveryMsMax: Number.POSITIVE_INFINITY,
    log,
    hasEnded: () => hasEnded(child),
  });
  if (isReady) return { addressOf, stop };
  await stop();
  return { reason: reasonIn(await readFile(logPath, 'utf8')) };
}

/** The reason why a server ended, from its log; by default the last line. */
export function reasonIn(log: string): string {
  const lines = log.trim().split('\n');
  const last = lines.findLast((line) => REASON.test(line)) ?? lines.at(-1) ?? '';
  return REASON.exec(last)?.[1] ?? last;
}
