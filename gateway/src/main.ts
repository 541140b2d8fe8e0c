import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { bootstrap, startDatabase } from './app/bootstrap.ts';
import { composeApi } from './app/compose-api.ts';
import { composeWorker } from './app/compose-worker.ts';
import type { AppContext, Running } from './app/context.ts';
import { startBanner } from './app/start-banner.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { BackupError } from './platform/backup/backup-error.ts';
import { systemClock } from './platform/clock.ts';
import type { Database } from './platform/database/database.ts';
import { canChangeLedger } from './platform/database/database-roles.ts';
import { readWeakSettings } from './platform/database/durability.ts';
import { EmbeddedDatabaseError } from './platform/embedded-database/embedded-database.ts';
import { openLog, type ProcessLog } from './platform/log.ts';

const REASONS = [ConfigError, EmbeddedDatabaseError, BackupError];
const WRONG_HOST = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EAFNOSUPPORT']);
const STOP_TIMEOUT_MS = 15_000;
// The heap grows in small steps: short-lived objects of a busy gateway would otherwise pile up to
// half a gigabyte before the collector looks at them. It costs no throughput that can be measured.
const HEAP_FLAGS = '--heap-growing-percent=30';

/** Starts the roles of the configuration, and stops gracefully on SIGTERM or SIGINT. */
async function main(): Promise<void> {
  setFlagsFromString(HEAP_FLAGS);
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = loadConfig(process.env);
  const log = openLog(config.logLevel);
  // The parts that were started, in order; they are stopped in reverse order.
  const running: Running[] = [];
  let isStopping = false;

  async function stop(exitCode: number): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    const timer = setTimeout(() => process.exit(1), STOP_TIMEOUT_MS);
    for (const part of running.toReversed()) {
      await part
        .stop()
        .catch((error: unknown) => log.logger.error({ err: error }, 'a stop failed'));
    }
    clearTimeout(timer);
    log.flush();
    process.exit(exitCode);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      log.logger.info({ signal }, 'stopping');
      void stop(0);
    });
  }
  try {
    await start(config, log, running);
  } catch (error) {
    if (isStopping) return;
    printReason(error, config);
    await stop(1);
  }
}

async function start(config: Config, log: ProcessLog, running: Running[]): Promise<void> {
  const { logger } = log;
  const server = await startDatabase(config, logger);
  running.push(server);
  const { connectionString, ownerConnectionString } = server;
  const addresses = { connectionString, ownerConnectionString };
  const appContext = await bootstrap({ config, logger, clock: systemClock, ...addresses });
  running.push({ stop: () => appContext.database.close() });
  await requireNarrowRole(appContext);
  if (config.bank) await requireDurability(appContext.database);
  if (config.roles.has('worker')) {
    running.push(composeWorker(appContext));
  }
  if (config.roles.has('api')) {
    const app = await composeApi(appContext);
    running.push(app);
    await app.listen({ port: config.port, host: config.host });
    process.stderr.write(startBanner(config));
  }
  logger.info({ roles: [...config.roles] }, 'started');
}

/** Live money needs a durable server. Throws ConfigError when a crash could lose commits. */
async function requireDurability(database: Database): Promise<void> {
  const weak = await readWeakSettings(database);
  if (weak.length === 0) return;
  const settings = weak.join(', ');
  throw new ConfigError(
    `o PostgreSQL pode perder o que confirmou: ligue ${settings} para usar PROVIDER`,
  );
}

/**
 * Live money in production needs a database role that can't change postings. Throws ConfigError
 * otherwise.
 */
async function requireNarrowRole({ config, database, logger }: AppContext): Promise<void> {
  if (!(await canChangeLedger(database))) return;
  if (config.isProduction && config.bank) {
    throw new ConfigError(
      'o usuário de DATABASE_URL pode alterar o livro-razão: use um que não seja o dono das ' +
        'tabelas, e o dono em MIGRATION_DATABASE_URL (docs/operating/going-live.md)',
    );
  }
  logger.warn('the role of DATABASE_URL owns the ledger; give migrations one of their own');
}

/** Prints one line that says what to do, or the stack of an unexpected error. */
function printReason(error: unknown, config: Config): void {
  const say = (line: string): void => {
    process.stderr.write(`pix-gateway: ${line}\n`);
  };
  if (REASONS.some((known) => error instanceof known)) {
    say(error instanceof Error ? error.message : '');
    return;
  }
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE') say(`a porta ${config.port} está em uso; escolha outra com PORT`);
  else if (code === 'EACCES') say(`sem permissão para a porta ${config.port} ou para DATA_DIR`);
  else if (WRONG_HOST.has(String(code))) say(`HOST inválido: "${config.host}" não é desta máquina`);
  else say(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

main().catch((error: unknown) => {
  const isConfigError = error instanceof ConfigError;
  process.stderr.write(`pix-gateway: ${isConfigError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
