import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { isMigrated } from '#src/ground/database/migrate.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { Metrics } from '#src/ground/metrics.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import type { AppContext } from '../context.ts';
import { operationRoutes } from './operation-routes.ts';
import { handleError, sendProblem } from './problem.ts';

/**
 * Serves `/healthz`, `/readyz` and `/metrics` at HEALTH_PORT, and nothing else: for processes that
 * serve no API, and for ports that only the monitoring reaches.
 */
export async function startHealthServer(
  { config, database, logger }: AppContext,
  port: number,
  renderMetrics: Metrics['render'],
): Promise<RunningWork> {
  const loggerInstance: FastifyBaseLogger = logger;
  const logController = new LogController({ disableRequestLogging: true });
  const app = Fastify({ loggerInstance, logController, forceCloseConnections: true });
  app.decorateReply('problemCode', null);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, new Refusal('route_not_found')));
  const { metricsToken, isExposed } = config;
  const isReady = () => isMigrated(database);
  await app.register(operationRoutes({ isReady, renderMetrics, metricsToken, isExposed }));
  await app.listen({ port, host: config.host });
  return { stop: () => app.close().then(() => {}) };
}
