import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedDatabase } from '../gateway/src/ground/embedded-database/embedded-database.ts';
import { endProcess, freePort, startGateway } from './processes.ts';
import { databasePid } from './processor-time.ts';
import { type Subject, WEBHOOK_SECRET } from './workloads.ts';

export interface BenchDatabase {
  /** The address for the role that owns the tables. */
  readonly owner: string;
  /** The id of the server's first process. */
  readonly pid: number;
  /** The environment of a gateway and of commands on this database. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs work on a gateway, which is ended after it, also when the work fails. */
  withGateway<Result>(work: (subject: Subject) => Promise<Result>): Promise<Result>;
}

/**
 * Runs work on an embedded database, which is stopped after it, also when the work fails.
 * @param settings variables for the gateway, besides those that every bench needs.
 * @param keptDir the folder of the database, which stays; undefined: a new one, which is deleted.
 */
export async function withBenchDatabase(
  settings: Readonly<Record<string, string>>,
  work: (database: BenchDatabase) => Promise<void>,
  keptDir?: string,
): Promise<void> {
  if (keptDir !== undefined) mkdirSync(keptDir, { recursive: true });
  const dataDir = keptDir ?? mkdtempSync(join(tmpdir(), 'pix-gateway-bench-'));
  const database = await startEmbeddedDatabase({ dataDir, log: () => {} });
  const { connectionString, ownerConnectionString: owner } = database;
  try {
    const port = await freePort();
    const env = {
      PORT: String(port),
      DATABASE_URL: connectionString,
      MIGRATION_DATABASE_URL: owner,
      ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      DEFAULT_RATE_LIMIT_PER_MINUTE: '1000000000',
      SANDBOX_PAYMENT_DELAY_SECONDS: '0',
      SANDBOX_WEBHOOK_SECRET: WEBHOOK_SECRET,
      ...settings,
    };
    await work({
      owner,
      pid: databasePid(dataDir),
      env,
      async withGateway(measureGateway) {
        const gateway = await startGateway(env);
        const pids = { gateway: gateway.pid ?? 0, database: databasePid(dataDir) };
        try {
          return await measureGateway({ port, pids });
        } finally {
          await endProcess(gateway);
        }
      },
    });
  } finally {
    await database.stop();
    if (keptDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}
