import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Clock } from '#src/platform/clock.ts';
import { type Database, databaseFacts } from '#src/platform/database.ts';
import { readJobHealth } from '#src/platform/jobs.ts';
import { packageVersion } from '#src/platform/package-version.ts';
import { panelReadResponses } from '#src/platform/problem-schemas.ts';
import { readDeliveryHealth } from '#src/webhooks/read-delivery-health.ts';

const Health = Type.Object({
  jobs: Type.Object({
    waiting: Type.Integer(),
    running: Type.Integer(),
    given_up: Type.Integer(),
    oldest_due_seconds: Type.Union([Type.Integer(), Type.Null()]),
    workers: Type.Integer({ description: 'Processos que trabalham agora.' }),
  }),
  deliveries_last_hour: Type.Object({
    delivered: Type.Integer(),
    waiting: Type.Integer(),
    retrying: Type.Integer(),
    failed: Type.Integer(),
  }),
  failing_endpoint_count: Type.Integer(),
  failing_endpoints: Type.Array(
    Type.Object({
      id: Type.String(),
      url: Type.String(),
      environment: Type.Union([Type.Literal('test'), Type.Literal('live')]),
      username: Type.String(),
      retrying: Type.Integer(),
      failed_last_day: Type.Integer(),
    }),
  ),
  database: Type.Object({
    size_bytes: Type.Integer(),
    version: Type.String(),
    connections: Type.Integer(),
  }),
  version: Type.String(),
});

export interface HealthRoutesNeeds {
  readonly database: Database;
  readonly clock: Clock;
}

/** Queues, webhooks, database: what an operator looks at when somebody complains. */
export function healthOperatorRoutes(needs: HealthRoutesNeeds): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/operator/health',
      { schema: { operationId: 'getHealth', response: { 200: Health, ...panelReadResponses() } } },
      async () => {
        const [jobs, deliveries, facts] = await Promise.all([
          readJobHealth(needs.database),
          readDeliveryHealth(needs.database, needs.clock.now()),
          databaseFacts(needs.database),
        ]);
        const { failingEndpoints, ...lastHour } = deliveries;
        return {
          jobs: {
            waiting: jobs.waiting,
            running: jobs.running,
            given_up: jobs.givenUp,
            oldest_due_seconds: jobs.oldestDueSeconds,
            workers: jobs.workers,
          },
          deliveries_last_hour: lastHour,
          failing_endpoint_count: failingEndpoints.total,
          failing_endpoints: failingEndpoints.worst.map(({ failedLastDay, ...endpoint }) => ({
            ...endpoint,
            failed_last_day: failedLastDay,
          })),
          database: {
            size_bytes: facts.sizeBytes,
            version: facts.version,
            connections: facts.connections,
          },
          version: packageVersion,
        };
      },
    );
  };
}
