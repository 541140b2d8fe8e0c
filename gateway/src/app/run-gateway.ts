import { isatty } from 'node:tty';
import { type Config, loadConfig } from '#src/config.ts';
import type { Environment } from '#src/config-reader.ts';
import { systemClock } from '#src/platform/clock.ts';
import { COMPILE_CACHE } from '#src/platform/compile-cache.ts';
import { openLog, type ProcessLog } from '#src/platform/log.ts';
import { type HttpProcesses, openHttpProcesses } from '#src/platform/processes/http-processes.ts';
import { settleMemory } from '#src/platform/settle-memory.ts';
import { bootstrap, startDatabase } from './bootstrap.ts';
import { checkDatabase } from './check-database.ts';
import type { AppContext, Running } from './context.ts';
import { reloadedEnvironment } from './reloaded-environment.ts';
import { startBanner } from './start-banner.ts';
import { startFailure } from './start-failure.ts';

const STOP_TIMEOUT_MS = 15_000;
const STANDARD_INPUT = 0;

interface Gateway {
  readonly config: Config;
  readonly log: ProcessLog;
  /** The parts that were started, in order; they are stopped in reverse order. */
  readonly running: Running[];
  /** Undefined when this process serves HTTP itself. */
  readonly httpProcesses: HttpProcesses | undefined;
}

/**
 * Runs the roles of the configuration in this process, or all but HTTP in this process and HTTP in
 * others. Stops gracefully on SIGTERM and SIGINT. Throws ConfigError.
 * @param readEnvironment reads the environment and the file `.env`.
 */
export async function runGateway(readEnvironment: () => Environment): Promise<void> {
  const environment = readEnvironment();
  const config = loadConfig(environment);
  const log = openLog(config.logLevel);
  const running: Running[] = [];
  const httpProcesses = openProcesses(config, environment, log);
  const gateway: Gateway = { config, log, running, httpProcesses };
  const stop = stopperOf(gateway);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      log.logger.info({ signal }, 'stopping');
      void stop(0);
    });
  }
  const reload = reloaderOf(gateway, environment, readEnvironment);
  process.on('SIGHUP', () => {
    // A closed terminal sends this signal too.
    if (isatty(STANDARD_INPUT)) void stop(0);
    else void reload();
  });
  try {
    await start(gateway);
    setImmediate(settleMemory);
  } catch (error) {
    // A stop that was asked for makes what was starting fail.
    if (!stop.isUnderWay()) process.stderr.write(`pix-gateway: ${startFailure(error, config)}\n`);
    await stop(1);
  }
}

/** Starts the HTTP processes, if HTTP is served by others than this process. */
function openProcesses(
  { roles, processes }: Config,
  environment: Environment,
  { logger }: ProcessLog,
): HttpProcesses | undefined {
  if (processes === 1 || !roles.has('api')) return undefined;
  const { now } = systemClock;
  const options = { count: processes - 1, environment: forProcess(environment), logger, now };
  return openHttpProcesses(options);
}

/** The environment of an HTTP process: it uses the compile cache from its first file on. */
function forProcess(environment: Environment): Environment {
  return { NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment };
}

async function start({ config, log, running, httpProcesses }: Gateway): Promise<void> {
  const { logger } = log;
  // HTTP ends first, and the database last.
  if (httpProcesses) running.push({ stop: () => httpProcesses.stop() });
  const server = await startDatabase(config, logger);
  running.unshift(server);
  const { connectionString, ownerConnectionString } = server;
  const addresses = { connectionString, ownerConnectionString };
  const options = { config, logger, clock: systemClock, httpProcesses, ...addresses };
  const appContext = await bootstrap(options);
  running.splice(1, 0, { stop: () => appContext.database.close() });
  await checkDatabase(appContext);
  if (config.roles.has('worker')) running.splice(2, 0, await startWorker(appContext));
  if (httpProcesses) await serveInProcesses(httpProcesses, appContext);
  else if (config.roles.has('api')) running.push(await serveHere(appContext));
  if (config.roles.has('api')) process.stderr.write(startBanner(config));
  logger.info({ roles: [...config.roles], processes: config.processes }, 'started');
}

async function startWorker(appContext: AppContext): Promise<Running> {
  const { composeWorker } = await import('./compose-worker.ts');
  return composeWorker(appContext);
}

async function serveHere(appContext: AppContext): Promise<Running> {
  const [{ composeApi }, { drainConnections, STOP_DRAIN_MS }] = await Promise.all([
    import('./compose-api.ts'),
    import('#src/api/drain.ts'),
  ]);
  const app = await composeApi(appContext);
  const { port, host } = appContext.config;
  try {
    await app.listen({ port, host });
  } catch (error) {
    await app.stop();
    throw error;
  }
  return {
    stop: async () => {
      await drainConnections(app, STOP_DRAIN_MS);
      await app.stop();
    },
  };
}

async function serveInProcesses(
  httpProcesses: HttpProcesses,
  { connectionString, sandboxMerchantId, metrics }: AppContext,
): Promise<void> {
  await httpProcesses.start({ connectionString, sandboxMerchantId }, metrics.values);
}

/** Makes the function that stops all parts and ends the process. */
function stopperOf({ log, running }: Gateway) {
  let isUnderWay = false;
  const stop = async (exitCode: number): Promise<void> => {
    if (isUnderWay) return;
    isUnderWay = true;
    const timer = setTimeout(() => process.exit(1), STOP_TIMEOUT_MS);
    for (const part of running.toReversed()) {
      await part
        .stop()
        .catch((error: unknown) => log.logger.error({ err: error }, 'a stop failed'));
    }
    clearTimeout(timer);
    log.flush();
    process.exit(exitCode);
  };
  return Object.assign(stop, { isUnderWay: () => isUnderWay });
}

/** Makes the function that replaces the HTTP processes and reads `.env` again for them. */
function reloaderOf(
  { log: { logger }, httpProcesses }: Gateway,
  atStart: Environment,
  readEnvironment: () => Environment,
) {
  let current: Environment = atStart;
  return async (): Promise<void> => {
    if (!httpProcesses) {
      logger.warn('a single process can not be reloaded: restart the gateway');
      return;
    }
    try {
      const { environment, needRestart } = reloadedEnvironment(current, readEnvironment());
      loadConfig(environment);
      if (needRestart.length > 0) logger.warn({ needRestart }, 'changed settings need a restart');
      await httpProcesses.reload(forProcess(environment));
      current = environment;
      logger.info('reloaded');
    } catch (error) {
      logger.error({ err: error }, 'not reloaded: the processes go on as they were');
    }
  };
}
