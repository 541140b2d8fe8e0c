import { openBank } from '#src/bank/open-bank.ts';
import { systemClock } from '#src/ground/clock.ts';
import { type Config, loadConfig } from '#src/ground/config/config.ts';
import type { Environment } from '#src/ground/config/config-reader.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { openLog, type ProcessLog } from '#src/ground/log.ts';
import { LAST_METRICS } from '#src/ground/processes/http-process.ts';
import { primaryLimits } from '#src/ground/processes/primary-limits.ts';
import {
  openPrimaryLink,
  type PrimaryLink,
  PrimaryTimeout,
  sharingWithPrimary,
} from '#src/ground/processes/primary-link.ts';
import { settleMemory } from '#src/ground/settle-memory.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { joinGateway } from './bootstrap.ts';
import { composeApi } from './compose-api.ts';
import type { AppContext } from './context.ts';
import { drainConnections, STOP_DRAIN_MS } from './http/drain.ts';
import { startFailure } from './start-failure.ts';
import { startTelemetry } from './start-telemetry.ts';

/** How long open connections may stay silent before a reload closes them. */
const RELOAD_DRAIN_MS = 2_000;
/** A scrape waits up to 10 s; the primary itself waits a second for a process that hangs. */
const METRICS_TIMEOUT_MS = 8_000;
const STOP_TIMEOUT_MS = 15_000;

/**
 * Serves HTTP, and shares the work of a worker, until the primary ends it. The primary gives
 * the environment. If it can't start, it sends the reason to the primary.
 */
export async function runHttpProcess(environment: Environment): Promise<void> {
  const link = openPrimaryLink(process);
  const config = loadConfig(environment);
  const log = openLog(config.logLevel);
  process.on('exit', () => log.flush());
  // The primary decides when its processes end, also when a terminal interrupts all of them.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  try {
    await serve(link, config, log);
  } catch (error) {
    await link.send({ type: 'failed', failure: { message: startFailure(error, config) } });
    process.exit(1);
  }
}

async function serve(link: PrimaryLink, config: Config, log: ProcessLog): Promise<void> {
  const { logger } = log;
  const order = await link.started;
  const context = await joinGateway({
    config,
    logger,
    clock: systemClock,
    ...order,
    limits: primaryLimits(link, logger),
    sharing: sharingWithPrimary(link, order),
  });
  await context.database.buckets.refresh();
  const { metrics } = context;
  const telemetry = await startTelemetry(context, 'http');
  const renderMetrics = () =>
    link.ask('metrics', {}, METRICS_TIMEOUT_MS).catch((error: unknown) => {
      if (!(error instanceof PrimaryTimeout)) throw error;
      throw new Refusal('overloaded', { retryAfterSeconds: 1 });
    });
  const app = await composeApi({ ...context, telemetry, renderMetrics });
  await app.listen({ port: config.port, host: config.host });
  void link.send({ type: 'serving' });
  const work = await startProcessWork({ ...context, telemetry });
  setImmediate(settleMemory);
  const report = async (call: number): Promise<void> =>
    link.send({ type: 'collected', call, metrics: await metrics.values() });
  let isEnding = false;

  async function end(isReload: boolean): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    // The others take over at once; here only the work that is under way is finished.
    const worked = work.stop();
    await drainConnections(app, isReload ? RELOAD_DRAIN_MS : STOP_DRAIN_MS);
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    await app.stop();
    await worked;
    await report(LAST_METRICS);
    await telemetry?.stop();
    await context.database.close();
    process.exit(0);
  }

  const endOrFail = (isReload: boolean): void => {
    end(isReload).catch((error: unknown) => {
      logger.error({ err: error }, 'a stop failed');
      process.exit(1);
    });
  };
  link.follow({ collect: (call) => void report(call), end: endOrFail });
  process.on('SIGTERM', () => endOrFail(true));
}

/** Starts this process's part of the work, if the gateway has a worker. */
async function startProcessWork(context: AppContext): Promise<RunningWork> {
  if (!context.config.roles.has('worker')) return { stop: async () => {} };
  const { composeProcessWork } = await import('./compose-process-work.ts');
  const bank = await openBank(context);
  const work = await composeProcessWork(context, bank);
  return {
    async stop() {
      await Promise.all(work.map((each) => each.stop()));
      await bank?.close();
    },
  };
}
