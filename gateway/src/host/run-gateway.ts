import { execFile } from 'node:child_process';
import { isatty } from 'node:tty';
import { systemClock } from '#src/ground/clock.ts';
import { type Config, loadConfig } from '#src/ground/config/config.ts';
import type { Environment } from '#src/ground/config/config-reader.ts';
import { misspeltSettings } from '#src/ground/config/misspelt-settings.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { COMPILE_CACHE } from '#src/ground/fast-imports.ts';
import { type Logger, openLog, type ProcessLog } from '#src/ground/log.ts';
import { type HttpProcesses, openHttpProcesses } from '#src/ground/processes/http-processes.ts';
import { watchOwnLoop } from '#src/ground/processes/watch-own-loop.ts';
import { settleMemory } from '#src/ground/settle-memory.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { reloadedEnvironment } from './reloaded-environment.ts';
import { startFailure } from './start-failure.ts';
import type { Gateway } from './start-parts.ts';

const STOP_TIMEOUT_MS = 15_000;
const STANDARD_INPUT = 0;

/**
 * Runs the roles of the configuration in this process, or all but HTTP in this process and HTTP in
 * others. Stops gracefully on SIGTERM and SIGINT. Throws ConfigError.
 * @param readEnvironment reads the environment and the file `.env`.
 */
export async function runGateway(readEnvironment: () => Environment): Promise<void> {
  const environment = readEnvironment();
  const config = loadConfig(environment);
  const log = openLog(config.logLevel);
  for (const setting of misspeltSettings(environment)) {
    log.logger.warn(setting, 'this variable is not read; the nearest that is read may be meant');
  }
  const running: RunningWork[] = [];
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
    // Loaded after the HTTP processes were started: they load theirs at the same time.
    const { startParts } = await import('./start-parts.ts');
    await startParts(gateway);
    watchOwnLoop(log.logger, config.processSilenceSeconds * SECOND_MS);
    tellSystemd(environment, log.logger);
    setImmediate(settleMemory);
  } catch (error) {
    // After a requested stop the start fails, which is no error.
    if (!stop.isUnderWay()) process.stderr.write(`pix-gateway: ${startFailure(error, config)}\n`);
    await stop(1);
  }
}

/** Starts the HTTP processes, if separate processes serve HTTP. */
function openProcesses(
  { roles, processes, processSilenceSeconds }: Config,
  environment: Environment,
  { logger }: ProcessLog,
): HttpProcesses | undefined {
  if (processes === 1 || !roles.has('api')) return undefined;
  const { now } = systemClock;
  const [count, silenceMsMax] = [processes - 1, processSilenceSeconds * SECOND_MS];
  const ofProcesses = forProcess(environment);
  return openHttpProcesses({ count, environment: ofProcesses, logger, now, silenceMsMax });
}

/** The environment of an HTTP process: it uses the compile cache from its first file on. */
function forProcess(environment: Environment): Environment {
  return { NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment };
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

/**
 * Tells systemd that the gateway serves, if systemd waits for it (`Type=notify` sets
 * NOTIFY_SOCKET). Node can't write to such a socket, so systemd's own program does.
 */
function tellSystemd({ NOTIFY_SOCKET }: Environment, logger: Logger): void {
  if (!NOTIFY_SOCKET) return;
  execFile('systemd-notify', ['--ready'], (error) => {
    if (error)
      logger.warn({ reason: error.message }, 'systemd was not told that the start is over');
  });
}
