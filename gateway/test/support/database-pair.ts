import { chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { makeBaseBackup } from '#src/ground/backup/base-backup.ts';
import { configureCopy, unpackBackup } from '#src/ground/backup/unpack-backup.ts';
import { startEmbeddedDatabase } from '#src/ground/embedded-database/embedded-database.ts';
import { serverSettings } from '#src/ground/embedded-database/settings.ts';
import { endServer, spawnSupervised } from '#src/ground/embedded-database/supervisor.ts';
import { type DatabaseUser, findDatabaseUser } from '#src/ground/embedded-database/user.ts';
import { waitUntilReady } from '#src/ground/embedded-database/wait.ts';
import { run } from './database-server.ts';
import { copyDurableFolder } from './durable-database.ts';
import { becomesTrue, cleanUpLater, makeFolder, processesOf } from './embedded-database-folder.ts';
import { freePort } from './gateway-process.ts';

const STANDBY = 'standby';

/** One of several servers; each has a port that it keeps. */
export interface PairServer {
  readonly port: number;
  /** Its address for the owner of the tables, a superuser. */
  readonly owner: string;
  /** Stops all its processes with SIGSTOP: it accepts connections and answers nothing. */
  freeze(): void;
  /** Continues a frozen server. */
  thaw(): void;
  /** Ends the postmaster with SIGKILL; its sessions end because of it. */
  kill(): void;
  promote(): Promise<void>;
}

/** Two servers: the second has all commits of the first before they are answered. */
export interface DatabasePair {
  readonly primary: PairServer;
  readonly standby: PairServer;
  /** The connection strings of the gateway with both servers in the list. */
  readonly connectionString: string;
  readonly ownerConnectionString: string;
  /** Makes a synchronous standby of a server, on the port of another that has ended. */
  addStandby(of: PairServer, instead: PairServer): Promise<PairServer>;
}

interface Place {
  readonly dataDir: string;
  readonly user: DatabaseUser;
  /** An address of the owner on any of the servers; the port is replaced. */
  readonly template: string;
}

/** Starts a durable server and its synchronous standby; they end with the test. */
export async function startDatabasePair(context: TestContext): Promise<DatabasePair> {
  const dataDir = await makeFolder(context);
  await chmod(dataDir, 0o711);
  await copyDurableFolder(dataDir);
  const first = await startEmbeddedDatabase({ dataDir, log: () => {}, durable: true });
  const { connectionString, ownerConnectionString: template } = first;
  await first.stop();
  const user = await findDatabaseUser(dataDir);
  const place = { dataDir, user, template };
  const primary = await startServer(context, place, {
    clusterDir: join(dataDir, 'postgres'),
    port: await freePort(),
  });
  const standby = await copyServer(context, place, primary, await freePort());
  const ports = [primary.port, standby.port];
  return {
    primary,
    standby,
    connectionString: withHosts(connectionString, ports),
    ownerConnectionString: withHosts(template, ports),
    addStandby: (of, { port }) => copyServer(context, place, of, port),
  };
}

/** The same address with other ports on this machine. */
function withHosts(address: string, ports: readonly number[]): string {
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
  return address.replace(new URL(address).host, hosts);
}

async function startServer(
  context: TestContext,
  { user, template }: Place,
  { clusterDir, port }: { clusterDir: string; port: number },
): Promise<PairServer> {
  const owner = withHosts(template, [port]);
  const settings = serverSettings({ port, isDurable: true });
  const log = (): void => {};
  const server = { clusterDir, logPath: `${clusterDir}.log`, user, settings, log };
  const child = spawnSupervised(server);
  const signal = (name: NodeJS.Signals): void => {
    for (const pid of processesOf(clusterDir)) {
      try {
        process.kill(pid, name);
      } catch (error) {
        // A process of the server ended since it was listed.
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
      }
    }
  };
  cleanUpLater(context, async () => {
    signal('SIGCONT');
    await endServer(server, child);
  });
  const hasEnded = (): boolean => child.exitCode !== null;
  if (!(await waitUntilReady({ connectionString: owner, log, hasEnded }))) {
    throw new Error(`the server on ${clusterDir} does not start`);
  }
  return {
    port,
    owner,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    kill: () => signal('SIGKILL'),
    promote: async () => {
      await run(owner, 'select pg_promote()');
    },
  };
}

async function copyServer(
  context: TestContext,
  place: Place,
  of: PairServer,
  port: number,
): Promise<PairServer> {
  const { dataDir, user } = place;
  const folder = join(dataDir, `backup-${port}-of-${of.port}`);
  await mkdir(folder);
  if (user.ids) await chown(folder, user.ids.uid, user.ids.gid);
  await makeBaseBackup(of.owner, folder);
  const clusterDir = join(dataDir, `${STANDBY}-${port}-of-${of.port}`);
  await unpackBackup(folder, clusterDir, user.ids);
  const primary = `${of.owner}&application_name=${STANDBY}`;
  await configureCopy(clusterDir, 'standby', { primary_conninfo: primary }, user.ids);
  const server = await startServer(context, place, { clusterDir, port });
  await run(of.owner, `alter system set synchronous_standby_names = '${STANDBY}'`);
  await run(of.owner, 'select pg_reload_conf()');
  await becomesTrue(async () => {
    const state = `select from pg_stat_replication where sync_state = 'sync'`;
    return (await run(of.owner, state)).length === 1;
  }, 'the primary waits for its standby');
  return server;
}
